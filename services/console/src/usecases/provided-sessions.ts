import { createHash, randomBytes } from 'node:crypto';
import { type Clock, Fault } from '@loyalty/kernel';
import type { SealedValues } from '@loyalty/storage/sealed-values';
import type { SessionHolder, SessionIndex } from '@loyalty/storage/session-index';
import type { ProvidedTokens } from './identity-provider.ts';
import { type Access, personIn } from './read-access.ts';
import { type Session, type Sessions, sessionTimes } from './sessions.ts';

/**
 * A session of a person whom a provider knows. Redis keeps it, sealed, under the hash of the id in the
 * cookie.
 */
export interface ProvidedSession extends Session {
  /** The person, as the ID token names them; absent in sessions that an earlier release created. */
  readonly subject?: string | null;
  /** The same person, as the access token names them. */
  readonly tokenSubject?: string | null;
  /** The sign-in at the provider, if the provider names it. */
  readonly providerSession?: string | null;
  /** When the person last proved who they are; null if the provider does not say. */
  readonly authenticatedAtMs?: number | null;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** A number that rises with each refresh of the token. */
  readonly generation: number;
  readonly obtainedAtMs: number;
  readonly expiresAtMs: number;
}

export interface ProvidedSessions extends Sessions<ProvidedSession> {
  /**
   * Opens a session with a new id at each sign-in. Rejects with a Fault `SESSION_ENDED` if all sessions of
   * the person end at the same time.
   */
  open(
    tokens: ProvidedTokens,
    access: Access,
  ): Promise<{ readonly id: string; readonly session: ProvidedSession }>;
  findByKey(key: string): Promise<ProvidedSession | null>;
  /** Replaces a session. Returns false if it has ended meanwhile. */
  replace(session: ProvidedSession): Promise<boolean>;
  endByKey(key: string): Promise<void>;
  /**
   * Ends all sessions of the person, or of one sign-in of theirs, in every browser. Returns those that have
   * ended.
   */
  endAll(whose: SessionsOf): Promise<readonly ProvidedSession[]>;
}

/**
 * Whose sessions are meant. At least one member is given; with both, only the sessions of that sign-in of
 * that person are meant.
 */
export interface SessionsOf {
  readonly subject: string | null;
  readonly providerSession: string | null;
}

