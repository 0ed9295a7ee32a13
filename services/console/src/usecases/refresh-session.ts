import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, Fault, textOf } from '@loyalty/kernel';
import type { SealedValues } from '@loyalty/storage/sealed-values';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Tokens } from './forward-call.ts';
import type { IdentityProvider, ProvidedTokens } from './identity-provider.ts';
import { type ProvidedSession, type ProvidedSessions, subjectIn, tokenPart } from './provided-sessions.ts';
import { type Access, type MissingClaim } from './read-access.ts';
import { type EndCause, sessionLine } from './session-lines.ts';

interface RefreshOptions {
  readonly sessions: Pick<ProvidedSessions, 'findByKey' | 'replace' | 'endByKey'>;
  readonly claims: Pick<SealedValues, 'claim' | 'release'>;
  readonly provider: Pick<IdentityProvider, 'refresh' | 'revoke'>;
  readonly readAccess: (accessToken: string) => Access | MissingClaim;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** A request that is on its way must still find the token valid. */
const renewedBeforeMs = 30_000;
/** Longer than the provider is waited for, so a claim that is over was held by a process that died. */
const claimMs = 10_000;
const waitMs = 12_000;
const lookEveryMs = 100;
/** A provider that is unavailable is asked no more often while the token lives. */
const restMs = 5_000;
/** A token that is refused although it is so young will not be better for being new. */
const youngMs = 30_000;

/**
 * Creates tokens of sessions that are refreshed before they expire. Only one of all processes asks the
 * provider, because a refresh token that is used twice looks stolen and ends the session; the others wait for
 * what that process writes.
 */
export const createRefreshedTokens = (options: RefreshOptions): Tokens<ProvidedSession> => {
  const { clock } = options;
  const running = new Map<string, Promise<ProvidedSession>>();
  let restsUntilMs = 0;
  const refreshed = (session: ProvidedSession, mayWait: boolean): Promise<ProvidedSession> => {
    const name = `${session.key} ${mayWait ? 'waits' : 'goes on'}`;
    const known = running.get(name);
    if (known !== undefined) return known;
    const run = refreshTogether(session, mayWait, options).finally(() => running.delete(name));
    running.set(name, run);
    return run;
  };
  return {
    tokenFor: async ({ session }) => {
      const nowMs = clock.now();
      const { obtainedAtMs, expiresAtMs } = session;
      const isAlive = nowMs < expiresAtMs;
      const isDue = nowMs >= expiresAtMs - Math.min(renewedBeforeMs, (expiresAtMs - obtainedAtMs) / 4);
      if (!isDue || (isAlive && nowMs < restsUntilMs)) return session.accessToken;
      try {
        return (await refreshed(session, !isAlive)).accessToken;
      } catch (failure) {
        if (!isAlive || !isAway(failure)) throw failure;
        restsUntilMs = nowMs + restMs;
        return session.accessToken;
      }
    },
    renew: async ({ session }, refused) => {
      if (session.accessToken === refused && clock.now() - session.obtainedAtMs < youngMs) return refused;
      return (await refreshed(session, true)).accessToken;
    },
  };
};

const isAway = (failure: unknown): boolean =>
  failure instanceof Fault && ['PROVIDER_AWAY', 'REDIS_AWAY'].includes(failure.code);

const ended = (why: string): Fault => new Fault('SESSION_ENDED', why);

/** If `mayWait` is false, the previous token still serves while another process refreshes it. */
const refreshTogether = async (
  seen: ProvidedSession,
  mayWait: boolean,
  options: RefreshOptions,
): Promise<ProvidedSession> => {
  const { sessions, claims, clock } = options;
  const untilMs = clock.now() + waitMs;
  while (clock.now() < untilMs) {
    const isOurs = await claims.claim(seen.key, claimMs);
    try {
      const present = await sessions.findByKey(seen.key);
      if (present === null) throw ended('it was ended elsewhere');
      if (present.generation !== seen.generation) return present;
      if (isOurs) return await refreshNow(present, options);
    } finally {
      if (isOurs) await claims.release(seen.key).catch(() => undefined);
    }
    if (!mayWait) return seen;
    await pause(lookEveryMs);
  }
  throw new Fault('PROVIDER_AWAY', 'another process has not refreshed the session in time', { retry: true });
};

const refreshNow = async (session: ProvidedSession, options: RefreshOptions): Promise<ProvidedSession> => {
  const { sessions, provider, readAccess, clock, logger } = options;
  const { key, refreshToken } = session;
  const endFor = async (cause: EndCause, why: string): Promise<Fault> => {
    await sessions.endByKey(key);
    logger.info({ code: 'SESSION_ENDED', cause, reason: why, ...sessionLine(session) }, 'a session ended');
    return ended(why);
  };
  if (refreshToken === null) {
    if (clock.now() < session.expiresAtMs) return session;
    throw await endFor('REFRESH_REFUSED', 'the provider gives no refresh token');
  }
  const tokens = await provider.refresh(refreshToken).catch(async (failure: unknown) => {
    throw failure instanceof Fault && failure.code === 'SESSION_ENDED'
      ? await endFor('REFRESH_REFUSED', failure.message)
      : failure;
  });
  const access = readAccess(tokens.accessToken);
  if ('missing' in access || access.tenantId !== session.tenant.id)
    throw await endFor('REFRESH_REFUSED', 'the refreshed token is of another tenant, or lacks a claim');
  if (isOfAnother(session, tokens, access)) {
    const fault = await endFor('OTHER_SUBJECT', 'the refreshed tokens name another person');
    await revoke(tokens.refreshToken, options);
    throw fault;
  }
  const next: ProvidedSession = Object.assign({}, session, {
    ...tokenPart(tokens, clock.now()),
    // A provider that does not rotate refresh tokens gives none.
    refreshToken: tokens.refreshToken ?? refreshToken,
    permissions: access.permissions,
    modes: [access.mode],
    generation: session.generation + 1,
  });
  if (await sessions.replace(next)) return next;
  await revoke(next.refreshToken, options);
  throw ended('the person signed out meanwhile');
};

/** A refresh is for the same person (OpenID Core 12.2); it may come without an ID token. */
const isOfAnother = (session: ProvidedSession, tokens: ProvidedTokens, access: Access): boolean => {
  const { subject, tokenSubject } = session;
  const named = subjectIn(tokens);
  const isOther = typeof subject === 'string' && named !== null && named !== subject;
  // Sessions of an earlier release do not say whose token they began with.
  return isOther || (tokenSubject !== undefined && access.subject !== tokenSubject);
};

const revoke = async (
  refreshToken: string | null,
  { provider, logger }: Pick<RefreshOptions, 'provider' | 'logger'>,
): Promise<void> => {
  if (refreshToken === null) return;
  await provider.revoke(refreshToken).catch((failure: unknown) => {
    logger.warn({ error: textOf(failure) }, 'a token was not revoked');
  });
};
