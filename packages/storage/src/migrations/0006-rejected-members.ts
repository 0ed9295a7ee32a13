import type { Migration } from './migration.ts';

/** Lets an erasure find messages that Kafka rejected. Older rows are deleted after 28 days. */
export const rejectedMembersMigration: Migration = {
  name: '0006-rejected-members',
  sql: `
    ALTER TABLE outbox_rejected ADD environment_id int, ADD member_key bytea;
    COMMENT ON COLUMN outbox_rejected.member_key IS 'The key of the message where that is a member''s, 16 bytes.';
    COMMENT ON COLUMN outbox_rejected.message IS 'Empty once the member was erased (D48).';
    CREATE INDEX outbox_rejected_of_member ON outbox_rejected (environment_id, member_key) WHERE member_key IS NOT NULL;
  `,
};
