import { hashPartitionsOf, type Migration } from '@loyalty/storage/migrations';

/** Tables whose rows are written once; an erasure alone changes some. */
const insertOnly = ['transactions', 'ledger_entries', 'events'];

/**
 * Makes autovacuum freeze rows early. Otherwise years of rows are rewritten at once, and logged again, when
 * the server's transaction ids run short. It locks no reader and no writer.
 */
export const frozenEarlyMigration: Migration = {
  name: '0224-frozen-early',
  sql: insertOnly
    .flatMap(hashPartitionsOf)
    .map(
      (partition) =>
        `ALTER TABLE ${partition} SET (autovacuum_freeze_min_age = 0, autovacuum_vacuum_insert_scale_factor = 0.02);`,
    )
    .join('\n'),
};
