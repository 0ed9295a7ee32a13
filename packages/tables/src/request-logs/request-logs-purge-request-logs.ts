import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { requestLogDays, requestLogsMax } from './request-log.ts';

const oldest = `now() - interval '${requestLogDays.toString()} days'`;

// Skips rows that another purge or an erasure has locked, so nobody waits.
const purgeStatement: Statement = {
  name: 'request-logs-purge',
  text: `WITH beyond AS (SELECT created_at, id FROM request_logs WHERE environment_id = $1
                           ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1)
         DELETE FROM request_logs
          WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM request_logs
                 WHERE environment_id = $1
                   AND created_at <= greatest(${oldest}, (SELECT created_at FROM beyond))
                   AND (created_at <= ${oldest} OR (created_at, id) <= (SELECT created_at, id FROM beyond))
                 ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED))
         RETURNING 1 AS purged`,
};

/**
 * Deletes requests of an environment that are older than 7 days, or beyond the newest `keptMax`: the oldest first, at most `size`.
 * Returns how many it deleted.
 */
export const purgeRequestLogs = async (
  db: Queryable,
  {
    environmentId,
    size,
    keptMax = requestLogsMax,
  }: { readonly environmentId: EnvironmentId; readonly size: number; readonly keptMax?: number },
): Promise<number> => (await db.query(purgeStatement, [environmentId, keptMax, size])).length;

const nextStatement: Statement = {
  name: 'request-logs-environment-after',
  text: `SELECT environment_id AS id FROM request_logs WHERE environment_id > $1 ORDER BY environment_id LIMIT 1`,
};

/** Returns the next environment that has request logs, by number; null after the last one. */
export const findEnvironmentWithLogs = async (db: Queryable, after: number): Promise<EnvironmentId | null> =>
  (await db.query<{ id: EnvironmentId }>(nextStatement, [after]))[0]?.id ?? null;
