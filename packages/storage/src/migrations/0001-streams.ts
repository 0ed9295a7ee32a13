import type { Migration } from './migration.ts';

export const streamsMigration: Migration = {
  name: '0001-streams',
  sql: `
    CREATE TABLE stream_positions (
      cluster_id     text        NOT NULL,
      consumer_group text        NOT NULL,
      topic          text        NOT NULL,
      partition      int         NOT NULL,
      next_offset    bigint      NOT NULL CHECK (next_offset >= 0),
      last_timestamp bigint,
      state          text        NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'PARKED')),
      parked_reason  text,
      updated_at     timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (cluster_id, consumer_group, topic, partition)
    ) WITH (fillfactor = 50);
    COMMENT ON COLUMN stream_positions.last_timestamp IS
      'Milliseconds since the epoch of the record before next_offset: tells a log that was replaced from the one that was read.';

    CREATE TABLE outbox (
      id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner      int         NOT NULL,
      messages   bytea       NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    ALTER TABLE outbox ALTER COLUMN messages SET STORAGE EXTERNAL;
    COMMENT ON COLUMN outbox.owner IS 'Second key of the session advisory lock that the owning process holds.';

    CREATE TABLE outbox_rejected (
      id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      topic       text        NOT NULL,
      message     bytea       NOT NULL,
      reason      text        NOT NULL,
      created_at  timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE dead_letter_counts (
      consumer_group text        NOT NULL,
      topic          text        NOT NULL,
      partition      int         NOT NULL,
      minute         timestamptz NOT NULL,
      count          int         NOT NULL,
      PRIMARY KEY (consumer_group, topic, partition, minute)
    );
  `,
};
