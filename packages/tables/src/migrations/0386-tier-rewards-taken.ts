import type { Migration } from '@loyalty/storage/migrations';

/** A tier's reward that a return took back is given again, and one that was expired by hand is not (D304). */
export const tierRewardsTakenMigration: Migration = {
  name: '0386-tier-rewards-taken',
  sql: `
    ALTER TABLE rewards ADD COLUMN taken_tier_seq bigint;
    COMMENT ON COLUMN rewards.taken_tier_seq IS
      'Of a tier''s reward that ended because a return took its member below the tier: the number of that change of tier.';
  `,
};
