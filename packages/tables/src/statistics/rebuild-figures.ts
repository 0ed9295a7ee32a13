/** 2^53−1: no total is stored beyond it. */
const most = '9007199254740991';

/**
 * Parts of a statement that derive the figures of members from their receipts: `days` of purchase, `totals` of each member, and the
 * totals before each day (`began`). `uncounted` receipts have no amount; they are from before there were figures. `began` leaves
 * their members out. A sum of amounts is cut off at 2^53−1. `whose` narrows the members.
 */
export const figuresOfReceipts = (whose = ''): string => `
  days AS (
    SELECT environment_id, member_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, sum(amount_cents) AS cents,
           count(*) AS txns, count(*) FILTER (WHERE amount_cents IS NULL) AS uncounted
      FROM transactions WHERE operation = 'evaluate' ${whose}
     GROUP BY environment_id, member_id, day),
  totals AS (
    SELECT environment_id, member_id, least(sum(cents), ${most}) AS cents, sum(txns) AS txns, max(day) AS last_day,
           sum(uncounted) AS uncounted
      FROM days GROUP BY environment_id, member_id),
  began AS (
    SELECT d.environment_id, d.member_id, d.day, least(sum(d.cents) OVER so_far - d.cents, ${most}) AS cents,
           sum(d.txns) OVER so_far - d.txns AS txns
      FROM days d JOIN totals t USING (environment_id, member_id)
     WHERE t.uncounted = 0
    WINDOW so_far AS (PARTITION BY d.environment_id, d.member_id ORDER BY d.day))`;

/** The oldest day that is surely stored: the job forget-days deletes days that no window reaches. */
export const oldestKeptDay = `(now() AT TIME ZONE 'UTC')::date - 365`;
