import type { Migration } from '@loyalty/storage/migrations';

/**
 * All attempts of a delivery, and shorter response bodies (D111). Columns without a value rewrite nothing. Long bodies are
 * compressed from now on, also in later partitions. Readers wait while the table is locked: as long as the readers before them
 * take.
 */
export const deliveryAttemptsMigration: Migration = {
  name: '0117-delivery-attempts',
  sql: `
    ALTER TABLE deliveries ADD COLUMN earlier jsonb;
    COMMENT ON COLUMN deliveries.earlier IS
      'Attempts before the last one, oldest first, as {n, at, ms, code, why}; null when there are none. The last one is in the columns.';
    ALTER TABLE webhook_events ALTER COLUMN body SET STORAGE EXTENDED;
  `,
};
