import { onlyRow, type Queryable } from '@loyalty/storage';
import { importChecks } from './import-checks.ts';
import { mergeChecks } from './merge-checks.ts';
import { ownerChecks } from './owner-checks.ts';
import { pointDaysCheck } from './point-days-check.ts';
import { referenceChecks } from './reference-checks.ts';
import {
  deductedCheck,
  deductionCheck,
  erasureChecks,
  figureChecks,
  type InvariantCheck,
  pendingCheck,
  poolChecks,
  endedRedemptionCheck,
  nothingFromNothingCheck,
  openRedemptionCheck,
  refundCheck,
  returnCheck,
  rewardChecks,
  segmentChecks,
  tierChecks,
  useChecks,
  voidCheck,
} from './subject-checks.ts';

/** The role may not read what the check needs, or an extension that an operator may do without is missing. */
export type UnmadeReason = 'NO_RIGHT' | 'NO_EXTENSION';

export interface InvariantFinding {
  readonly invariant: string;
  readonly promise: string;
  readonly violations: number;
  readonly examples: readonly string[];
  /** A note to an operator about what was not compared, and why. */
  readonly note?: string;
  /** The reason why the check, or a part of it, was not made, so that no violation says nothing. */
  readonly unmade?: UnmadeReason;
}

const memberName = `environment_id || '/' || member_id`;

