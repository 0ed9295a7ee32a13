import { figuresOfReceipts, oldestKeptDay } from '../statistics/figures-of-receipts.ts';
import type { InvariantCheck } from './invariant-check.ts';

/** Checks the figures of members against their receipts. */
export const figureChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I15',
    promise: "a member's totals and last day of purchase are those of their receipts",
    sql: `WITH ${figuresOfReceipts()}
          SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN totals t ON t.environment_id = m.environment_id AND t.member_id = m.id
           WHERE coalesce(t.uncounted, 0) = 0
             AND (m.spend_cents, m.txn_count, m.last_txn_day)
                 IS DISTINCT FROM (coalesce(t.cents, 0), coalesce(t.txns, 0), t.last_day)`,
  },
  {
    invariant: 'I15',
    promise: 'each day of purchase began with the receipts of the days before it',
    // The job may have deleted a day that no window reaches. A late receipt then creates it with the totals of the next day.
    sql: `WITH ${figuresOfReceipts()},
          stored AS (
            SELECT d.* FROM member_days d LEFT JOIN totals t USING (environment_id, member_id)
             WHERE coalesce(t.uncounted, 0) = 0)
          SELECT environment_id || '/' || member_id || ' on ' || day AS example
            FROM began b FULL JOIN stored s USING (environment_id, member_id, day)
           WHERE (b.cents, b.txns) IS DISTINCT FROM (s.spend_before, s.txns_before)
             AND day >= ${oldestKeptDay}`,
  },
];
