import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@loyalty/kernel';
import type { SealedValues } from '@loyalty/storage/sealed-values';
import type { ProvidedTokens } from './identity-provider.ts';
import { type Access, personIn } from './read-access.ts';
import { type Session, type Sessions, sessionTimes } from './sessions.ts';

/** As Redis keeps it, sealed, under the hash of the id that the cookie has. */
export interface ProvidedSession extends Session {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Rises with each refresh. */
  readonly generation: number;
  readonly obtainedAtMs: number;
  readonly expiresAtMs: number;
}

export interface ProvidedSessions extends Sessions<ProvidedSession> {
  /** A new id at each sign-in. */
  open(tokens: ProvidedTokens, access: Access): Promise<string>;
  findByKey(key: string): Promise<ProvidedSession | null>;
  /** False: it has ended meanwhile. */
  replace(session: ProvidedSession): Promise<boolean>;
  endByKey(key: string): Promise<void>;
}

interface ProvidedSessionsOptions {
  readonly values: Pick<SealedValues, 'read' | 'write' | 'replace' | 'remove'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A sign-in that is younger may erase (M46). */
const freshMs = 5 * 60_000;

/** Where the provider does not say how long. */
const usualLifeS = 300;

export const keyOf = (id: string): string => createHash('sha256').update(id).digest('base64url');

export const createProvidedSessions = ({ values, clock }: ProvidedSessionsOptions): ProvidedSessions => {
  const findByKey = async (key: string): Promise<ProvidedSession | null> => {
    const bytes = await values.read(key, sessionTimes.idleMs);
    if (bytes === null) return null;
    const session = JSON.parse(bytes.toString()) as ProvidedSession;
    if (leftMs(session) > 0) return session;
    await values.remove(key);
    return null;
  };
  const leftMs = ({ signedInAtMs }: ProvidedSession): number =>
    Math.min(sessionTimes.idleMs, signedInAtMs + sessionTimes.wholeMs - clock.now());
  return {
    findByKey,
    find: (id) => (id === '' ? Promise.resolve(null) : findByKey(keyOf(id))),
    end: (id) => values.remove(keyOf(id)),
    endByKey: (key) => values.remove(key),
    open: async (tokens, access) => {
      const id = randomBytes(32).toString('base64url');
      const nowMs = clock.now();
      const session: ProvidedSession = {
        key: keyOf(id),
        person: personIn(tokens.claims) ?? access.person,
        tenant: { id: access.tenantId, name: access.tenantName ?? access.tenantId },
        modes: [access.mode],
        permissions: access.permissions,
        signedInAtMs: nowMs,
        isFreshUntilMs: tokens.authenticatedAtMs === null ? 0 : tokens.authenticatedAtMs + freshMs,
        ...tokenPart(tokens, nowMs),
        generation: 0,
      };
      await values.write(session.key, bytesOf(session), sessionTimes.idleMs);
      return id;
    },
    replace: async (session) =>
      leftMs(session) > 0 && (await values.replace(session.key, bytesOf(session), leftMs(session))),
  };
};

const bytesOf = (session: ProvidedSession): Buffer => Buffer.from(JSON.stringify(session));

export const tokenPart = ({ accessToken, refreshToken, livesForS }: ProvidedTokens, nowMs: number) => ({
  accessToken,
  refreshToken,
  obtainedAtMs: nowMs,
  expiresAtMs: nowMs + (livesForS ?? usualLifeS) * 1_000,
});
