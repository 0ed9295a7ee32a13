import type { Migration } from '@loyalty/storage/migrations';

/** Adds the points of all members, counted each day (D202). */
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

/**
 * Adds counts for people who look at a programme while it runs (D203). No decision reads them, and they name
 * nobody.
 */
export const activityMigration: Migration = {
  name: '0345b-activity',
  sql: `
    CREATE TABLE activity (
      environment_id   int            NOT NULL,
      step_minutes     smallint       NOT NULL,
      at               timestamptz(3) NOT NULL,
      campaign_id      uuid           NOT NULL,
      receipts         bigint         NOT NULL,
      events           bigint         NOT NULL,
      awards           bigint         NOT NULL,
      spend_cents      bigint         NOT NULL,
      points_earned    bigint         NOT NULL,
      points_redeemed  bigint         NOT NULL,
      discount_cents   bigint         NOT NULL,
      points_expired   bigint         NOT NULL,
      points_adjusted  bigint         NOT NULL,
      members_enrolled bigint         NOT NULL,
      rewards_given    bigint         NOT NULL,
      cost_cents       bigint         NOT NULL,
      PRIMARY KEY (environment_id, step_minutes, at, campaign_id)
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE activity IS 'What was committed, counted by the processes that did it; a crash loses the last second.';
    COMMENT ON COLUMN activity.step_minutes IS 'Of a minute, an hour or a day: 1, 60 or 1440. The row of an hour has what its minutes have.';
    COMMENT ON COLUMN activity.campaign_id IS 'All zeros: of the whole environment.';
  `,
};
