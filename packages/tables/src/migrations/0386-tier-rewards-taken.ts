import type { Migration } from '@loyalty/storage/migrations';

/**
 * Notes rewards of tiers that a return took back. Such a reward is given again; one that a person expired is
 * not (D304).
 */
export const tierRewardsTakenMigration: Migration = {
  name: '0386-tier-rewards-taken',
  sql: `
    ALTER TABLE rewards ADD COLUMN taken_tier_seq bigint;
    COMMENT ON COLUMN rewards.taken_tier_seq IS
      'Of a tier''s reward that ended because a return took its member below the tier: the number of that change of tier.';
  `,
};
