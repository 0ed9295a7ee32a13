import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { packBytes, type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';

export type OmittedBody = 'NOT_JSON' | 'NOT_KEPT' | 'TOO_LONG';

/** The JSON bytes without secrets, or why there are none; null if there was no body. */
export type LoggedBody = Buffer | OmittedBody | null;

export interface RequestLogWrite {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  readonly atMs: number;
  /** The id, which has no NUL, like the other texts. */
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** A code of the error catalogue, or null. */
  readonly code: string | null;
  readonly requestBody: LoggedBody;
  readonly responseBody: LoggedBody;
  /** A key for each text that can be a reference. Erasure finds the row by them. */
  readonly memberKeys: readonly Buffer[];
  readonly ids: readonly string[];
  /** JSON; null if there are none. */
  readonly warnings: string | null;
}

/** An environment has at most this many; the oldest are deleted first. */
const requestLogsMax = 10_000;

/** The number of days for which a request is kept (D82). */
export const requestLogDays = 7;

const keyBytes = 16;

const insertedRows = rowArrays<RequestLogWrite>((fields, rows) => {
  const requests = rows.map(({ requestBody }) => bytesOf(requestBody));
  const responses = rows.map(({ responseBody }) => bytesOf(responseBody));
  const keys = rows.map(({ memberKeys }) => Buffer.concat(memberKeys));
  const packed = packBytes([...requests, ...responses, ...keys]);
  const part = (values: readonly number[], at: number) =>
    values.slice(at * rows.length, (at + 1) * rows.length);
  return [
    ...fields('environment_id int'),
    ['at', 'bigint', rows.map(({ atMs }) => atMs)],
    ...fields('id uuid', 'request_id text', 'method text', 'path text', 'status int', 'duration_ms int'),
    ...fields('code text'),
    ['packed', null, packed.bytes],
    ['request_start', 'int', part(packed.starts, 0)],
    ['request_length', 'int', part(packed.lengths, 0)],
    ['request_kept', 'bool', rows.map(({ requestBody }) => Buffer.isBuffer(requestBody))],
    ['request_omitted', 'text', rows.map(({ requestBody }) => omittedOf(requestBody))],
    ['response_start', 'int', part(packed.starts, 1)],
    ['response_length', 'int', part(packed.lengths, 1)],
    ['response_kept', 'bool', rows.map(({ responseBody }) => Buffer.isBuffer(responseBody))],
    ['response_omitted', 'text', rows.map(({ responseBody }) => omittedOf(responseBody))],
    ['keys_start', 'int', part(packed.starts, 2)],
    ['keys_length', 'int', part(packed.lengths, 2)],
    ['ids', 'text', rows.map(({ ids }) => `{${ids.join(',')}}`)],
    ...fields('warnings jsonb'),
  ];
});

const noBytes = Buffer.alloc(0);

const bytesOf = (body: LoggedBody): Buffer => (Buffer.isBuffer(body) ? body : noBytes);

const omittedOf = (body: LoggedBody): string | null => (Buffer.isBuffer(body) ? null : body);

// A request that names an erased member is left out: it may have waited in memory while the member was
// erased.
const insertStatement: Statement = {
  name: 'request-logs-insert',
  text: `INSERT INTO request_logs (environment_id, created_at, id, request_id, method, path, status, duration_ms, code,
                                   request_body, request_body_omitted, response_body, response_body_omitted,
                                   member_keys, ids, warnings)
         SELECT l.environment_id, to_timestamp(l.at / 1000.0), l.id, l.request_id, l.method, l.path, l.status,
                l.duration_ms, l.code,
                CASE WHEN l.request_kept THEN substring($10::bytea FROM l.request_start FOR l.request_length) END,
                l.request_omitted,
                CASE WHEN l.response_kept THEN substring($10::bytea FROM l.response_start FOR l.response_length) END,
                l.response_omitted, k.keys, l.ids::uuid[], l.warnings
           FROM ${insertedRows.as('l')}
          CROSS JOIN LATERAL (
                SELECT coalesce(array_agg(substring($10::bytea FROM s FOR ${keyBytes.toString()})), '{}') AS keys
                  FROM generate_series(l.keys_start, l.keys_start + l.keys_length - 1, ${keyBytes.toString()}) s) k
          WHERE NOT EXISTS (SELECT FROM members m
                             WHERE m.environment_id = l.environment_id AND m.member_key = ANY (k.keys)
                               AND m.state = 'anonymized')
         RETURNING 1 AS stored`,
};

/**
 * Inserts logs and returns how many. Those that name an erased member are left out. An id that exists makes
 * all of them fail.
 */
export const insertRequestLogs = async (db: Queryable, logs: readonly RequestLogWrite[]): Promise<number> => {
  if (logs.length === 0) return 0;
  return (await db.query(insertStatement, insertedRows.valuesOf(logs))).length;
};

const oldest = `to_timestamp($4::bigint / 1000.0) - interval '${requestLogDays.toString()} days'`;

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
 * Deletes at most `size` logs, oldest first, and returns how many: those older than 7 days at `atMs` (null:
 * none because of its age), and those beyond the newest `keptMax`.
 */
export const purgeRequestLogs = async (
  db: Queryable,
  {
    environmentId,
    atMs,
    size,
    keptMax = requestLogsMax,
  }: {
    readonly environmentId: EnvironmentId;
    readonly atMs: number | null;
    readonly size: number;
    readonly keptMax?: number;
  },
): Promise<number> => (await db.query(purgeStatement, [environmentId, keptMax, size, atMs])).length;

const nextStatement: Statement = {
  name: 'request-logs-environment-after',
  text: `SELECT environment_id AS id FROM request_logs WHERE environment_id > $1 ORDER BY environment_id LIMIT 1`,
};

/** Returns the next environment with logs, in the order of the numbers; null after the last one. */
export const findEnvironmentWithLogs = async (db: Queryable, after: number): Promise<EnvironmentId | null> =>
  (await db.query<{ id: EnvironmentId }>(nextStatement, [after]))[0]?.id ?? null;

/** A chunk takes some 50 ms. */
const sizes = { min: 1_000, max: 1_000 };

const hourMs = 3_600_000;

/** All environments before it are done. */
interface PurgeCursor {
  readonly environmentId: EnvironmentId;
}

/**
 * Creates a job for the whole database. It takes one environment after the other, including those that moved
 * to another cell (D82).
 */
export const createPurgeRequestLogsJob = (): Job<Transaction, PurgeCursor> => ({
  name: 'purge-request-logs',
  schedule: { everyMs: hourMs },
  destroysByTime: true,
  sizes,
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, cursor, size }) => {
    const environmentId = cursor?.environmentId ?? (await findEnvironmentWithLogs(tx, 0));
    if (environmentId === null) return { cursor: null, taken: 0 };
    const taken = await purgeRequestLogs(tx, { environmentId, atMs, size });
    if (taken >= size) return { cursor: { environmentId }, taken };
    const next = await findEnvironmentWithLogs(tx, environmentId);
    return { cursor: next === null ? null : { environmentId: next }, taken };
  },
});

// Reads the rows of one environment, which are bounded, but not their bodies. An order of its own keeps two
// erasures from a deadlock.
const eraseStatement: Statement = {
  name: 'erase-request-logs',
  text: `DELETE FROM request_logs
          WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM request_logs
                 WHERE environment_id = $1 AND (member_keys @> ARRAY[$2::bytea] OR ids @> ARRAY[$3::uuid])
                 ORDER BY created_at, id LIMIT $4 FOR UPDATE))
         RETURNING 1 AS erased`,
};

interface LoggedMember {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly size: number;
}

/** Erases logs, which it finds by reference or id. Returns how many were erased. */
export const eraseRequestLogs = async (
  tx: Transaction,
  { environmentId, memberId, memberKey, size }: LoggedMember,
): Promise<number> => (await tx.query(eraseStatement, [environmentId, memberKey, memberId, size])).length;
