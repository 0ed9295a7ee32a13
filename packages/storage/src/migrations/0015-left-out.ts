import type { Migration } from './migration.ts';

export const leftOutMigration: Migration = {
  name: '0015-left-out',
  sql: `
    ALTER TABLE database_epochs ADD COLUMN left_out bigint NOT NULL DEFAULT 0;
    COMMENT ON COLUMN database_epochs.left_out IS 'Facts of revocations, suspensions and deletions that there was no room for: they were not applied again.';
  `,
};
