import type { Migration } from '@loyalty/storage/migrations';

/** What members have in all, counted each day (D207). */
export const balanceCountsMigration: Migration = {
  name: '0345a-balance-counts',
  sql: `
    CREATE TABLE balance_counts (
      environment_id      int            NOT NULL,
      day                 date           NOT NULL,
      counted_at          timestamptz(3) NOT NULL,
      members             bigint         NOT NULL,
      members_with_points bigint         NOT NULL,
      points              bigint         NOT NULL,
      point_value_cents   int            NOT NULL,
      PRIMARY KEY (environment_id, day)
    );
    COMMENT ON TABLE balance_counts IS 'Of members who are not erased; the newest 400 of an environment.';
    COMMENT ON COLUMN balance_counts.day IS 'The UTC day of the run; counted_at is when it ended.';
  `,
};
