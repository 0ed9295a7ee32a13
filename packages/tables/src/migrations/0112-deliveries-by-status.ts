import type { Migration } from '@loyalty/storage/migrations';

/** One for each status. The dispatcher's writes wait: no CONCURRENTLY for indexes of partitioned tables. */
export const deliveriesByStatusMigration: Migration = {
  name: '0112-deliveries-by-status',
  sql: `
    CREATE INDEX deliveries_by_status ON deliveries (webhook_id, status, created_at DESC, id DESC) WHERE status <> 'SUCCEEDED';
    DROP INDEX deliveries_unhappy;
  `,
};
