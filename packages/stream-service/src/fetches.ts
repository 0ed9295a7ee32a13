import type { FetchSpacing } from '@loyalty/messaging';

/** How a lane fetches. */
export interface Fetches {
  /** How long the broker may wait for the first record, in milliseconds. */
  readonly maxWaitMs: number;
  readonly spacing: FetchSpacing;
  /** How often the group hears of it, in milliseconds; a rebalance is heard of as late. Default: 300. */
  readonly heartbeatMs?: number;
}

/**
 * How lanes fetch. Beside eight milliseconds, four take a third off a till's wait at 300/s, and cost a tenth more processor time at 1,000/s; of a
 * stream nobody waits for a single one. Followers of facts have theirs from {@link followerPace}.
 */
export const fetches: Readonly<Record<'interactive' | 'bulk', Fetches>> = {
  interactive: { maxWaitMs: 250, spacing: { everyMs: () => 4, after: 'several', waitsForUse: true } },
  bulk: { maxWaitMs: 500, heartbeatMs: 1_000, spacing: { everyMs: () => 20, after: 'several' } },
};
