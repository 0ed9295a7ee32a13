import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds statistics for the audit log. Without them the planner expects few rows of an actor or object, and
 * reads them by their own index. With them, if most rows are of one actor, it walks the primary key from the
 * newest row on, past millions of other rows if that actor's are old.
 */
export const auditStatisticsMigration: Migration = {
  name: '0367-audit-statistics',
  sql: `
    ALTER TABLE audit_entries ALTER actor_id SET STATISTICS 0, ALTER object_type SET STATISTICS 0, ALTER object_id SET STATISTICS 0;
  `,
};
