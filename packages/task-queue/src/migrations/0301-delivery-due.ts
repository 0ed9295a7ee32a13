import type { Migration } from '@loyalty/storage/migrations';

export const deliveryDueMigration: Migration = {
  name: '0301-delivery-due',
  sql: `
    CREATE TABLE delivery_due (LIKE fulfilment_due INCLUDING ALL)
      WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
            autovacuum_vacuum_cost_delay = 0);
    COMMENT ON COLUMN delivery_due.id IS 'The delivery.';
    COMMENT ON COLUMN delivery_due.lane IS 'The endpoint: rows of one lane share its turns.';
  `,
};
