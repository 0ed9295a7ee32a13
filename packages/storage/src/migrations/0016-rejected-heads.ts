import type { Migration } from './migration.ts';

/** Keeps all of a message that Kafka rejected, so that an operator can send it again. Older rows end after their 28 days. */
export const rejectedHeadsMigration: Migration = {
  name: '0016-rejected-heads',
  sql: `
    ALTER TABLE outbox_rejected ADD head bytea;
    ALTER TABLE outbox_rejected ALTER head SET STATISTICS 0;
    COMMENT ON COLUMN outbox_rejected.head IS
      'The message without its value (partition, key, headers), packed as in the outbox. Null in older rows, and once the member was erased.';
  `,
};
