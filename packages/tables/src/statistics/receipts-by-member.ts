import { hashPartitionsOf, indexMigration } from '@loyalty/storage';

/**
 * A process that compares figures with receipts holds the advisory lock (this, 0) of the database, so only one creates and drops
 * the index.
 */
export const statisticsLockClass = 7_305_007;

// Each partition has its own index and the table has none: indexes of partitions can be created and dropped while writers run.
const pieces = hashPartitionsOf('transactions').map((partition) => ({
  index: `${partition}_by_member`,
  on: `ON ${partition} (environment_id, member_id) INCLUDE (amount_cents, occurred_at) WHERE operation = 'evaluate'`,
}));

/**
 * Statements that index receipts by member, while figures are compared with them; engines do not need the index. Each statement
 * runs by itself, while engines run. The remains of an interrupted run are completed or used as they are.
 */
export const receiptsByMember: readonly string[] = pieces.flatMap(
  (piece) => indexMigration(piece.index, piece).sql,
);

/** Statements that drop the index, also while engines run. */
export const withoutReceiptsByMember: readonly string[] = pieces.map(
  ({ index }) => `DROP INDEX CONCURRENTLY IF EXISTS ${index}`,
);
