import type { Job } from '@loyalty/jobs';
import { readReplayingEnvironments, advanceReplay } from '@loyalty/webhooks';
import type { Queryable, Transaction } from '@loyalty/storage';

/**
 * Makes the deliveries of replays that were asked for, some events of one endpoint a chunk. How far a replay is stands in its
 * own row, which moves with what was made: the job's cursor says only that there may be more.
 */
export const createReplayEventsJob = (db: Queryable): Job<Transaction, 'more'> => ({
  name: 'replay-webhook-events',
  schedule: { everyMs: 2_000 },
  sizes: { min: 100, max: 1_000 },
  // What it makes is delivered beside it.
  restPerChunk: 1,
  environments: () => readReplayingEnvironments(db),
  chunk: async (tx, { environmentId, atMs, size }) => {
    const walked = await advanceReplay(tx, { environmentId, atMs, size });
    // Also a replay that has met no event has come further.
    return walked === null ? { cursor: null, taken: 0 } : { cursor: 'more', taken: Math.max(1, walked) };
  },
});
