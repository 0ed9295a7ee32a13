import type { Migration } from '@loyalty/storage/migrations';

/**
 * Indexes of unsuccessful deliveries, one for each status: retried ones are found fast among a million failed ones. The
 * dispatcher's writes wait for the build, because Postgres cannot build indexes of partitioned tables CONCURRENTLY.
 */
export const deliveriesByStatusMigration: Migration = {
  name: '0112-deliveries-by-status',
  sql: `
    CREATE INDEX deliveries_by_status ON deliveries (webhook_id, status, created_at DESC, id DESC) WHERE status <> 'SUCCEEDED';
    DROP INDEX deliveries_unhappy;
  `,
};
