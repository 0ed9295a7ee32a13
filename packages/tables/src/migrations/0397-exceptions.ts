import { type Migration, partitionedIndexMigration } from '@loyalty/storage/migrations';

/**
 * Adds indexes that find returns, voids and adjustments by their time, however many receipts there are
 * (D309). A receipt is in neither index.
 */
export const exceptionsMigrations: readonly Migration[] = [
  partitionedIndexMigration('0397a-exceptions', {
    index: 'exceptions',
    table: 'transactions',
    by: `(environment_id, created_at DESC, id DESC) WHERE operation IN ('return', 'void', 'adjust')`,
  }),
  partitionedIndexMigration('0397b-adjusted-without-ref', {
    index: 'adjusted_without_ref',
    table: 'ledger_entries',
    by: `(environment_id, created_at DESC, id DESC) WHERE type = 'ADJUST' AND transaction_id IS NULL`,
  }),
];
