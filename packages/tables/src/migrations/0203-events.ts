import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds events for the feed (D66). Each event is also a row of transactions, which decides whether its ref is
 * new.
 */
export const eventsMigration: Migration = {
  name: '0203-events',
  sql: `
    CREATE TABLE events (
      environment_id     int            NOT NULL,
      received_at        timestamptz(3) NOT NULL,
      id                 uuid           NOT NULL,
      event_key          text           NOT NULL,
      ref                text           NOT NULL,
      member_id          uuid           NOT NULL,
      payload            bytea,
      definition_version int,
      points_awarded     bigint         NOT NULL CHECK (points_awarded >= 0),
      PRIMARY KEY (environment_id, received_at, id)
    );
    ALTER TABLE events ALTER COLUMN payload SET STORAGE EXTERNAL;
    CREATE INDEX events_of_member ON events (environment_id, member_id, received_at, id);
    CREATE INDEX events_of_key ON events (environment_id, event_key, received_at, id);
    COMMENT ON TABLE events IS 'Its indexes begin with what a feed is filtered by and end with its order, newest last.';
    COMMENT ON COLUMN events.payload IS 'JSON object; null once the member was erased (D48).';
  `,
};