interface ProvidedSessionsOptions {
  readonly values: Pick<SealedValues, 'read' | 'write' | 'replace' | 'remove'>;
  readonly index: Pick<SessionIndex, 'note' | 'touch' | 'has' | 'keysOf' | 'forget'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A sign-in that is younger may do what is marked `x-fresh` (D308). */
const freshMs = 5 * 60_000;

/** Tokens last this long if the provider does not say how long. */
const usualLifeS = 300;

export const keyOf = (id: string): string => createHash('sha256').update(id).digest('base64url');

export const createProvidedSessions = (options: ProvidedSessionsOptions): ProvidedSessions => {
  const { values, index, clock } = options;
  const leftMs = ({ signedInAtMs }: ProvidedSession): number =>
    Math.min(sessionTimes.idleMs, signedInAtMs + sessionTimes.wholeMs - clock.now());
  const findByKey = async (key: string): Promise<ProvidedSession | null> => {
    const bytes = await values.read(key, sessionTimes.idleMs);
    if (bytes === null) return null;
    const session = JSON.parse(bytes.toString()) as ProvidedSession;
    if (leftMs(session) > 0) {
      // A session that is used must not wait for it.
      index.touch(holdersOf(session), key, session.signedInAtMs).catch(() => undefined);
      return session;
    }
    await values.remove(key);
    return null;
  };
  return {
    findByKey,
    find: (id) => (id === '' ? Promise.resolve(null) : findByKey(keyOf(id))),
    end: (id) => values.remove(keyOf(id)),
    endByKey: (key) => values.remove(key),
    endAll: (whose) => endAll(whose, options),
    open: async (tokens, access) => {
      const id = randomBytes(32).toString('base64url');
      const session = sessionFrom(keyOf(id), { tokens, access, nowMs: clock.now() });
      await store(session, options);
      return { id, session };
    },
    replace: async (session) =>
      leftMs(session) > 0 && (await values.replace(session.key, bytesOf(session), leftMs(session))),
  };
};

const sessionFrom = (
  key: string,
  {
    tokens,
    access,
    nowMs,
  }: { readonly tokens: ProvidedTokens; readonly access: Access; readonly nowMs: number },
): ProvidedSession => ({
  key,
  person: personIn(tokens.claims) ?? access.person,
  subject: subjectIn(tokens),
  tokenSubject: access.subject,
  providerSession: textClaim(tokens, 'sid'),
  tenant: { id: access.tenantId, name: access.tenantName ?? access.tenantId },
  modes: [access.mode],
  permissions: access.permissions,
  signedInAtMs: nowMs,
  authenticatedAtMs: tokens.authenticatedAtMs,
  isFreshUntilMs: tokens.authenticatedAtMs === null ? 0 : tokens.authenticatedAtMs + freshMs,
  ...tokenPart(tokens, nowMs),
  generation: 0,
});

/** The entries come first: who ends all sessions in between takes them away, and the session is none. */
const store = async (session: ProvidedSession, { values, index }: ProvidedSessionsOptions): Promise<void> => {
  const { key, signedInAtMs } = session;
  const holders = holdersOf(session);
  await index.note(holders, key, signedInAtMs);
  await values.write(key, bytesOf(session), sessionTimes.idleMs);
  const stand = await Promise.all(holders.map((holder) => index.has(holder, key)));
  if (stand.every(Boolean)) return;
  await values.remove(key);
  throw new Fault('SESSION_ENDED', 'all sessions of the person were ended meanwhile');
};

const endAll = async (
  whose: SessionsOf,
  { values, index }: ProvidedSessionsOptions,
): Promise<readonly ProvidedSession[]> => {
  const holder = holderOf(whose);
  const ended: ProvidedSession[] = [];
  for (const key of await index.keysOf(holder)) {
    const bytes = await values.read(key, sessionTimes.idleMs);
    const session = bytes === null ? null : (JSON.parse(bytes.toString()) as ProvidedSession);
    // Redis can be written by others, and shared with them: the sealed session says whose it is.
    if (session === null || !isOf(session, whose)) continue;
    await values.remove(key);
    await index.forget(holder, [key]);
    ended.push(session);
  }
  return ended;
};

const holderOf = ({ subject, providerSession }: SessionsOf): SessionHolder =>
  providerSession === null
    ? { claim: 'sub', value: subject ?? '' }
    : { claim: 'sid', value: providerSession };

const isOf = (session: ProvidedSession, { subject, providerSession }: SessionsOf): boolean =>
  (subject === null || [session.subject, session.tokenSubject].includes(subject)) &&
  (providerSession === null || session.providerSession === providerSession);

/** The holders under which a session is found. If both tokens name the person alike, they are one holder. */
const holdersOf = ({ subject, tokenSubject, providerSession }: ProvidedSession): readonly SessionHolder[] => [
  ...[...new Set([subject, tokenSubject])].flatMap(holders('sub')),
  ...[providerSession].flatMap(holders('sid')),
];

const holders =
  (claim: SessionHolder['claim']) =>
  (value: string | null | undefined): readonly SessionHolder[] =>
    value === null || value === undefined ? [] : [{ claim, value }];

/** Returns the person as the ID token names them; null if there is none. */
export const subjectIn = (tokens: ProvidedTokens): string | null => textClaim(tokens, 'sub');

const textClaim = ({ claims }: ProvidedTokens, name: string): string | null => {
  const claim = claims[name];
  return typeof claim === 'string' && claim !== '' ? claim : null;
};

const bytesOf = (session: ProvidedSession): Buffer => Buffer.from(JSON.stringify(session));

export const tokenPart = ({ accessToken, refreshToken, livesForS }: ProvidedTokens, nowMs: number) => ({
  accessToken,
  refreshToken,
  obtainedAtMs: nowMs,
  expiresAtMs: nowMs + (livesForS ?? usualLifeS) * 1_000,
});
