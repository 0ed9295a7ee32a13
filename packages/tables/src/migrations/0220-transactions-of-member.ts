import { type Migration, partitionedIndexMigration } from '@loyalty/storage/migrations';

/** Adds indexes that find a transaction without its reference (D112): by member, newest first, and by id. */
export const transactionsOfMemberMigrations: readonly Migration[] = [
  partitionedIndexMigration('0220a-transactions-of-member', {
    index: 'transactions_of_member',
    table: 'transactions',
    // A member id belongs to one environment, so the environment is not repeated in each entry.
    by: '(member_id, created_at DESC, id DESC)',
  }),
  // Ids that engines create begin with their time, so they are appended at the end.
  partitionedIndexMigration('0220b-transactions-by-id', {
    index: 'transactions_by_id',
    table: 'transactions',
    by: '(id)',
  }),
];
