import type { Migration } from './migration.ts';

/** Lets ghosts belong to an environment that was lost with its tenant, so that no row names it. */
export const ghostsOfTenantsMigration: Migration = {
  name: '0011-ghosts-of-tenants',
  sql: `
    ALTER TABLE history_ghosts ADD COLUMN tenant_id uuid;
    COMMENT ON COLUMN history_ghosts.tenant_id IS 'Null only on rows from before this column.';
  `,
};
