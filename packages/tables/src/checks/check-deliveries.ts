import { onlyRow, type Queryable } from '@loyalty/storage';
import type { InvariantFinding } from './invariant-checks.ts';

const promise = 'an event has as many deliveries as it was fanned out to (without replays)';

/** As many as other checks return. */
const examplesMax = 5;

/** Days whose events and deliveries are both still stored. */
const daysText = `
  SELECT day FROM (SELECT right(c.relname, 8) AS day
                     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                    WHERE i.inhparent = 'webhook_events'::regclass) AS kept
   WHERE to_regclass('deliveries_' || day) IS NOT NULL ORDER BY day`;

/** The first delivery of an event has the event's time; a requested one has its own. Leased and deferred deliveries count too. */
const wrongText = `
  WITH bounds AS MATERIALIZED (SELECT to_date($1, 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' AS begins,
                                      (to_date($1, 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC' AS ends),
       made AS (SELECT environment_id, created_at, event_id AS id FROM deliveries
                 WHERE created_at >= (SELECT begins FROM bounds) AND created_at < (SELECT ends FROM bounds)
                   AND created_at = event_at AND replay_of IS NULL
                UNION ALL
                SELECT k.environment_id, k.created_at, k.source_id
                  FROM task_leases o CROSS JOIN LATERAL unnest(o.destination_ids, o.ids, o.environment_ids, o.created_ats, o.source_ids)
                         AS k (webhook_id, id, environment_id, created_at, source_id)
                 WHERE k.created_at >= (SELECT begins FROM bounds) AND k.created_at < (SELECT ends FROM bounds)
                   AND NOT EXISTS (SELECT FROM deliveries d WHERE (d.webhook_id, d.created_at, d.id) = (k.webhook_id, k.created_at, k.id))
                UNION ALL
                SELECT c.environment_id, k.created_at, k.id
                  FROM webhook_catch_ups c CROSS JOIN LATERAL unnest(c.event_ids, c.event_ats) AS k (id, created_at)
                 WHERE k.created_at >= (SELECT begins FROM bounds) AND k.created_at < (SELECT ends FROM bounds)),
       counted AS (SELECT environment_id, created_at, id, count(*) AS deliveries FROM made GROUP BY 1, 2, 3),
       stored AS (SELECT environment_id, created_at, id, targets FROM webhook_events
                 WHERE created_at >= (SELECT begins FROM bounds) AND created_at < (SELECT ends FROM bounds)),
       wrong AS (SELECT environment_id || '/' || id AS example
                   FROM stored FULL JOIN counted USING (environment_id, created_at, id)
                  WHERE targets IS DISTINCT FROM coalesce(deliveries, 0))
  SELECT (SELECT count(*) FROM wrong) AS violations,
         ARRAY(SELECT example FROM wrong LIMIT ${examplesMax.toString()}) AS examples`;

/** Compares events with their deliveries, day by day. Each day is read once, in one snapshot. */
export const checkDeliveries = async (db: Queryable): Promise<InvariantFinding> => {
  const examples: string[] = [];
  let violations = 0;
  for (const { day } of await db.query<{ day: string }>(daysText)) {
    const rows = await db.query<Pick<InvariantFinding, 'violations' | 'examples'>>(wrongText, [day]);
    const found = onlyRow(rows, 'the violations');
    violations += found.violations;
    examples.push(...found.examples.slice(0, examplesMax - examples.length));
  }
  return { invariant: 'I12', promise, violations, examples };
};
