import type { Migration } from './migration.ts';

/**
 * Counts dead letters by environment, so that a flood from one tenant shows on a shared partition. Replaces
 * dead_letter_counts, which the previous release still writes. Also adds the row that proves that the
 * database takes writes.
 */
export const deadLettersMigration: Migration = {
  name: '0003-dead-letters',
  sql: `
    CREATE TABLE dead_letters_by_environment (
      consumer_group text        NOT NULL,
      topic          text        NOT NULL,
      partition      int         NOT NULL,
      environment_id int         NOT NULL,
      minute         timestamptz NOT NULL,
      count          int         NOT NULL,
      PRIMARY KEY (consumer_group, topic, partition, environment_id, minute)
    );
    COMMENT ON COLUMN dead_letters_by_environment.environment_id IS '0: of all environments, on a tenant''s own topic.';

    CREATE TABLE witness_writes (
      owner      int         PRIMARY KEY,
      written_at timestamptz NOT NULL
    );
    COMMENT ON TABLE witness_writes IS
      'A process whose message cannot be stored writes here, to tell a bad message from a database that takes no writes.';
  `,
};
