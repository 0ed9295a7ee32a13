import type { Migration } from '@loyalty/storage/migrations';

/**
 * Without statistics the planner takes rows of an actor or object to be few, and reads them by their own index. With them it
 * walks the primary key from the newest row on, past millions of others where theirs are old. Without those of times, it does
 * not take rows since the last ANALYZE for none.
 */
export const auditStatisticsMigration: Migration = {
  name: '0367-audit-statistics',
  sql: `
    ALTER TABLE audit_entries ALTER created_at SET STATISTICS 0, ALTER actor_id SET STATISTICS 0,
      ALTER object_type SET STATISTICS 0, ALTER object_id SET STATISTICS 0;
  `,
};
