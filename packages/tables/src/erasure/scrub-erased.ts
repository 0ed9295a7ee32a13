import type { Job } from '@loyalty/jobs/job';
import { type EnvironmentId, invariant, type MemberId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { emptyOutboxRejected } from '@loyalty/storage/outbox';
import { lockMembers } from '../members/members.ts';
import { eraseRequestLogs } from '../request-logs/request-logs.ts';
import { readEnvironmentSecret } from '../tenants/tenants.ts';
import { scrubDeliveries } from '../webhooks/deliveries/webhook-events.ts';
import { type DueErasure, findDueErasure, readEnvironmentsToScrub } from './pending-erasures.ts';
import { scrubReferringEvents } from './scrub-referring-events.ts';

/** The member of the last chunk; finished ones are not found again. Older builds wrote a text. */
type ScrubCursor = { readonly after: MemberId } | 'what is left';

/**
 * Creates the job for the second phase of erasures, half a minute after the first (D99): it scrubs rows that a caller cannot wait for, and
 * rows that were still being written. Two runs at once are harmless. The erasures of an environment take turns, a chunk each, so a large
 * or failing one delays no other.
 */
export const createScrubErasedJob = (database: Queryable): Job<Transaction, ScrubCursor> => {
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

const memberOf = (cursor: ScrubCursor | null): MemberId | null =>
  cursor === null || cursor === 'what is left' ? null : cursor.after;

interface ScrubOptions {
  readonly environmentId: EnvironmentId;
  /** The environment's secret. It gives each reference its key, so the member's reference can be recognised. */
  readonly secret: Uint8Array;
  /** At most so many rows are changed. */
  readonly size: number;
  /** Scrubs the rows of other packages first. Returns how many rows it changed; fewer than `size` once nothing is left. */
  readonly scrubAlso: (
    tx: Transaction,
    of: { readonly environmentId: EnvironmentId; readonly memberId: MemberId; readonly size: number },
  ) => Promise<number>;
}

/**
 * Runs one chunk of the second phase. It removes the member from other members' events, their own events, failed requests,
 * messages that Kafka rejected and request logs. Once nothing is left it records the end. Returns how many rows it changed: at least 1 while
 * anything was left. Safe to repeat.
 */
export const scrubErased = async (
  tx: Transaction,
  { memberId, memberKey }: DueErasure,
  { environmentId, secret, size, scrubAlso }: ScrubOptions,
): Promise<number> => {
  await lockMembers(tx, environmentId, [memberId]);
  const beside = await scrubAlso(tx, { environmentId, memberId, size });
  if (beside >= size) return beside;
  const own = (await tx.query(ownEventsStatement, [environmentId, memberId, size])).length;
  if (own >= size) return own;
  const others = await scrubReferringEvents(tx, { environmentId, memberId, memberKey, secret, size });
  if (others > 0) return beside + own + others;
  const rejected = await emptyOutboxRejected(tx, { environmentId, memberKey, size });
  if (rejected >= size) return rejected;
  const failed = (await tx.query(failedStatement, [environmentId, memberKey, size])).length;
  if (failed >= size) return failed;
  const logs = await eraseRequestLogs(tx, { environmentId, memberId, memberKey, size });
  if (logs >= size) return logs;
  await tx.query(doneStatement, [environmentId, memberId]);
  return beside + own + 1;
};

const ownEventsStatement: Statement = {
  name: 'scrub-own-events',
  text: `UPDATE events SET payload = NULL
          WHERE environment_id = $1 AND member_id = $2
            AND (received_at, id) IN (SELECT received_at, id FROM events
                                       WHERE environment_id = $1 AND member_id = $2 AND payload IS NOT NULL
                                       ORDER BY received_at, id LIMIT $3)
         RETURNING 1`,
};

const failedStatement: Statement = {
  name: 'scrub-failed-requests',
  text: `DELETE FROM failed_requests
          WHERE environment_id = $1
            AND (operation, ref) IN (SELECT operation, ref FROM failed_requests
                                      WHERE environment_id = $1 AND member_key = $2 LIMIT $3)
         RETURNING 1`,
};

const doneStatement: Statement = {
  name: 'erasure-scrubbed',
  text: 'UPDATE erasures SET scrubbed_at = now() WHERE environment_id = $1 AND member_id = $2',
};
