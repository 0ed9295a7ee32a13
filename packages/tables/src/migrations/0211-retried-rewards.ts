import type { Migration } from '@loyalty/storage/migrations';

/** Adds the time of a reward's last retry, from which its waiting counts. */
export const retriedRewardMigrations: readonly Migration[] = [
  {
    name: '0211-retried-rewards',
    sql: `
      ALTER TABLE rewards ADD COLUMN retried_at timestamptz(3);
      COMMENT ON COLUMN rewards.retried_at IS 'When it was last asked for again by hand.';
    `,
  },
];
