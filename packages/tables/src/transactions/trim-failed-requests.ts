import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/**
 * An environment keeps at most this many; the oldest are deleted first. A stream refuses as many in half a
 * minute.
 */
const failedRequestsMax = 100_000;

// Skips rows that another purge, an engine or an erasure has locked, so nobody waits.
const trimStatement: Statement = {
  name: 'failed-requests-trim',
  text: `WITH beyond AS (SELECT created_at FROM failed_requests WHERE environment_id = $1
                           ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1)
         DELETE FROM failed_requests
          WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM failed_requests
                 WHERE environment_id = $1 AND created_at <= (SELECT created_at FROM beyond)
                 ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED))
         RETURNING 1 AS trimmed`,
};

/**
 * Deletes at most `size` failures beyond the newest `keptMax`, to the millisecond, oldest first. Returns
 * how many.
 */
export const trimFailedRequests = async (
  db: Queryable,
  {
    environmentId,
    size,
    keptMax,
  }: { readonly environmentId: EnvironmentId; readonly size: number; readonly keptMax: number },
): Promise<number> => (await db.query(trimStatement, [environmentId, keptMax, size])).length;

// Reads one index entry of each environment, and as many as are kept of those that have them.
const nextStatement: Statement = {
  name: 'failed-requests-beyond-after',
  text: `WITH RECURSIVE with_failures AS (
           (SELECT environment_id FROM failed_requests WHERE environment_id > $1 ORDER BY environment_id LIMIT 1)
           UNION ALL
           SELECT (SELECT next.environment_id FROM failed_requests next
                    WHERE next.environment_id > last.environment_id ORDER BY next.environment_id LIMIT 1)
             FROM with_failures last WHERE last.environment_id IS NOT NULL)
         SELECT environment_id AS id FROM with_failures
          WHERE EXISTS (SELECT FROM failed_requests beyond
                         WHERE beyond.environment_id = with_failures.environment_id
                         ORDER BY beyond.created_at DESC, beyond.id DESC OFFSET $2 LIMIT 1)
          LIMIT 1`,
};

/** Environments are in the order of their numbers. Null follows the last one. */
const findEnvironmentBeyond = async (
  db: Queryable,
  after: number,
  keptMax: number,
): Promise<EnvironmentId | null> =>
  (await db.query<{ id: EnvironmentId }>(nextStatement, [after, keptMax]))[0]?.id ?? null;

/** The sizes are those of request logs. */
const sizes = { min: 1_000, max: 1_000 };

/** An environment may have so much more for so long: 240,000 rows at 4,000 refused a second. */
const everyMs = 60_000;

/** All environments before it are done. */
interface TrimCursor {
  readonly environmentId: EnvironmentId;
}

/**
 * Creates a job for the whole database, so that what one tenant's stream refuses does not fill a disk (D118).
 * If no environment has more than `keptMax`, one chunk finds that, however many environments have some.
 */
export const createTrimFailedRequestsJob = (keptMax = failedRequestsMax): Job<Transaction, TrimCursor> => ({
  name: 'trim-failed-requests',
  schedule: { everyMs },
  sizes,
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { cursor, size }) => {
    const environmentId = cursor?.environmentId ?? (await findEnvironmentBeyond(tx, 0, keptMax));
    if (environmentId === null) return { cursor: null, taken: 0 };
    const taken = await trimFailedRequests(tx, { environmentId, size, keptMax });
    if (taken >= size) return { cursor: { environmentId }, taken };
    const next = await findEnvironmentBeyond(tx, environmentId, keptMax);
    return { cursor: next === null ? null : { environmentId: next }, taken };
  },
});
