import { spreadMs } from '@loyalty/kernel';
import type { RewardFailureReason } from './reward.ts';

/** The waits between tries, in milliseconds: 10 s, then 1, 5 and 30 minutes. */
const waitsMs = [10_000, 60_000, 300_000, 1_800_000] as const;

/** A provider is called at most so often for one code. */
export const rewardTriesMax = waitsMs.length + 1;

/** A provider that could not be reached for so long is not called any more. */
const unreachableMaxMs = 86_400_000;

/** A call that brought no code. */
export interface FailedTry {
  /** Calls so far, this one included. */
  readonly tries: number;
  readonly reason: RewardFailureReason;
  /** When it ended; milliseconds since the epoch, as all instants here. */
  readonly atMs: number;
  readonly requestedAtMs: number;
  /** In [0, 1): spreads the next calls of rewards that failed together. */
  readonly draw: number;
}

export type ProviderRetry =
  | { readonly outcome: 'again'; readonly atMs: number }
  | { readonly outcome: 'failed'; readonly reason: RewardFailureReason };

/** Returns when the provider is called again, with a spread of ± 20 %; or the reason why it is not. */
export const nextTry = ({ tries, reason, atMs, requestedAtMs, draw }: FailedTry): ProviderRetry => {
  if (atMs - requestedAtMs > unreachableMaxMs) return { outcome: 'failed', reason: 'PROVIDER_AWAY' };
  const waitMs = waitsMs[tries - 1];
  if (waitMs === undefined) return { outcome: 'failed', reason };
  return { outcome: 'again', atMs: atMs + spreadMs(waitMs, 0.2, draw) };
};
