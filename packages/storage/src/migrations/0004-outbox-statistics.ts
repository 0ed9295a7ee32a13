import type { Migration } from './migration.ts';

/**
 * Dead letters contain names of members, so ANALYZE must keep no samples of them. Changing the type to itself
 * deletes existing samples and rewrites nothing.
 */
export const outboxStatisticsMigration: Migration = {
  name: '0004-outbox-statistics',
  sql: `
    ALTER TABLE outbox ALTER messages TYPE bytea;
    ALTER TABLE outbox ALTER messages SET STORAGE EXTERNAL, ALTER messages SET STATISTICS 0;
    ALTER TABLE outbox_rejected ALTER message TYPE bytea, ALTER message SET STATISTICS 0;
  `,
};
