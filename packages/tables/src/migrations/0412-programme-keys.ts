import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** Keys by which a document names campaigns, tiers and segments in every environment (D343). */
export const programmeKeysMigrations: readonly Migration[] = [
  {
    name: '0412-programme-keys',
    sql: `
      ALTER TABLE campaigns ADD COLUMN key text;
      ALTER TABLE tiers ADD COLUMN key text;
      ALTER TABLE segments ADD COLUMN key text;
      COMMENT ON COLUMN campaigns.key IS 'Names it in documents; NULL, of builds that know no keys: its id does.';
      COMMENT ON COLUMN tiers.key IS 'Names it in documents; NULL, of builds that know no keys: its id does.';
      COMMENT ON COLUMN segments.key IS 'Names it in documents; NULL, of builds that know no keys: its id does.';
    `,
  },
  indexMigration('0412a-campaigns-key', {
    index: 'campaigns_key',
    isUnique: true,
    on: `ON campaigns (environment_id, key) WHERE key IS NOT NULL AND state <> 'ARCHIVED'`,
  }),
  indexMigration('0412b-tiers-key', {
    index: 'tiers_key',
    isUnique: true,
    on: 'ON tiers (environment_id, key) WHERE key IS NOT NULL',
  }),
  indexMigration('0412c-segments-key', {
    index: 'segments_key',
    isUnique: true,
    on: 'ON segments (environment_id, key) WHERE key IS NOT NULL',
  }),
];
