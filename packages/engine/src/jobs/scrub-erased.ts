import { findDueErasure, readEnvironmentsToScrub, scrubErased } from '@loyalty/accounts';
import { invariant } from '@loyalty/kernel';
import { readEnvironmentSecret, scrubDeliveries } from '@loyalty/programme';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { Job } from './job.ts';

/** Where the next chunk begins is what is left: an erasure that is through is not found again. */
type Cursor = 'what is left';

/**
 * The second phase of erasures, half a minute after the first (D99): what a caller cannot wait for, and what was on its way. An
 * interrupted one goes on with what is left; two at once do nothing twice that shows.
 */
export const createScrubErasedJob = (database: Queryable): Job<Transaction, Cursor> => ({
  ...{ name: 'scrub-erased', schedule: { everyMs: 5_000 }, sizes: { min: 500, max: 500 } },
  environments: () => readEnvironmentsToScrub(database),
  chunk: async (tx, { environmentId, size }) => {
    const erasure = await findDueErasure(tx, environmentId);
    if (erasure === null) return { cursor: null, taken: 0 };
    const secret = await readEnvironmentSecret(tx, environmentId);
    invariant(secret !== null, 'an erasure belongs to an environment');
    const taken = await scrubErased(tx, erasure, {
      environmentId,
      secret,
      size,
      scrubBeside: scrubDeliveries,
    });
    return { cursor: 'what is left', taken };
  },
});
