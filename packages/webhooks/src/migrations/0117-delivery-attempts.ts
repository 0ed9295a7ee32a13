import type { Migration } from '@loyalty/storage';

/**
 * All attempts of a delivery, and less of what receivers say (D111). Columns without a value rewrite nothing; a long body is
 * compressed from now on, as are those of partitions to come. Whoever reads waits for as long as the table is locked, which is as
 * long as nobody who reads already takes.
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
