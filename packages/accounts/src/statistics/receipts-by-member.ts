import { hashPartitionsOf, indexMigration } from '@loyalty/storage';

/** Whoever compares figures with receipts holds the advisory lock (this, 0) of the database: one makes and drops the index. */
export const statisticsLockClass = 7_305_007;

// Each partition has its own, and the table none: indexes of partitions alone can be dropped beside running writers.
const pieces = hashPartitionsOf('transactions').map((partition) => ({
  index: `${partition}_by_member`,
  on: `ON ${partition} (environment_id, member_id) INCLUDE (amount_cents, occurred_at) WHERE operation = 'evaluate'`,
}));

/**
 * Statements that index receipts by member, for as long as figures are compared with them: engines have no use for it. Each is
 * run by itself, beside running engines; what an interrupted run has left is made whole or used as it is.
 */
export const receiptsByMember: readonly string[] = pieces.flatMap(
  (piece) => indexMigration(piece.index, piece).sql,
);

/** Statements that drop it again, likewise. */
export const withoutReceiptsByMember: readonly string[] = pieces.map(
  ({ index }) => `DROP INDEX CONCURRENTLY IF EXISTS ${index}`,
);
