import type { ProvidedSession } from './provided-sessions.ts';

/** This is where a request comes from, as far as it is known. */
export interface SessionCaller {
  /** The address that the connection comes from: behind a proxy, that of the proxy. */
  readonly address: string | null;
  /** What the request says itself. If it came through a proxy of yours, the last address is the proxy's caller. */
  readonly forwardedFor: string | null;
}

/** Subjects have at most 255 characters (OpenID Connect Core, section 2). */
const shownMax = 255;

/** What a line of the log on a sign-in or its end says of the session. It holds no session id, no token and no name. */
export const sessionLine = ({ key, subject, tokenSubject, tenant }: ProvidedSession) => ({
  subject: (subject ?? tokenSubject ?? null)?.slice(0, shownMax) ?? null,
  session: key,
  tenantId: tenant.id,
});

export const callerLine = ({ address, forwardedFor }: SessionCaller) => ({
  address,
  ...(forwardedFor !== null && { forwardedFor: forwardedFor.slice(0, shownMax) }),
});

/** This is why a session has ended. */
export type EndCause =
  'SIGNED_OUT' | 'SIGNED_OUT_EVERYWHERE' | 'BACK_CHANNEL' | 'REFRESH_REFUSED' | 'OTHER_SUBJECT';
