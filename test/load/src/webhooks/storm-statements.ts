import { eventAttemptsMax } from '@loyalty/rules/webhooks';
import { uuidOf } from '../large/uuid-of.ts';

const attemptsMax = eventAttemptsMax.toString();
const millisOf = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::bigint`;
const beforeDeliveryId = '"deliveryId":"';

/** A body like the dispatcher's, with blanks in place of the delivery's id. */
const body = `
  '{"id":"' || id || '","event":"member.stamp_card_completed","tenantId":"' || $5::text || '","createdAt":"' || iso
    || '","${beforeDeliveryId.slice(1)}' || repeat(' ', 36) || '","timestamp":"' || iso || '","data":{"memberId":"' || member_id
    || '","campaignId":"' || $4::uuid || '","campaignName":"' || repeat('Ten stamps and a coffee. ', 15) || '"}}'`;

/**
 * $2 events of environment $1, for members $3 in turn and campaign $4 of tenant $5. Each has its own millisecond from an hour
 * ago on, and is fanned out to $6 endpoints.
 */
export const insertStormEvents = `
  WITH times AS (
    SELECT n, date_trunc('milliseconds', now()) - interval '1 hour' + n * interval '1 ms' AS at
      FROM generate_series(1, $2::int) AS n),
  named AS (
    SELECT at, ${uuidOf(millisOf('at'), `'storm' || $1::int || '-' || n`)} AS id,
           ($3::uuid[])[1 + n % cardinality($3::uuid[])] AS member_id,
           to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS iso
      FROM times),
  events AS (SELECT *, ${body} AS body FROM named)
  INSERT INTO webhook_events (environment_id, created_at, id, type, member_id, targets, body, delivery_id_at)
  SELECT $1::int, at, id, 'member.stamp_card_completed', member_id, $6::smallint, convert_to(body, 'UTF8'),
         position('${beforeDeliveryId}' IN body) + ${(beforeDeliveryId.length - 1).toString()}
    FROM events`;

const deliveryId = uuidOf(millisOf('e.created_at'), 'w.id::text || e.id');

/** A delivery of each event of environment $1 to each of the endpoints $2, failed once and waiting for its retry. */
export const insertStormDeliveries = `
  INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt, max_attempts,
                          failure, latency_ms, attempted_at, next_attempt_at)
  SELECT w.id, e.created_at, ${deliveryId}, e.environment_id, e.created_at, e.id, e.type, 'RETRYING', 1, ${attemptsMax},
         'TIMED_OUT', 10000, now() - interval '1 minute', now()
    FROM webhook_events e CROSS JOIN unnest($2::uuid[]) AS w (id)
   WHERE e.environment_id = $1`;

/** The tasks of those deliveries, due at $3. */
export const insertStormDue = `
  INSERT INTO delivery_tasks (destination_id, rank, due_at, id, environment_id, member_id, attempt, created_at)
  SELECT w.id, 0, $3::timestamptz, ${deliveryId}, e.environment_id, e.member_id, 1, e.created_at
    FROM webhook_events e CROSS JOIN unnest($2::uuid[]) AS w (id)
   WHERE e.environment_id = $1`;
