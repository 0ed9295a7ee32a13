import type { Migration } from '../migration.ts';

/**
 * The outbox holds dead letters, and they hold what members are called: ANALYZE keeps no samples of it. Those that were kept go
 * with a change of the column's type to itself, which rewrites nothing.
 */
export const outboxStatisticsMigration: Migration = {
  name: '0004-outbox-statistics',
  sql: `
    ALTER TABLE outbox ALTER messages TYPE bytea;
    ALTER TABLE outbox ALTER messages SET STORAGE EXTERNAL, ALTER messages SET STATISTICS 0;
    ALTER TABLE outbox_rejected ALTER message TYPE bytea, ALTER message SET STATISTICS 0;
  `,
};
