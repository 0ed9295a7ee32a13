import type { Queryable, Statement } from '@loyalty/storage';
import type { RequestKey } from './transactions.ts';

/** A request that was refused while no caller waited for the result. */
export interface FailedRequest extends RequestKey {
  /** A code of the error catalogue. */
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** The same with its member, to be stored. */
export interface FailedRequestWrite extends FailedRequest {
  /** 16 bytes, by which erasure finds it; null when the request names no member. */
  readonly memberKey: Buffer | null;
}

const insertStatement: Statement = {
  name: 'failed-requests-insert',
  text: `INSERT INTO failed_requests (environment_id, operation, ref, code, context, created_at, member_key)
         SELECT DISTINCT ON (environment_id, operation, ref)
                environment_id, operation, ref, code, context, to_timestamp(at / 1000.0), member_key
           FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::bigint[], $7::bytea[])
                AS f (environment_id, operation, ref, code, context, at, member_key)
          ORDER BY environment_id, operation, ref, at DESC
         ON CONFLICT (environment_id, operation, ref)
         DO UPDATE SET code = EXCLUDED.code, context = EXCLUDED.context, created_at = EXCLUDED.created_at,
                       member_key = EXCLUDED.member_key`,
};

/** Stores failures for 24 h; a newer failure of the same reference replaces the older (D36). */
export const insertFailedRequests = async (
  tx: Queryable,
  failed: readonly FailedRequestWrite[],
): Promise<void> => {
  if (failed.length === 0) return;
  await tx.query(insertStatement, [
    failed.map(({ environmentId }) => environmentId),
    failed.map(({ operation }) => operation),
    failed.map(({ ref }) => ref),
    failed.map(({ code }) => code),
    failed.map(({ context }) => JSON.stringify(context)),
    failed.map(({ atMs }) => atMs),
    failed.map(({ memberKey }) => memberKey),
  ]);
};

const readStatement: Statement = {
  name: 'failed-requests-read',
  text: `SELECT environment_id AS "environmentId", operation, ref, code, context,
                (extract(epoch FROM created_at) * 1000)::bigint AS "atMs"
           FROM failed_requests
          WHERE environment_id = $1 AND operation = $2 AND ref = $3 AND created_at > now() - interval '24 hours'`,
};

/** Returns how this request failed within the last 24 h, or null. */
export const readFailedRequest = async (db: Queryable, name: RequestKey): Promise<FailedRequest | null> => {
  const [row] = await db.query<FailedRequest>(readStatement, [name.environmentId, name.operation, name.ref]);
  return row ?? null;
};

const purgeStatement: Statement = {
  name: 'failed-requests-purge',
  // Skips rows that another purge or an engine has locked, so nobody waits.
  text: `DELETE FROM failed_requests WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM failed_requests WHERE created_at < now() - interval '24 hours'
            ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING 1`,
};

/** Deletes at most `countMax` failures older than 24 h, the oldest first. Returns how many. */
export const purgeSomeFailedRequests = async (db: Queryable, countMax: number): Promise<number> =>
  (await db.query(purgeStatement, [countMax])).length;

/** Each delete takes some milliseconds, so neither an engine nor the database's log waits for a large purge. */
const packMax = 1_000;

/** Deletes failures older than 24 h, chunk by chunk. */
export const purgeFailedRequests = async (db: Queryable): Promise<void> => {
  let gone = packMax;
  while (gone === packMax) gone = await purgeSomeFailedRequests(db, packMax);
};
