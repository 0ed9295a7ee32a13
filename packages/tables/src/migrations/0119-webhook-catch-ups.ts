import type { Migration } from '@loyalty/storage/migrations';

/** Adds catch-ups: deliveries of stored events that exceed their environment's share are created later. */
export const webhookCatchUpsMigration: Migration = {
  name: '0119-webhook-catch-ups',
  sql: `
    CREATE TABLE webhook_catch_ups (
      environment_id int              NOT NULL,
      webhook_id     uuid             NOT NULL,
      id             bigint           GENERATED ALWAYS AS IDENTITY,
      event_ids      uuid[]           NOT NULL,
      event_ats      timestamptz(3)[] NOT NULL,
      PRIMARY KEY (environment_id, webhook_id, id)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
    -- Ids do not become shorter by trying.
    ALTER TABLE webhook_catch_ups ALTER event_ids SET STORAGE EXTERNAL, ALTER event_ats SET STORAGE EXTERNAL;
    COMMENT ON TABLE webhook_catch_ups IS
      'Deliveries that are still to be made: of one endpoint, one for each event; they count among the targets of the event.';
  `,
};