/** All checks except that of deliveries. Each reads the whole table once. */
export const invariantChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I1',
    promise: "the sum of a member's entries is their balance, and the last seq is the member's",
    sql: `SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN (SELECT environment_id, member_id, sum(points) AS points, max(seq) AS seq
                         FROM ledger_entries GROUP BY environment_id, member_id) e
              ON e.environment_id = m.environment_id AND e.member_id = m.id
           WHERE m.points_balance <> coalesce(e.points, 0) OR m.ledger_seq <> coalesce(e.seq, 0)`,
  },
  {
    invariant: 'I1',
    promise: 'the running sum equals balanceAfter of every entry, and seq has no gap',
    sql: `SELECT ${memberName} || ' seq ' || seq AS example
            FROM (SELECT environment_id, member_id, seq, balance_after,
                         sum(points) OVER member AS running, row_number() OVER member AS place
                    FROM ledger_entries
                  WINDOW member AS (PARTITION BY environment_id, member_id ORDER BY seq)) e
           WHERE balance_after <> running OR seq <> place`,
  },
  {
    invariant: 'I2',
    promise: 'no balance is below zero',
    sql: `SELECT environment_id || '/' || id AS example FROM members WHERE points_balance < 0`,
  },
  {
    invariant: 'I4',
    promise:
      'the entries of a transaction, its pending points and those returned before they matured add up to the pointsAwarded of its response',
    sql: `SELECT t.environment_id || '/' || t.ref AS example
            FROM transactions t
           CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb AS answer) a
            LEFT JOIN (SELECT environment_id, transaction_id, sum(points) AS points
                         FROM pending_points GROUP BY environment_id, transaction_id) p
              ON p.environment_id = t.environment_id AND p.transaction_id = t.id
            LEFT JOIN returned_transactions r ON r.environment_id = t.environment_id AND r.transaction_id = t.id
            LEFT JOIN (SELECT environment_id, transaction_id, sum(points) AS points
                         FROM ledger_entries WHERE type = 'EARN' GROUP BY environment_id, transaction_id) e
              ON e.environment_id = t.environment_id AND e.transaction_id = t.id
           WHERE t.operation IN ('evaluate', 'event', 'credit')
             AND (a.answer ->> 'pointsAwarded')::bigint
                   <> coalesce(e.points, 0) + coalesce(p.points, 0) + coalesce(r.points_from_pending, 0)
             AND NOT (a.answer ? 'pointsPending'
                  AND (a.answer ->> 'pointsAwarded')::bigint - (a.answer ->> 'pointsPending')::bigint
                        <= coalesce(e.points, 0) + coalesce(r.points_from_pending, 0)
                  -- What waits of an erased member is gone.
                  AND EXISTS (SELECT FROM members m WHERE m.environment_id = t.environment_id AND m.id = t.member_id
                                                      AND m.state = 'anonymized'))`,
  },
  {
    invariant: 'I4',
    promise: 'a redeem has one entry, with the pointsRedeemed and the balanceAfter of its response',
    sql: `SELECT t.environment_id || '/' || t.ref AS example
            FROM transactions t
           CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb AS answer) a
            LEFT JOIN (SELECT environment_id, transaction_id, count(*) AS entries, sum(points) AS points,
                              min(balance_after) AS balance
                         FROM ledger_entries WHERE type = 'REDEEM' GROUP BY environment_id, transaction_id) e
              ON e.environment_id = t.environment_id AND e.transaction_id = t.id
           WHERE t.operation = 'redeem'
             AND (e.entries IS DISTINCT FROM 1 OR -e.points <> (a.answer ->> 'pointsRedeemed')::bigint
                  OR e.balance <> (a.answer ->> 'balanceAfter')::bigint)`,
  },
  {
    invariant: 'I6',
    promise: 'lifetimePoints is the sum of EARN entries and openings, minus what returns reversed',
    sql: `SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN (SELECT environment_id, member_id, sum(points) AS points
                         FROM (SELECT environment_id, member_id,
                                      CASE type WHEN 'EARN' THEN points ELSE lifetime_change END AS points
                                 FROM ledger_entries WHERE type IN ('EARN', 'RETURN')
                               UNION ALL SELECT environment_id, member_id, lifetime_points FROM openings) moved
                        GROUP BY environment_id, member_id) e
              ON e.environment_id = m.environment_id AND e.member_id = m.id
           WHERE m.lifetime_points <> coalesce(e.points, 0)`,
  },
  {
    invariant: 'I4',
    promise:
      'a return has the entry that its response says: one if it reversed points that had matured, otherwise none',
    sql: `SELECT t.environment_id || '/' || t.ref AS example
            FROM transactions t
           CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb AS answer) a
           CROSS JOIN LATERAL (SELECT (a.answer ->> 'pointsReversed')::bigint
                                        - coalesce((a.answer ->> 'pointsFromPending')::bigint, 0) AS points) lost
            LEFT JOIN (SELECT environment_id, transaction_id, count(*) AS entries, sum(points) AS points,
                              sum(lifetime_change) AS lifetime, min(balance_after) AS balance
                         -- What its redeemed points paid to returns of before has entries of its own.
                         FROM ledger_entries WHERE type = 'RETURN' AND lifetime_change < 0
                        GROUP BY environment_id, transaction_id) e
              ON e.environment_id = t.environment_id AND e.transaction_id = t.id
           WHERE t.operation = 'return'
             AND ((e.entries, -e.points, -e.lifetime)
                    IS DISTINCT FROM ((CASE WHEN lost.points > 0 THEN 1 END)::bigint,
                                      (CASE WHEN lost.points > 0
                                            THEN (a.answer ->> 'pointsFromBalance')::bigint END)::numeric,
                                      nullif(lost.points, 0)::numeric)
                  OR e.balance <> (a.answer ->> 'pointsBalance')::bigint
                  OR lost.points
                       <> (a.answer ->> 'pointsFromBalance')::bigint + (a.answer ->> 'pointsExpired')::bigint
                          + (a.answer ->> 'pointsForgiven')::bigint + coalesce((a.answer ->> 'pointsToDeduct')::bigint, 0)
                          + coalesce((a.answer ->> 'pointsClaimable')::bigint, 0))`,
  },
  deductionCheck,
  nothingFromNothingCheck,
  {
    invariant: 'I4',
    promise: 'the REFUND entries of a return add up to the pointsRefunded of its response',
    sql: `SELECT t.environment_id || '/' || t.ref AS example
            FROM transactions t
           CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb -> 'redeemed' AS redeemed) a
            LEFT JOIN (SELECT environment_id, transaction_id, sum(points) AS points
                         FROM ledger_entries WHERE type = 'REFUND' GROUP BY environment_id, transaction_id) e
              ON e.environment_id = t.environment_id AND e.transaction_id = t.id
           WHERE t.operation = 'return'
             AND coalesce((a.redeemed ->> 'pointsRefunded')::bigint, 0) <> coalesce(e.points, 0)`,
  },
  voidCheck,
  returnCheck,
  refundCheck,
  pendingCheck,
  openRedemptionCheck,
  endedRedemptionCheck,
  deductedCheck,
  {
    invariant: 'I21',
    promise: 'each return is among the returns of its receipt',
    sql: `SELECT n.environment_id || '/' || n.ref AS example
            FROM transactions n
            LEFT JOIN (SELECT environment_id, unnest(return_ids) AS id FROM returned_transactions) r
              ON r.environment_id = n.environment_id AND r.id = n.id
           WHERE n.operation = 'return' AND r.id IS NULL`,
  },
  {
    invariant: 'I7',
    promise:
      'what a campaign has spent is what it awarded and the discounts it granted, minus what returns gave back (except points for referrers that nobody received)',
    sql: `SELECT b.environment_id || '/' || b.campaign_id AS example
            FROM (SELECT environment_id, campaign_id, greatest(spent_cents + coalesce((
                           SELECT sum(s.cents) FROM campaign_spendings s
                            WHERE s.environment_id = a.environment_id AND s.campaign_id = a.campaign_id), 0), 0) AS spent_cents
                    FROM campaign_budgets a) b
            JOIN campaigns c ON c.environment_id = b.environment_id AND c.id = b.campaign_id
            JOIN environments v ON v.id = b.environment_id AND NOT v.settings ? 'pointValueCents'
            LEFT JOIN (SELECT t.environment_id, award ->> 'campaignId' AS campaign_id,
                              sum((award ->> 'pointsEarned')::bigint) AS points
                         FROM transactions t,
                              jsonb_array_elements(convert_from(t.answer, 'UTF8')::jsonb -> 'campaigns') AS award
                        WHERE t.operation IN ('evaluate', 'event', 'credit')
                        GROUP BY t.environment_id, award ->> 'campaignId') e
              ON e.environment_id = b.environment_id AND e.campaign_id = b.campaign_id::text
            LEFT JOIN (SELECT environment_id, campaign_id,
                              sum(ceil(CASE WHEN reward_type = 'GIFT_CARD' THEN (value ->> 'amount')::numeric
                                            WHEN value ->> 'discountType' = 'FIXED' THEN (value ->> 'value')::numeric
                                       END)) AS face_value
                         FROM rewards GROUP BY environment_id, campaign_id) r
              ON r.environment_id = b.environment_id AND r.campaign_id = b.campaign_id
            LEFT JOIN (SELECT environment_id, campaign_id, sum(cents) AS cents
                         FROM (SELECT environment_id, answer ->> 'campaignId' AS campaign_id,
                                      (answer ->> 'discountAmount')::bigint AS cents
                                 FROM (SELECT environment_id, convert_from(answer, 'UTF8')::jsonb AS answer
                                         FROM transactions WHERE operation = 'redeem') redeems
                               UNION ALL
                               SELECT environment_id, redeemed ->> 'campaignId', -(redeemed ->> 'discountReversed')::bigint
                                 FROM (SELECT environment_id, convert_from(answer, 'UTF8')::jsonb -> 'redeemed' AS redeemed
                                         FROM transactions WHERE operation = 'return') refunds
                                WHERE jsonb_typeof(redeemed) = 'object'
                               UNION ALL
                               SELECT environment_id, answer ->> 'campaignId', -(answer ->> 'discountReversed')::bigint
                                 FROM (SELECT environment_id, convert_from(answer, 'UTF8')::jsonb AS answer
                                         FROM transactions WHERE operation = 'void') voids) discounts
                        GROUP BY environment_id, campaign_id) d
              ON d.environment_id = b.environment_id AND d.campaign_id = b.campaign_id::text
            LEFT JOIN (SELECT t.environment_id, award ->> 'campaignId' AS campaign_id,
                              sum((award ->> 'budgetCents')::bigint) AS cents
                         FROM transactions t,
                              jsonb_array_elements(convert_from(t.answer, 'UTF8')::jsonb -> 'awards') AS award
                        WHERE t.operation = 'return'
                        GROUP BY t.environment_id, award ->> 'campaignId') g
              ON g.environment_id = b.environment_id AND g.campaign_id = b.campaign_id::text
            LEFT JOIN (SELECT t.environment_id, deduction ->> 'campaignId' AS campaign_id,
                              sum((deduction ->> 'budgetCents')::bigint) AS cents
                         FROM transactions t,
                              jsonb_array_elements(convert_from(t.answer, 'UTF8')::jsonb -> 'deductions') AS deduction
                        WHERE t.operation IN ('return', 'void')
                        GROUP BY t.environment_id, deduction ->> 'campaignId') l
              ON l.environment_id = b.environment_id AND l.campaign_id = b.campaign_id::text
           CROSS JOIN LATERAL (SELECT coalesce(e.points, 0) + coalesce(r.face_value, 0) + coalesce(d.cents, 0)
                                      - coalesce(g.cents, 0) - coalesce(l.cents, 0) AS cents) awarded
           WHERE b.spent_cents < awarded.cents
              OR (b.spent_cents > awarded.cents AND c.earning_rule ->> 'type' <> 'REFERRAL_BONUS')`,
  },
  {
    invariant: 'I8',
    promise: 'a reward that a response names exists, and vice versa',
    sql: `SELECT coalesce(n.environment_id, r.environment_id) || '/' || coalesce(n.id, r.id::text) AS example
            FROM (SELECT t.environment_id, jsonb_array_elements_text(award -> 'rewardIds') AS id
                    FROM transactions t,
                         jsonb_array_elements(convert_from(t.answer, 'UTF8')::jsonb -> 'campaigns') AS award
                   WHERE t.operation IN ('evaluate', 'event', 'credit')) n
            FULL JOIN (SELECT environment_id, id FROM rewards WHERE campaign_id IS NOT NULL) r
              ON r.environment_id = n.environment_id AND r.id::text = n.id
           WHERE n.id IS NULL OR r.id IS NULL`,
  },
  ...rewardChecks,
  ...tierChecks,
  ...figureChecks,
  ...useChecks,
  {
    invariant: 'I4',
    promise: 'an adjustment with a ref has the one entry that its response says',
    sql: `SELECT t.environment_id || '/' || t.ref AS example
            FROM transactions t
           CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb -> 'entry' AS entry) a
            LEFT JOIN (SELECT environment_id, transaction_id, count(*) AS entries, sum(points) AS points
                         FROM ledger_entries WHERE type = 'ADJUST' AND transaction_id IS NOT NULL
                        GROUP BY environment_id, transaction_id) e
              ON e.environment_id = t.environment_id AND e.transaction_id = t.id
           WHERE t.operation = 'adjust'
             AND (e.entries IS DISTINCT FROM 1 OR e.points <> (a.entry ->> 'points')::bigint)`,
  },
  {
    invariant: 'I13',
    promise:
      'a lot has what its entries brought, minus what was spent from it and what expired (except of erased members)',
    sql: `SELECT environment_id || '/' || member_id || ' lot ' || days || '/' || day AS example
            FROM (SELECT environment_id, member_id, coalesce(sliding_days, 0) AS days,
                         CASE WHEN sliding_days IS NULL THEN floor(extract(epoch FROM expires_at) / 86400)::int
                              ELSE 0 END AS day, points
                    FROM ledger_entries WHERE expires_at IS NOT NULL OR sliding_days IS NOT NULL
                  UNION ALL
                  SELECT environment_id, member_id, (take ->> 0)::int, (take ->> 1)::int, -(take ->> 2)::bigint
                    FROM ledger_entries, jsonb_array_elements(from_lots) AS take
                  UNION ALL
                  SELECT environment_id, member_id, sliding_days, expires_on, -points FROM point_lots) moved
           WHERE NOT EXISTS (SELECT FROM members m
                              WHERE m.environment_id = moved.environment_id AND m.id = moved.member_id
                                AND m.state = 'anonymized')
           GROUP BY environment_id, member_id, days, day
          HAVING sum(points) <> 0`,
  },
  {
    invariant: 'I13',
    promise: 'the lots of a member are part of their balance',
    sql: `SELECT ${memberName} AS example
            FROM (SELECT environment_id, member_id, sum(points) AS points FROM point_lots
                   GROUP BY environment_id, member_id) l
           WHERE NOT EXISTS (SELECT FROM members m
                              WHERE m.environment_id = l.environment_id AND m.id = l.member_id
                                AND m.points_balance >= l.points)`,
  },
  ...ownerChecks,
  ...segmentChecks,
  ...importChecks,
  ...referenceChecks,
  ...mergeChecks,
  pointDaysCheck,
  {
    invariant: 'I9',
    promise: 'every row belongs to an environment that exists',
    sql: `SELECT 'environment ' || environment_id AS example
            FROM (SELECT DISTINCT environment_id FROM members
                  UNION SELECT DISTINCT environment_id FROM transactions
                  UNION SELECT DISTINCT environment_id FROM ledger_entries
                  UNION SELECT DISTINCT environment_id FROM segment_members
                  UNION SELECT DISTINCT environment_id FROM segment_states) used
           WHERE NOT EXISTS (SELECT FROM environments v WHERE v.id = used.environment_id)`,
  },
  ...erasureChecks,
  ...poolChecks,
];

