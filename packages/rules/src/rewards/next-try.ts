import { jitterMs } from '@loyalty/kernel';
import type { RewardFailureReason } from './reward.ts';

const waitsMs = [10_000, 60_000, 300_000, 1_800_000] as const;

export const rewardTriesMax = waitsMs.length + 1;

const unreachableMaxMs = 86_400_000;

interface FailedTry {
  /** This try is included. */
  readonly tries: number;
  readonly reason: RewardFailureReason;
  readonly atMs: number;
  readonly requestedAtMs: number;
  /** The draw is in [0, 1), and spreads rewards that failed together. */
  readonly draw: number;
}

type ProviderRetry =
  | { readonly outcome: 'again'; readonly atMs: number }
  | { readonly outcome: 'failed'; readonly reason: RewardFailureReason };

export const nextTry = ({ tries, reason, atMs, requestedAtMs, draw }: FailedTry): ProviderRetry => {
  if (atMs - requestedAtMs > unreachableMaxMs) return { outcome: 'failed', reason: 'PROVIDER_AWAY' };
  const waitMs = waitsMs[tries - 1];
  if (waitMs === undefined) return { outcome: 'failed', reason };
  return { outcome: 'again', atMs: atMs + jitterMs(waitMs, 0.2, draw) };
};
