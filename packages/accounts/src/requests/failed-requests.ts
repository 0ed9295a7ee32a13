import type { Queryable, Statement } from '@loyalty/storage';
import type { RequestKey } from './stored-responses.ts';

/** A request that ended without a result, with nobody waiting for the refusal. */
export interface FailedRequest extends RequestKey {
  /** A code of the error catalogue. */
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** The same, to be kept under its member. */
export interface FailedRequestWrite extends FailedRequest {
  /** 16 bytes, by which erasure finds it; null where it names no member. */
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

/** Keeps failures for 24 h; a newer failure of the same reference replaces the older (D36). */
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

/** How this request failed within the last 24 h, or null. */
export const readFailedRequest = async (db: Queryable, name: RequestKey): Promise<FailedRequest | null> => {
  const [row] = await db.query<FailedRequest>(readStatement, [name.environmentId, name.operation, name.ref]);
  return row ?? null;
};

const purgeStatement: Statement = {
  name: 'failed-requests-purge',
  // What another purge has in hand, or an engine is writing, is passed over: nobody waits for anybody.
  text: `DELETE FROM failed_requests WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM failed_requests WHERE created_at < now() - interval '24 hours'
            ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING 1`,
};

/** Forgets at most `countMax` failures older than 24 h, the oldest first; answers how many. */
export const purgeSomeFailedRequests = async (db: Queryable, countMax: number): Promise<number> =>
  (await db.query(purgeStatement, [countMax])).length;

/** Some milliseconds each, so that neither an engine nor the log of the database waits for a flood's deletion. */
const packMax = 1_000;

/** Forgets failures older than 24 h, pack by pack. */
export const purgeFailedRequests = async (db: Queryable): Promise<void> => {
  let gone = packMax;
  while (gone === packMax) gone = await purgeSomeFailedRequests(db, packMax);
};
