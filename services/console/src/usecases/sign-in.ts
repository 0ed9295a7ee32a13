import { type Clock, Fault, textOf } from '@loyalty/kernel';
import type { SealedValues } from '@loyalty/storage/sealed-values';
import type { SecretBox } from '@loyalty/storage/secrets';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { BegunSignIn, IdentityProvider, ProvidedTokens } from './identity-provider.ts';
import type { ProvidedSession, ProvidedSessions } from './provided-sessions.ts';
import type { Access, MissingClaim } from './read-access.ts';
import { type SessionCaller, callerLine, sessionLine } from './session-lines.ts';

/** Asks the API about a token that has just been given, because the API knows best what it lacks. */
export type JudgeToken = (
  accessToken: string,
  tenantId: string,
) => Promise<{ readonly isAccepted: true } | { readonly isAccepted: false; readonly detail: string }>;

interface SignInOptions {
  readonly provider: IdentityProvider;
  readonly sessions: ProvidedSessions;
  /** Each state serves once. */
  readonly states: Pick<SealedValues, 'claim'>;
  readonly box: SecretBox;
  readonly readAccess: (accessToken: string) => Access | MissingClaim;
  readonly judge: JudgeToken;
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly logger: Logger;
}

export interface BeginSignIn {
  readonly returnTo: string;
  readonly isFresh: boolean;
  /** The id of the session that the new one replaces; empty if there is none. */
  readonly sessionId: string;
}

/** Why nobody is signed in, for a page. */
export interface NoSignIn {
  readonly code: 'expired' | 'denied' | 'refused' | 'claims' | 'unaccepted' | 'away';
  /** A sentence for the person, or for somebody to whom they send it. */
  readonly sentence: string;
}

export interface SignIn {
  /** Begins a sign-in. `carried` is for a cookie, and nobody can read it. */
  begin(asked: BeginSignIn): Promise<{ readonly url: string; readonly carried: string } | NoSignIn>;
  finish(
    callback: URL,
    carried: string,
    caller: SessionCaller,
  ): Promise<{ readonly id: string; readonly returnTo: string } | NoSignIn>;
}

interface Carried extends BegunSignIn {
  readonly returnTo: string;
  readonly replaces: string;
  readonly untilMs: number;
}

/** How long a sign-in may take: a person looks for a telephone and types a code. */
export const signInMaxMs = 10 * 60_000;

const place = { kind: 'console-sign-in', environmentId: null, id: '' } as const;

export const createSignIn = (options: SignInOptions): SignIn => {
  const { provider, box, clock, metrics, logger } = options;
  const noted = (refusal: NoSignIn, failure?: unknown): NoSignIn => {
    metrics.count('loyalty_console_sign_ins_total', { outcome: refusal.code });
    logger.warn(
      { code: 'SIGN_IN_FAILED', outcome: refusal.code, reason: textOf(failure ?? refusal.sentence) },
      'nobody was signed in',
    );
    return refusal;
  };
  return {
    begin: async ({ returnTo, isFresh, sessionId }) => {
      try {
        const { url, begun } = await provider.begin(isFresh);
        const untilMs = clock.now() + signInMaxMs;
        const carried: Carried = Object.assign({}, begun, { returnTo, replaces: sessionId, untilMs });
        return { url, carried: box.seal(place, Buffer.from(JSON.stringify(carried))).toString('base64url') };
      } catch (failure) {
        return noted(refusalOf(failure), failure);
      }
    },
    finish: async (callback, text, caller) => {
      const carried = openCarried(box, text);
      if (carried === null || clock.now() > carried.untilMs) return noted(expired);
      try {
        if (!(await options.states.claim(carried.state, signInMaxMs))) return noted(expired);
        const tokens = await provider.exchange(callback, carried);
        const outcome = await openSession(tokens, carried, options);
        if ('code' in outcome) return noted(outcome);
        metrics.count('loyalty_console_sign_ins_total', { outcome: 'signed_in' });
        logger.info(signedInLine(outcome.session, caller), 'a person signed in');
        return { id: outcome.id, returnTo: carried.returnTo };
      } catch (failure) {
        return noted(refusalOf(failure), failure);
      }
    },
  };
};

const openSession = async (
  tokens: ProvidedTokens,
  { replaces }: Carried,
  { sessions, readAccess, judge }: SignInOptions,
): Promise<{ readonly id: string; readonly session: ProvidedSession } | NoSignIn> => {
  const access = readAccess(tokens.accessToken);
  if ('missing' in access) return { code: 'claims', sentence: access.missing };
  const judged = await judge(tokens.accessToken, access.tenantId);
  if (!judged.isAccepted)
    return {
      code: 'unaccepted',
      sentence: `The API does not accept the access token for the tenant ${access.tenantId}: ${judged.detail}`,
    };
  const opened = await sessions.open(tokens, access);
  await sessions.end(replaces);
  return opened;
};

/** Says who came in, from where, and when they last proved who they are (ASVS 16.3.1). */
const signedInLine = (session: ProvidedSession, caller: SessionCaller) => {
  const { authenticatedAtMs = null } = session;
  const authenticatedAt = authenticatedAtMs === null ? null : new Date(authenticatedAtMs).toISOString();
  return { code: 'SIGNED_IN', ...sessionLine(session), ...callerLine(caller), authenticatedAt };
};

const openCarried = (box: SecretBox, text: string): Carried | null => {
  try {
    const bytes = box.open(place, Buffer.from(text, 'base64url'));
    return bytes === null ? null : (JSON.parse(bytes.toString()) as Carried);
  } catch {
    return null;
  }
};

const expired: NoSignIn = {
  code: 'expired',
  sentence:
    'This sign-in was started in another browser or more than ten minutes ago, or it is already complete. Sign in again.',
};

const refusalOf = (failure: unknown): NoSignIn => {
  const code = failure instanceof Fault ? failure.code : '';
  if (code === 'SIGN_IN_DENIED')
    return {
      code: 'denied',
      sentence: 'The identity provider did not sign you in. Sign in again, or ask your administrator.',
    };
  if (code === 'SIGN_IN_REFUSED')
    return {
      code: 'refused',
      sentence:
        'The console cannot accept the response of the identity provider. The log of the console says why.',
    };
  if (code === 'SESSION_ENDED')
    return {
      code: 'expired',
      sentence: 'All your sessions were ended while you were signing in. Sign in again.',
    };
  if (code === 'PROVIDER_AWAY')
    return {
      code: 'away',
      sentence: 'The identity provider cannot be reached. Nothing was changed. Sign in again in a moment.',
    };
  if (code === 'REDIS_AWAY')
    return {
      code: 'away',
      sentence:
        'The console cannot store your session, because Redis cannot be reached. Nothing was changed. Sign in again in a moment.',
    };
  throw failure;
};
