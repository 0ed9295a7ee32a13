import { findDueErasure, readEnvironmentsToScrub, scrubErased } from '@loyalty/accounts';
import { invariant, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import { readEnvironmentSecret } from '@loyalty/configuration';
import { scrubDeliveries } from '@loyalty/webhooks';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { Job } from '@loyalty/jobs';

/** Whose turn was last; those who are through are not found again. Older builds wrote a text. */
type Cursor = { readonly after: MemberId } | 'what is left';

/**
 * The second phase of erasures, half a minute after the first (D99): what a caller cannot wait for, and what was on its way. An
 * interrupted one goes on with what is left; two at once do nothing twice that shows. The erasures of an environment take turns, a
 * chunk each, and one whose chunk has failed gives way like the others: what one member left behind never holds up who comes later.
 */
export const createScrubErasedJob = (database: Queryable): Job<Transaction, Cursor> => {
  const unstored = new Map<EnvironmentId, MemberId>();
  return {
    name: 'scrub-erased',
    schedule: { everyMs: 5_000 },
    sizes: { min: 50, max: 500 },
    // Looking for references takes the thread that serves redeems, which have two thirds of the time.
    restPerChunk: 2,
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
