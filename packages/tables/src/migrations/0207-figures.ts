import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the totals before each day, and what is needed to rebuild them (D97). There is no CHECK, because
 * figures never refuse a receipt.
 */
export const figuresMigration: Migration = {
  name: '0207-figures',
  sql: `
    ALTER TABLE members
      ADD COLUMN spend_cents  bigint NOT NULL DEFAULT 0,
      ADD COLUMN txn_count    bigint NOT NULL DEFAULT 0,
      ADD COLUMN last_txn_day date;
    COMMENT ON COLUMN members.spend_cents IS
      'Of all receipts since there are figures, all currencies at face value; it stops at 2^53-1.';

    ALTER TABLE transactions
      ADD COLUMN amount_cents bigint,
      ADD COLUMN occurred_at  timestamptz(3);
    COMMENT ON COLUMN transactions.amount_cents IS
      'Of purchases; null of whatever is none, and of receipts from before there were figures.';

    CREATE TABLE member_days (
      environment_id int    NOT NULL,
      member_id      uuid   NOT NULL,
      day            date   NOT NULL,
      spend_before   bigint NOT NULL,
      txns_before    bigint NOT NULL,
      PRIMARY KEY (environment_id, member_id, day) INCLUDE (spend_before, txns_before)
    ) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
    CREATE INDEX member_days_by_age ON member_days USING brin (day);
    COMMENT ON TABLE member_days IS
      'The totals of a member when a day of purchase began (UTC, by occurredAt); written only under the lock of the member. A window is the totals now less those with which its first day began. Vacuumed often, so that its key alone is read.';
  `,
};
