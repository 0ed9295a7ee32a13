import type { Migration } from '@loyalty/storage/migrations';

/** Adds replays of webhooks. The index is not built CONCURRENTLY, because the table is new as well. */
export const webhookReplaysMigration: Migration = {
  name: '0111-webhook-replays',
  sql: `
    CREATE TABLE webhook_replays (
      environment_id int            NOT NULL,
      webhook_id     uuid           NOT NULL,
      id             uuid           NOT NULL,
      since          timestamptz(3) NOT NULL,
      until          timestamptz(3) NOT NULL CHECK (until > since),
      selection      text           NOT NULL CHECK (selection IN ('UNDELIVERED', 'ALL')),
      state          text           NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'DONE', 'STOPPED')),
      enabled_at     timestamptz(3) NOT NULL,
      walked_at      timestamptz(3) NOT NULL,
      walked_id      uuid           NOT NULL,
      turn_at        timestamptz(3),
      made           bigint         NOT NULL DEFAULT 0,
      created_at     timestamptz(3) NOT NULL,
      finished_at    timestamptz(3),
      PRIMARY KEY (environment_id, webhook_id, created_at, id),
      FOREIGN KEY (environment_id, webhook_id) REFERENCES webhooks (environment_id, id),
      CONSTRAINT webhook_replays_say_when_they_ended CHECK ((state = 'RUNNING') = (finished_at IS NULL))
    ) WITH (fillfactor = 70);
    CREATE UNIQUE INDEX webhook_replays_running ON webhook_replays (environment_id, webhook_id) WHERE state = 'RUNNING';
    COMMENT ON COLUMN webhook_replays.enabled_at IS 'That of the webhook when it was asked for: with another one it was disabled meanwhile.';
    COMMENT ON COLUMN webhook_replays.walked_at IS 'Events up to this time, and this id, are done.';
    COMMENT ON COLUMN webhook_replays.turn_at IS 'Of its last chunk: replays of an environment take turns.';
    COMMENT ON COLUMN webhook_replays.made IS 'Deliveries that it has made.';

    CREATE INDEX deliveries_replays ON deliveries (webhook_id, event_id) WHERE replay_of IS NOT NULL;
  `,
};
