import type { RewardFailureReason } from '@loyalty/rules/rewards';
import type { PendingReward } from '@loyalty/tables/granted-rewards';
import type { Provider, RewardProviders } from '@loyalty/tables/rewards';
import type { LoadSignal } from '@loyalty/task-queue';
import type { OwnProvider, PoolPlace, RewardCode } from '../usecases/draw-reward-codes.ts';
import { afterFailedTry, type RewardDecision } from '../usecases/reward-decisions.ts';

export type ProviderAttempt =
  | { readonly kind: 'answered'; readonly provider: string; readonly answer: ProviderResult }
  /** The code is made or drawn here, within the transaction that records it. */
  | { readonly kind: 'own'; readonly name: string; readonly provider: OwnProvider }
  /** No request was possible: the key of the provider's secret is missing, or no slot was free. */
  | { readonly kind: 'deferred' }
  | { readonly kind: 'gone' };

/**
 * What becomes of a reward. `postponed` means that the attempt is repeated at that time and does not count.
 */
export type DecidedReward =
  RewardDecision | { readonly kind: 'postponed'; readonly atMs: number } | { readonly kind: 'gone' };

interface OutcomeOf {
  readonly reward: PendingReward | undefined;
  /** Null if none was made or drawn here. */
  readonly code: RewardCode | null;
  readonly atMs: number;
}

const deferMs = 60_000;

/**
 * Decides the outcome of an attempt; `attempt` is null if its result is unknown, because its processes died
 * or it failed inside this service.
 */
export const decideOutcome = (
  attempt: ProviderAttempt | null,
  { reward, code, atMs }: OutcomeOf,
): DecidedReward => {
  if (reward === undefined) return { kind: 'gone' };
  const { provider, attempts } = reward;
  if (reward.memberState === 'anonymized')
    return { kind: 'fail', reward, provider, attempts, reason: 'MEMBER_ERASED' };
  if (attempt?.kind === 'gone') return attempt;
  if (attempt?.kind === 'deferred') return { kind: 'postponed', atMs: atMs + deferMs };
  return afterAnswer(reward, { ...heard(attempt, reward, code), atMs });
};

/** An unknown attempt counts as one without a response. */
const heard = (
  attempt: Exclude<ProviderAttempt, { kind: 'deferred' | 'gone' }> | null,
  { provider }: PendingReward,
  code: RewardCode | null,
): Omit<AnsweredAttempt, 'atMs'> => {
  if (attempt === null) return { provider: provider ?? 'generator', answer: silence, pool: null };
  if (attempt.kind === 'answered') return { ...attempt, pool: null };
  return {
    provider: attempt.name,
    answer: code === null ? emptyPool : { kind: 'code', code: code.code, expiresAtMs: null },
    pool: code?.pool ?? null,
  };
};

const silence: ProviderResult = { kind: 'failed', reason: 'PROVIDER_AWAY' };
const emptyPool: ProviderResult = { kind: 'failed', reason: 'POOL_EMPTY' };

interface AnsweredAttempt {
  readonly provider: string;
  readonly answer: ProviderResult;
  readonly pool: PoolPlace | null;
  readonly atMs: number;
}

const afterAnswer = (
  reward: PendingReward,
  { provider, answer, pool, atMs }: AnsweredAttempt,
): RewardDecision => {
  const common = { reward, provider, attempts: reward.attempts + 1 };
  switch (answer.kind) {
    case 'code':
      return { kind: 'issue', ...common, code: answer.code, pool, providerExpiresAtMs: answer.expiresAtMs };
    case 'refused':
      return { kind: 'fail', ...common, reason: answer.reason };
    case 'failed':
      return afterFailedTry(reward, { provider, reason: answer.reason, atMs });
  }
};

export type HttpProvider = Extract<Provider, { readonly kind: 'HTTP' }>;

export type ProviderResult =
  /** `expiresAtMs` is null if the response has no expiry. */
  | { readonly kind: 'code'; readonly code: string; readonly expiresAtMs: number | null }
  /** The provider is not called again. */
  | { readonly kind: 'refused'; readonly reason: RewardFailureReason }
  /** Called again later, if tries are left. */
  | { readonly kind: 'failed'; readonly reason: RewardFailureReason };

export interface CodeRequest {
  readonly reward: PendingReward;
  readonly provider: HttpProvider;
  readonly providers: RewardProviders;
}

/** Asks a provider once. It never throws because of the provider. The result is null if no slot was free. */
export type AskProvider = (
  asking: CodeRequest,
) => Promise<{ readonly answer: ProviderResult | null; readonly load: LoadSignal }>;
