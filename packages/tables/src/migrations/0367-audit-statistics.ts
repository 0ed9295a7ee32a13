import type { Migration } from '@loyalty/storage/migrations';

/**
 * Without statistics the planner takes rows of an actor or object to be few, and reads them by their own index. With them it
 * walks the primary key from the newest row on where most rows are of one actor: past millions of others, if theirs are old.
 */
export const auditStatisticsMigration: Migration = {
  name: '0367-audit-statistics',
  sql: `
    ALTER TABLE audit_entries ALTER actor_id SET STATISTICS 0, ALTER object_type SET STATISTICS 0, ALTER object_id SET STATISTICS 0;
  `,
};
