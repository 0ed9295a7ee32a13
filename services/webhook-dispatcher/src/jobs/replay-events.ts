import type { Job } from '@loyalty/jobs';
import { readReplayingEnvironments, advanceReplay } from '@loyalty/webhooks';
import type { Queryable, Transaction } from '@loyalty/storage';

/**
 * Creates the deliveries of requested replays, some events of one endpoint a chunk. The replay's row has its position and advances in
 * the same transaction; the job's cursor only says that there may be more.
 */
export const createReplayEventsJob = (db: Queryable): Job<Transaction, 'more'> => ({
  name: 'replay-webhook-events',
  schedule: { everyMs: 2_000 },
  sizes: { min: 100, max: 1_000 },
  environments: () => readReplayingEnvironments(db),
  chunk: async (tx, { environmentId, atMs, size }) => {
    const walked = await advanceReplay(tx, { environmentId, atMs, size });
    // A chunk without events advances the replay too.
    return walked === null ? { cursor: null, taken: 0 } : { cursor: 'more', taken: Math.max(1, walked) };
  },
});
