import type { Migration } from '@loyalty/storage';

/** A setting that a lost commit had written is known by the time at which it was written last. */
export const settingsWrittenMigration: Migration = {
  name: '0134-settings-written',
  sql: `
    ALTER TABLE environments ADD COLUMN settings_written jsonb NOT NULL DEFAULT '{}';
    COMMENT ON COLUMN environments.settings_written IS 'By the name of a setting, when it was written last, in milliseconds since the epoch.';
  `,
};
