import type { Migration } from '@loyalty/storage/migrations';

/** Adds what people have read (D316): a row for each person, operation and UTC day. */
export const peopleReadsMigration: Migration = {
  name: '0398-people-reads',
  sql: `
    CREATE TABLE people_reads (
      environment_id int    NOT NULL,
      day            date   NOT NULL,
      operation      text   NOT NULL,
      author         bytea  NOT NULL,
      reads          bigint NOT NULL,
      PRIMARY KEY (environment_id, day, operation, author)
    ) WITH (fillfactor = 70);
    COMMENT ON TABLE people_reads IS 'How often each person has read by which operation on a UTC day, for 400 days; a killed process loses up to ten seconds.';
    COMMENT ON COLUMN people_reads.author IS 'A person, as in transactions.author. Empty: all people beyond the bounds together.';
  `,
};
