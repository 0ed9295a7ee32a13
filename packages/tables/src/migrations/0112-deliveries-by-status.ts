import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds an index for each status. The dispatcher's writes wait, because indexes of partitioned tables cannot
 * be built CONCURRENTLY.
 */
export const deliveriesByStatusMigration: Migration = {
  name: '0112-deliveries-by-status',
  sql: `
    CREATE INDEX deliveries_by_status ON deliveries (webhook_id, status, created_at DESC, id DESC) WHERE status <> 'SUCCEEDED';
    DROP INDEX deliveries_unhappy;
  `,
};
