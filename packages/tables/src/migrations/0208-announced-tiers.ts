import { indexMigration, type Migration } from '@loyalty/storage/migrations';

export const announcedTierMigrations: readonly Migration[] = [
  {
    name: '0208a-announced-tiers',
    sql: `
      ALTER TABLE members ADD COLUMN tier_seq bigint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN members.tier_id IS
        'The tier that was told of them last; the tier that they have follows from lifetime_points (D54).';
      COMMENT ON COLUMN members.tier_seq IS 'How many changes of their tier were told.';
    `,
  },
  indexMigration('0208b-rewards-of-tiers', {
    index: 'rewards_of_tiers',
    on: 'ON rewards (environment_id, member_id, tier_id) WHERE tier_id IS NOT NULL',
  }),
];
