import type { Migration } from './migration.ts';

/** Lets a rejected message be sent again. Older rows are deleted after 28 days. */
export const rejectedHeadsMigration: Migration = {
  name: '0016-rejected-heads',
  sql: `
    ALTER TABLE outbox_rejected ADD head bytea;
    ALTER TABLE outbox_rejected ALTER head SET STATISTICS 0;
    COMMENT ON COLUMN outbox_rejected.head IS
      'The message without its value (partition, key, headers), packed as in the outbox. Null in older rows, and once the member was erased.';
  `,
};
