import type { Migration } from '@loyalty/storage';

/**
 * Deliveries that did not succeed, each status by itself: behind a million that have failed, those that are retried are found as
 * fast. It is built at once, and the dispatcher's writes wait for it: Postgres builds no index of partitions CONCURRENTLY.
 */
export const deliveriesByStatusMigration: Migration = {
  name: '0112-deliveries-by-status',
  sql: `
    CREATE INDEX deliveries_by_status ON deliveries (webhook_id, status, created_at DESC, id DESC) WHERE status <> 'SUCCEEDED';
    DROP INDEX deliveries_unhappy;
  `,
};
