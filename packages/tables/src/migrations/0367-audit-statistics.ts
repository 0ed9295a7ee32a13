import type { Migration } from '@loyalty/storage/migrations';

/**
 * Without statistics of whom and what the rows are about, the planner takes them to be few, and reads them by their own index.
 * Knowing that somebody made half of all rows, it would walk the primary key from the newest row on, past millions of others where
 * that half is old. Without those of the time, it does not take what came since they were made for nothing.
 */
export const auditStatisticsMigration: Migration = {
  name: '0367-audit-statistics',
  sql: `
    ALTER TABLE audit_entries ALTER created_at SET STATISTICS 0, ALTER actor_id SET STATISTICS 0,
      ALTER object_type SET STATISTICS 0, ALTER object_id SET STATISTICS 0;
  `,
};
