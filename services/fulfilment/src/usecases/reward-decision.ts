import type { PendingReward } from '@loyalty/accounts';
import type { PoolPlace } from './draw-reward-codes.ts';
import { nextTry, type RewardFailureReason } from '@loyalty/rules';

/** What becomes of a reward that is locked. */
export type RewardDecision = IssueDecision | FailDecision | WaitDecision;

export interface IssueDecision {
  readonly kind: 'issue';
  readonly reward: PendingReward;
  readonly code: string;
  /** Where it stands, where a pool has it. */
  readonly pool: PoolPlace | null;
  readonly provider: string;
  readonly attempts: number;
  /** As the provider says, milliseconds since the epoch; null where it says nothing. */
  readonly providerExpiresAtMs: number | null;
}

export interface FailDecision {
  readonly kind: 'fail';
  readonly reward: PendingReward;
  readonly provider: string | null;
  readonly attempts: number;
  readonly reason: RewardFailureReason;
}

/** Its provider is asked, or asked again, at a time. */
export interface WaitDecision {
  readonly kind: 'wait';
  readonly reward: PendingReward;
  readonly provider: string;
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly dueAtMs: number;
}

/** A try that brought no code: it is made again later, or was the last one. */
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