export const runInvariantCheck = async (db: Queryable, check: InvariantCheck): Promise<InvariantFinding> => {
  const [row] = await db.query<{ violations: number; examples: string[] | null }>(
    `WITH found AS (${check.sql})
     SELECT (SELECT count(*) FROM found) AS violations,
            (SELECT array_agg(example) FROM (SELECT example FROM found LIMIT 5) AS first) AS examples`,
  );
  const { invariant, promise } = check;
  return { invariant, promise, violations: row?.violations ?? 0, examples: row?.examples ?? [] };
};

const promiseOfDeliveries =
  'an event has one delivery for each endpoint that it was fanned out to (not counting replays)';

const examplesMax = 5;

/** Days whose events and deliveries are both still stored. */
const daysText = `
  SELECT day FROM (SELECT right(c.relname, 8) AS day
                     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                    WHERE i.inhparent = 'webhook_events'::regclass) AS kept
   WHERE to_regclass('deliveries_' || day) IS NOT NULL ORDER BY day`;

/** A first delivery has the event's time, a requested one its own. Leased and deferred ones count too. */
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

/** Checks deliveries day by day. Each is read once, in one snapshot. */
export const checkDeliveries = async (
  db: Queryable,
  /** The days of it and after it. */
  since: Date | null = null,
): Promise<InvariantFinding> => {
  const examples: string[] = [];
  let violations = 0;
  const firstDay = since === null ? '' : since.toISOString().slice(0, 10).replaceAll('-', '');
  for (const { day } of await db.query<{ day: string }>(daysText)) {
    if (day < firstDay) continue;
    const rows = await db.query<Pick<InvariantFinding, 'violations' | 'examples'>>(wrongText, [day]);
    const found = onlyRow(rows, 'the violations');
    violations += found.violations;
    examples.push(...found.examples.slice(0, examplesMax - examples.length));
  }
  return { invariant: 'I12', promise: promiseOfDeliveries, violations, examples };
};
