import { uuidOf } from './uuid-of.ts';

const happenedAt = "$2::timestamptz + i * (interval '1 day' / $4::bigint)";
const createdAt = `date_trunc('milliseconds', ${happenedAt})`;
const idOf = (kind: string): string =>
  uuidOf(`(extract(epoch FROM ${createdAt}) * 1000)::bigint`, `'${kind}' || $3::text || $2::text || i`);

/** One in a hundred has failed, one waits for a retry, one in a thousand was never attempted. */
const status = `
  CASE WHEN i % 100 = 7 THEN 'FAILED' WHEN i % 100 = 13 THEN 'RETRYING' WHEN i % 1000 = 500 THEN 'PENDING' ELSE 'SUCCEEDED' END`;

/**
 * Deliveries $5 to $6 of the $4 of a day, which begins at $2, to endpoint $3 of environment $1. They have no task rows: lists
 * read none, and nothing may work on them.
 */
export const insertDeliveries = `
  WITH made AS (
    SELECT ${createdAt} AS at, ${idOf('delivery')} AS id, ${idOf('event')} AS event_id, ${status} AS status,
           CASE WHEN i % 1000 = 1 THEN 'reward.failed' WHEN i % 10 = 3 THEN 'points.expired' ELSE 'transaction.processed' END AS event
      FROM generate_series($5::bigint, $6::bigint) AS i),
  errors AS (
    INSERT INTO delivery_errors (webhook_id, created_at, delivery_id, environment_id, error_body)
    SELECT $3::uuid, at, id, $1::int, 'The till is being repaired. ' || repeat('Try again later. ', 10)
      FROM made WHERE status IN ('FAILED', 'RETRYING'))
  INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt, max_attempts,
                          response_code, latency_ms, attempted_at, next_attempt_at)
  SELECT $3::uuid, at, id, $1::int, at, event_id, event, status,
         CASE status WHEN 'PENDING' THEN 0 WHEN 'FAILED' THEN 5 WHEN 'RETRYING' THEN 2 ELSE 1 END, 5,
         CASE status WHEN 'PENDING' THEN NULL WHEN 'SUCCEEDED' THEN 200 ELSE 503 END, 12, at + interval '20 ms',
         CASE status WHEN 'RETRYING' THEN at + interval '5 minutes' END
    FROM made`;
