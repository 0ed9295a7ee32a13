import type { Migration } from './migration.ts';

/** Lets other processes end the membership of a process that is dead. */
export const groupMembersMigration: Migration = {
  name: '0024-group-members',
  sql: `
    CREATE TABLE group_members (
      consumer_group text NOT NULL,
      owner integer NOT NULL,
      member_id text NOT NULL,
      PRIMARY KEY (consumer_group, owner)
    );
    COMMENT ON TABLE group_members IS 'The id under which a process, by the lock of its outbox, is a member of a consumer group in Kafka.';
  `,
};
