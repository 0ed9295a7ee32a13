import type { ProvidedSession } from './provided-sessions.ts';

/** Where a request comes from, as far as it is known. */
export interface SessionCaller {
  /** The address from which the connection comes; behind a proxy, that of the proxy. */
  readonly address: string | null;
  /**
   * What the request itself says. If it came through a proxy of yours, the last address is the proxy's
   * caller.
   */
  readonly forwardedFor: string | null;
}

/** Subjects have at most 255 characters (OpenID Connect Core, section 2). */
const shownMax = 255;

/**
 * Returns what a log line about a sign-in, or its end, says about the session. It contains no session id, no
 * token and no name.
 */
export const sessionLine = ({ key, subject, tokenSubject, tenant }: ProvidedSession) => ({
  subject: (subject ?? tokenSubject ?? null)?.slice(0, shownMax) ?? null,
  session: key,
  tenantId: tenant.id,
});

export const callerLine = ({ address, forwardedFor }: SessionCaller) => ({
  address,
  ...(forwardedFor !== null && { forwardedFor: forwardedFor.slice(0, shownMax) }),
});

/** Why a session has ended. */
export type EndCause =
  'SIGNED_OUT' | 'SIGNED_OUT_EVERYWHERE' | 'BACK_CHANNEL' | 'REFRESH_REFUSED' | 'OTHER_SUBJECT';
