import type { Migration } from '@loyalty/storage/migrations';

/** Adds the time of the last write of each setting, by which a write of a lost commit is recognised. */
export const settingsWrittenMigration: Migration = {
  name: '0134-settings-written',
  sql: `
    ALTER TABLE environments ADD COLUMN settings_written jsonb NOT NULL DEFAULT '{}';
    COMMENT ON COLUMN environments.settings_written IS 'By the name of a setting, when it was written last, in milliseconds since the epoch.';
  `,
};
