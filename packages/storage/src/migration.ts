import { hashPartitionsOf } from './hash-partitions.ts';

/** One step of the schema; steps only add (expand, later contract) and run in the order of their names. */
export type Migration = TransactionalMigration | RepeatableMigration;

/** All of it is stored, with the note that it was run, or nothing is. */
export interface TransactionalMigration {
  /** Sortable, as in `0001-stream-positions`. */
  readonly name: string;
  readonly transaction?: true;
  /** Plain SQL, run in one transaction. */
  readonly sql: string;
}

/**
 * A step for what Postgres refuses inside a transaction (CREATE INDEX CONCURRENTLY and such). A process that is killed
 * between two statements, or within one, leaves half of it behind, and the whole step is run again: so each statement is
 * one that may be repeated (IF NOT EXISTS, ON CONFLICT DO NOTHING), and what an interrupted one leaves is cleared away
 * before it, as {@link indexMigration} does.
 */
export interface RepeatableMigration {
  readonly name: string;
  readonly transaction: false;
  /** One statement each, run and committed one after the other. */
  readonly sql: readonly string[];
  /**
   * How long a statement waits for a lock, in milliseconds. Default 2 s. Only for what nobody queues behind: that which works
   * CONCURRENTLY waits for every older transaction of the database, and begins anew if it gives up.
   */
  readonly lockTimeoutMs?: number;
}

/** An index that is to be built beside running writers. */
export interface NewIndex {
  readonly index: string;
  /** What follows the name: `ON members (environment_id) WHERE …`. */
  readonly on: string;
  readonly isUnique?: boolean;
}

/** Longer than any transaction of ours, a `check` of large books included. */
const olderTransactionsMs = 600_000;

/**
 * A step that builds an index CONCURRENTLY. A build that was interrupted leaves an INVALID index, which IF NOT EXISTS would
 * take for a good one, so it is dropped first; that needs the whole table for a moment, and waits for it no longer than
 * other steps do.
 */
export const indexMigration = (name: string, index: NewIndex): RepeatableMigration => ({
  name,
  transaction: false,
  lockTimeoutMs: olderTransactionsMs,
  sql: buildIndex(index),
});

/** An index on every partition of a table. */
export interface NewPartitionedIndex extends Omit<NewIndex, 'on'> {
  readonly table: string;
  /** What follows the table's name: `(environment_id) WHERE …`. */
  readonly by: string;
}

/**
 * The same on a table of hash partitions, of which Postgres builds none CONCURRENTLY: one partition after the other, then
 * the index of the whole table, to which theirs are attached. It is valid once all of them are.
 */
export const partitionedIndexMigration = (
  name: string,
  { index, table, by, isUnique = false }: NewPartitionedIndex,
): RepeatableMigration => {
  const pieces = hashPartitionsOf(table).map((partition) => ({
    index: `${partition}_${index}`,
    on: `ON ${partition} ${by}`,
    isUnique,
  }));
  return {
    name,
    transaction: false,
    lockTimeoutMs: olderTransactionsMs,
    sql: [
      ...pieces.flatMap(buildIndex),
      `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${by}`,
      ...pieces.map((piece) => `ALTER INDEX ${index} ATTACH PARTITION ${piece.index}`),
    ],
  };
};

const buildIndex = ({ index, on, isUnique = false }: NewIndex): string[] => [
  `DO $$ BEGIN
     IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('${index}') AND NOT indisvalid) THEN
       PERFORM set_config('lock_timeout', '2s', true);
       DROP INDEX ${index};
     END IF;
   END $$`,
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY IF NOT EXISTS ${index} ${on}`,
];
