import type { InvariantCheck } from './invariant-check.ts';

const most = '9007199254740991';

/**
 * Days on which members bought something, and what each bought in all. `told` is false of a member with a receipt that has no
 * amount: it is from before there were figures, so theirs began in the middle of their history. Amounts are never below zero,
 * so a sum that was cut off at 2^53−1 is cut off here too.
 */
const purchases = `
  days AS (
    SELECT environment_id, member_id, (occurred_at AT TIME ZONE 'UTC')::date AS day,
           sum(amount_cents) AS cents, count(*) AS txns, bool_and(amount_cents IS NOT NULL) AS told
      FROM transactions WHERE operation = 'evaluate'
     GROUP BY environment_id, member_id, day),
  totals AS (
    SELECT environment_id, member_id, least(sum(cents), ${most}) AS cents, sum(txns) AS txns, max(day) AS last_day,
           bool_and(told) AS told
      FROM days GROUP BY environment_id, member_id)`;

/** What members bought, as their figures and as their receipts have it. */
export const figureChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I15',
    promise: "a member's totals and last day of purchase are those of their receipts",
    sql: `WITH ${purchases}
          SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN totals t ON t.environment_id = m.environment_id AND t.member_id = m.id
           WHERE t.told IS NOT FALSE
             AND (m.spend_cents, m.txn_count, m.last_txn_day)
                 IS DISTINCT FROM (coalesce(t.cents, 0), coalesce(t.txns, 0), t.last_day)`,
  },
  {
    invariant: 'I15',
    promise: 'each day of purchase began with the receipts of the days before it',
    // A day that no window reaches may have been forgotten; with a late receipt it then begins as the next one did.
    sql: `WITH ${purchases},
          began AS (
            SELECT d.environment_id, d.member_id, d.day,
                   least(sum(d.cents) OVER so_far - d.cents, ${most}) AS cents, sum(d.txns) OVER so_far - d.txns AS txns
              FROM days d JOIN totals t USING (environment_id, member_id)
             WHERE t.told
            WINDOW so_far AS (PARTITION BY d.environment_id, d.member_id ORDER BY d.day)),
          stored AS (
            SELECT d.* FROM member_days d LEFT JOIN totals t USING (environment_id, member_id)
             WHERE t.told IS NOT FALSE)
          SELECT environment_id || '/' || member_id || ' on ' || day AS example
            FROM began b FULL JOIN stored s USING (environment_id, member_id, day)
           WHERE (b.cents, b.txns) IS DISTINCT FROM (s.spend_before, s.txns_before)
             AND day >= (now() AT TIME ZONE 'UTC')::date - 365`,
  },
];
