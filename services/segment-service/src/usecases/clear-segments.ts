import { clearSome, readPendingClearings } from '@loyalty/accounts';
import type { Job } from '@loyalty/engine';
import { closeGate, type Queryable, type Transaction } from '@loyalty/storage';

/**
 * Takes the memberships of deleted segments away. Behind the gate: a look that was begun before the deletion has been stored by
 * then, and none that begins later knows the segment.
 */
export const createClearSegmentsJob = (db: Queryable): Job<Transaction, true> => ({
  name: 'clear-segments',
  schedule: { everyMs: 5_000 },
  sizes: { min: 1, max: 1 },
  restPerChunk: 1,
  environments: () => readPendingClearings(db),
  chunk: async (tx, { environmentId }) => {
    await closeGate(tx, 'segments', environmentId);
    const isLeft = await clearSome(tx, environmentId);
    return { cursor: isLeft ? true : null, taken: Number(isLeft) };
  },
});
