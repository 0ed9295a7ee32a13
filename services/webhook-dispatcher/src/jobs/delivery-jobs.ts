import type { Job } from '@loyalty/jobs';
import { readCatchingUpEnvironments, walkCatchUp } from '@loyalty/webhooks';
import type { Queryable, Transaction } from '@loyalty/storage';

/** Creates deliveries that fan-out put off: those of one batch at one endpoint a chunk, environments in turn. */
export const createCatchUpJob = (db: Queryable): Job<Transaction, 'more'> => ({
  name: 'catch-up-deliveries',
  schedule: { everyMs: 1_000 },
  sizes: { min: 1, max: 1 },
  environments: () => readCatchingUpEnvironments(db),
  chunk: async (tx, { environmentId, atMs }) => {
    const made = await walkCatchUp(tx, { environmentId, atMs });
    return made === null ? { cursor: null, taken: 0 } : { cursor: 'more', taken: 1 };
  },
});
