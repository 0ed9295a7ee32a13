import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the attempts of deliveries (D111). Columns without a value rewrite no rows. Readers wait for the lock
 * as long as those before it.
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
