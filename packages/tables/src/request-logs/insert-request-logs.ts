import { packBytes, type Queryable, type Statement } from '@loyalty/storage';
import type { LoggedBody, RequestLogWrite } from './request-log.ts';

/** The bytes of a member key. */
const keyBytes = 16;

// A request that names an erased member is left out: it may have waited in memory while the member was erased.
const insertStatement: Statement = {
  name: 'request-logs-insert',
  text: `INSERT INTO request_logs (environment_id, created_at, id, request_id, method, path, status, duration_ms, code,
                                   request_body, request_body_omitted, response_body, response_body_omitted,
                                   member_keys, ids)
         SELECT l.environment_id, to_timestamp(l.at / 1000.0), l.id, l.request_id, l.method, l.path, l.status,
                l.duration_ms, l.code,
                CASE WHEN l.request_kept THEN substring($10::bytea FROM l.request_start FOR l.request_length) END,
                l.request_omitted,
                CASE WHEN l.response_kept THEN substring($10::bytea FROM l.response_start FOR l.response_length) END,
                l.response_omitted, k.keys, l.ids::uuid[]
           FROM unnest($1::int[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[],
                       $9::text[], $11::int[], $12::int[], $13::bool[], $14::text[], $15::int[], $16::int[],
                       $17::bool[], $18::text[], $19::int[], $20::int[], $21::text[])
                AS l (environment_id, at, id, request_id, method, path, status, duration_ms, code, request_start,
                      request_length, request_kept, request_omitted, response_start, response_length, response_kept,
                      response_omitted, keys_start, keys_length, ids)
          CROSS JOIN LATERAL (
                SELECT coalesce(array_agg(substring($10::bytea FROM s FOR ${keyBytes.toString()})), '{}') AS keys
                  FROM generate_series(l.keys_start, l.keys_start + l.keys_length - 1, ${keyBytes.toString()}) s) k
          WHERE NOT EXISTS (SELECT FROM members m
                             WHERE m.environment_id = l.environment_id AND m.member_key = ANY (k.keys)
                               AND m.state = 'anonymized')
         RETURNING 1 AS stored`,
};

/**
 * Stores requests, with their order left as it is, and leaves out those that name an erased member. Returns how many it stored. An id
 * that exists at the same time fails all of them.
 */
export const insertRequestLogs = async (db: Queryable, logs: readonly RequestLogWrite[]): Promise<number> => {
  if (logs.length === 0) return 0;
  return (await db.query(insertStatement, valuesOf(logs))).length;
};

const valuesOf = (logs: readonly RequestLogWrite[]): unknown[] => {
  const requests = logs.map(({ requestBody }) => bytesOf(requestBody));
  const responses = logs.map(({ responseBody }) => bytesOf(responseBody));
  const keys = logs.map(({ memberKeys }) => Buffer.concat(memberKeys));
  const packed = packBytes([...requests, ...responses, ...keys]);
  const part = (values: readonly number[], at: number) =>
    values.slice(at * logs.length, (at + 1) * logs.length);
  return [
    logs.map(({ environmentId }) => environmentId),
    logs.map(({ atMs }) => atMs),
    logs.map(({ id }) => id),
    logs.map(({ requestId }) => requestId),
    logs.map(({ method }) => method),
    logs.map(({ path }) => path),
    logs.map(({ status }) => status),
    logs.map(({ durationMs }) => durationMs),
    logs.map(({ code }) => code),
    packed.bytes,
    part(packed.starts, 0),
    part(packed.lengths, 0),
    logs.map(({ requestBody }) => Buffer.isBuffer(requestBody)),
    logs.map(({ requestBody }) => omittedOf(requestBody)),
    part(packed.starts, 1),
    part(packed.lengths, 1),
    logs.map(({ responseBody }) => Buffer.isBuffer(responseBody)),
    logs.map(({ responseBody }) => omittedOf(responseBody)),
    part(packed.starts, 2),
    part(packed.lengths, 2),
    logs.map(({ ids }) => `{${ids.join(',')}}`),
  ];
};

const noBytes = Buffer.alloc(0);

const bytesOf = (body: LoggedBody): Buffer => (Buffer.isBuffer(body) ? body : noBytes);

const omittedOf = (body: LoggedBody): string | null => (Buffer.isBuffer(body) ? null : body);
