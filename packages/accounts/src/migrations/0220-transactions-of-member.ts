import { partitionedIndexMigration, type Migration } from '@loyalty/storage';

/** Ways to a transaction other than its reference (D112): whose it is, newest first, and its id. */
export const transactionsOfMemberMigrations: readonly Migration[] = [
  partitionedIndexMigration('0220a-transactions-of-member', {
    index: 'transactions_of_member',
    table: 'transactions',
    // Ids of members are of one environment, so that is not repeated in each of so many entries.
    by: '(member_id, created_at DESC, id DESC)',
  }),
  // Ids of what engines decide begin with their time: they are added at the end.
  partitionedIndexMigration('0220b-transactions-by-id', {
    index: 'transactions_by_id',
    table: 'transactions',
    by: '(id)',
  }),
];
