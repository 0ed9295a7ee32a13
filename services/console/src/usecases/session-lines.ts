import type { ProvidedSession } from './provided-sessions.ts';

/** Where a request comes from, as far as it is known. */
export interface SessionCaller {
  /** Of the connection: behind a proxy, the proxy's. */
  readonly address: string | null;
  /** As the request says itself; a proxy of yours puts its caller last. */
  readonly forwardedFor: string | null;
}

/** As far as the log needs it: subjects have 255 characters at most (OpenID Core 2). */
const shownMax = 255;

/** Of lines on sign-ins and their ends: who, in which session, of which tenant. No id, no token, no name. */
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
