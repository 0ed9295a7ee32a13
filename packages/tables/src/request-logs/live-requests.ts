import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';

/** A request with a live key, without its body and without what its path names (D372). */
export interface LiveRequestWrite {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  readonly atMs: number;
  /** The id of the API key. */
  readonly keyId: string;
  readonly requestId: string;
  /** The member key that the request's id would have as a reference. */
  readonly requestKey: Buffer;
  readonly method: string;
  /** The template of the path. */
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  /** True if the caller had gone before the response. */
  readonly isAbandoned: boolean;
  /** The number of requests that were left out since the row before. */
  readonly leftOut: number;
}

const insertedRows = rowArrays<LiveRequestWrite>((fields, rows) => [
  ...fields('environment_id int'),
  ['at', 'bigint', rows.map(({ atMs }) => atMs)],
  ...fields('id uuid', 'key_id uuid', 'request_id text', 'request_key bytea', 'method text', 'route text'),
  ...fields('status int', 'code text', 'duration_ms int', 'is_abandoned bool', 'left_out int'),
]);

const insertStatement: Statement = {
  name: 'live-requests-insert',
  // The name that a caller gave a request may be that of a member: it is not kept then.
  text: `INSERT INTO live_requests (environment_id, created_at, id, key_id, request_id, method, route, status, code,
                                    duration_ms, is_abandoned, left_out)
         SELECT l.environment_id, to_timestamp(l.at / 1000.0), l.id, l.key_id,
                CASE WHEN EXISTS (SELECT FROM members m
                                   WHERE m.environment_id = l.environment_id AND m.member_key = l.request_key)
                     THEN NULL ELSE l.request_id END,
                l.method, l.route, l.status, l.code, l.duration_ms, l.is_abandoned, l.left_out
           FROM ${insertedRows.as('l')}`,
};

/** Inserts requests of any environments. An id that exists makes all of them fail. */
export const insertLiveRequests = async (
  db: Queryable,
  requests: readonly LiveRequestWrite[],
): Promise<void> => {
  if (requests.length > 0) await db.query(insertStatement, insertedRows.valuesOf(requests));
};

const kept = `interval '24 hours'`;

/** A request as the API shows it. */
interface LiveRequestRecord {
  readonly id: string;
  readonly requestId: string | null;
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  readonly isAbandoned: boolean;
  readonly leftOut: number;
  readonly at: string;
}

interface LiveRequestRow extends Omit<LiveRequestRecord, 'at'> {
  readonly createdAt: Date;
}

export interface LiveRequestQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly status?: number | undefined;
  /** True lists those with a status from 400 on. */
  readonly isRefused?: boolean | undefined;
  readonly code?: string | undefined;
  readonly keyId?: string | undefined;
  /** A part of the template of the path. */
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Lists the newest first by (createdAt, id), in the order of the key. */
export const listLiveRequests = boundedList<LiveRequestQuery, LiveRequestRow, LiveRequestRecord>(
  'live_requests',
  {
    columns: `r.id, r.request_id AS "requestId", r.key_id AS "keyId", r.method, r.route AS path, r.status, r.code,
    r.duration_ms AS "durationMs", r.is_abandoned AS "isAbandoned", r.left_out AS "leftOut", r.created_at AS "createdAt"`,
    index: ({ environmentId }) => [
      ['r.environment_id = ?', environmentId],
      // What is older waits for the purge.
      [`r.created_at > now() - ${kept}`],
    ],
    filters: ({ status, isRefused = false, code, keyId, path, requestId }) => [
      status !== undefined && ['r.status = ?', status],
      isRefused && ['r.status >= 400'],
      code !== undefined && ['r.code = ?', code],
      keyId !== undefined && ['r.key_id = ?', keyId],
      path !== undefined && ['strpos(r.route, ?) > 0', path],
      requestId !== undefined && ['r.request_id = ?', requestId],
    ],
    /** Some 50 ms: the most that filters without an index may cost. */
    lookedAt: 20_000,
    recordOf: ({ createdAt, ...record }) => ({
      id: record.id,
      requestId: record.requestId,
      keyId: record.keyId,
      method: record.method,
      path: record.path,
      status: record.status,
      code: record.code,
      durationMs: record.durationMs,
      isAbandoned: record.isAbandoned,
      leftOut: record.leftOut,
      at: createdAt.toISOString(),
    }),
  },
);

const purgeStatement: Statement = {
  name: 'live-requests-purge',
  text: `DELETE FROM live_requests
          WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM live_requests WHERE created_at <= to_timestamp($1::bigint / 1000.0) - ${kept}
                 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING 1 AS purged`,
};

/** A chunk takes some 20 ms. */
const sizes = { min: 1_000, max: 1_000 };

const hourMs = 3_600_000;

/** Creates a job for the whole database. What an environment writes in a day is bounded where it is written. */
export const createPurgeLiveRequestsJob = (): Job<Transaction, object> => ({
  name: 'purge-live-requests',
  schedule: { everyMs: hourMs },
  destroysByTime: true,
  sizes,
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, size }) => {
    const taken = (await tx.query(purgeStatement, [atMs, size])).length;
    return { cursor: taken < size ? null : {}, taken };
  },
});
