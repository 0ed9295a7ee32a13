import type { PendingReward } from '@loyalty/accounts';
import type { PoolPlace } from './draw-reward-codes.ts';
import { nextTry, type RewardFailureReason } from '@loyalty/rules';

/** The decision on a locked reward. */
export type RewardDecision = IssueDecision | FailDecision | WaitDecision;

export interface IssueDecision {
  readonly kind: 'issue';
  readonly reward: PendingReward;
  readonly code: string;
  /** Its place, if a pool gave it. */
  readonly pool: PoolPlace | null;
  readonly provider: string;
  readonly attempts: number;
  /** The expiry that the provider set, milliseconds since the epoch; null if it set none. */
  readonly providerExpiresAtMs: number | null;
}

export interface FailDecision {
  readonly kind: 'fail';
  readonly reward: PendingReward;
  readonly provider: string | null;
  readonly attempts: number;
  readonly reason: RewardFailureReason;
}

/** Its provider is called, or called again, at `dueAtMs`. */
export interface WaitDecision {
  readonly kind: 'wait';
  readonly reward: PendingReward;
  readonly provider: string;
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly dueAtMs: number;
}

/** Decides after a try without a code: a later one follows, or the reward fails. */
export const afterFailedTry = (
  reward: PendingReward,
  {
    provider,
    reason,
    atMs,
  }: { readonly provider: string; readonly reason: RewardFailureReason; readonly atMs: number },
): FailDecision | WaitDecision => {
  const tries = reward.attempts + 1;
  const requestedAtMs = reward.requestedAt.getTime();
  const next = nextTry({ tries, reason, atMs, requestedAtMs, draw: Math.random() });
  const common = { reward, provider, attempts: tries };
  return next.outcome === 'again'
    ? { kind: 'wait', ...common, dueAtMs: next.atMs }
    : { kind: 'fail', ...common, reason: next.reason };
};
