/** 2^53−1: no total is stored beyond it. */
const most = '9007199254740991';

/**
 * What members bought, from their receipts, as parts of a statement: `days` on which they bought, `totals` of each, and the
 * totals with which each day `began`. `untold` are receipts without an amount: they are from before there were figures, so
 * those of their member began in the middle of a history, and no day of theirs is in `began`. Amounts are never below zero, so
 * a sum that was cut off at 2^53−1 is cut off here too. `whose` narrows them to some members.
 */
export const figuresOfReceipts = (whose = ''): string => `
  days AS (
    SELECT environment_id, member_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, sum(amount_cents) AS cents,
           count(*) AS txns, count(*) FILTER (WHERE amount_cents IS NULL) AS untold
      FROM transactions WHERE operation = 'evaluate' ${whose}
     GROUP BY environment_id, member_id, day),
  totals AS (
    SELECT environment_id, member_id, least(sum(cents), ${most}) AS cents, sum(txns) AS txns, max(day) AS last_day,
           sum(untold) AS untold
      FROM days GROUP BY environment_id, member_id),
  began AS (
    SELECT d.environment_id, d.member_id, d.day, least(sum(d.cents) OVER so_far - d.cents, ${most}) AS cents,
           sum(d.txns) OVER so_far - d.txns AS txns
      FROM days d JOIN totals t USING (environment_id, member_id)
     WHERE t.untold = 0
    WINDOW so_far AS (PARTITION BY d.environment_id, d.member_id ORDER BY d.day))`;

/** The oldest day that is surely kept: the job forget-days forgets those that no window reaches. */
export const oldestKeptDay = `(now() AT TIME ZONE 'UTC')::date - 365`;
