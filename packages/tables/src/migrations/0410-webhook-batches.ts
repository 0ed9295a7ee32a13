import type { Migration } from '@loyalty/storage/migrations';

/** Endpoints that ask for their events in batches (D320). */
export const webhookBatchesMigration: Migration = {
  name: '0410-webhook-batches',
  sql: `
    ALTER TABLE webhooks
      ADD COLUMN batch_max_events  smallint,
      ADD COLUMN batch_max_wait_ms smallint,
      ADD CONSTRAINT webhooks_take_batches_within_bounds
        CHECK ((batch_max_events IS NULL) = (batch_max_wait_ms IS NULL)
               AND batch_max_events BETWEEN 1 AND 100 AND batch_max_wait_ms BETWEEN 0 AND 5000) NOT VALID;
    COMMENT ON COLUMN webhooks.batch_max_events IS 'Events of one body at most; NULL: each event has a body of its own.';
    COMMENT ON COLUMN webhooks.batch_max_wait_ms IS 'An event waits so long for others.';
  `,
};
