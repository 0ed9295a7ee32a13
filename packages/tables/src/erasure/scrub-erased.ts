import { findDueErasure, readEnvironmentsToScrub, scrubErased } from '@loyalty/accounts';
import { invariant, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import { readEnvironmentSecret } from '@loyalty/configuration';
import { scrubDeliveries } from '@loyalty/webhooks';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { Job } from '@loyalty/jobs';

/** The member of the last chunk; finished ones are not found again. Older builds wrote a text. */
type Cursor = { readonly after: MemberId } | 'what is left';

/**
 * Creates the job for the second phase of erasures, half a minute after the first (D99): it scrubs rows that a caller cannot wait for, and
 * rows that were still being written. Two runs at once are harmless. The erasures of an environment take turns, a chunk each, so a large
 * or failing one delays no other.
 */
export const createScrubErasedJob = (database: Queryable): Job<Transaction, Cursor> => {
  const unstored = new Map<EnvironmentId, MemberId>();
  return {
    name: 'scrub-erased',
    schedule: { everyMs: 5_000 },
    sizes: { min: 50, max: 500 },
    environments: () => readEnvironmentsToScrub(database),
    chunk: async (tx, { environmentId, cursor, size }) => {
      const after = unstored.get(environmentId) ?? memberOf(cursor);
      const erasure = await findDueErasure(tx, environmentId, after);
      if (erasure === null) return { cursor: null, taken: 0 };
      unstored.set(environmentId, erasure.memberId);
      const secret = await readEnvironmentSecret(tx, environmentId);
      invariant(secret !== null, 'an erasure belongs to an environment');
      const taken = await scrubErased(tx, erasure, {
        environmentId,
        secret,
        size,
        scrubAlso: scrubDeliveries,
      });
      const committed = (): boolean => unstored.delete(environmentId);
      return { cursor: { after: erasure.memberId }, taken, committed };
    },
  };
};

const memberOf = (cursor: Cursor | null): MemberId | null =>
  cursor === null || cursor === 'what is left' ? null : cursor.after;
