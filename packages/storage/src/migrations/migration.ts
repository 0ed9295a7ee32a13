import pg from 'pg';
import type { Queryable } from '../sql/database.ts';

/** A step of the schema. Steps run in the order of their names; `test/architecture/migrations` lints them. */
export type Migration = (TransactionalMigration | RepeatableMigration) & (ExpandPhase | ContractPhase);

interface ExpandPhase {
  readonly phase?: 'expand';
}

/**
 * Takes away what builds before `after` use: waits until an operator says that none of them runs any more.
 */
interface ContractPhase {
  readonly phase: 'contract';
  /** A release that is out (`deploy/releases.json`), and the first that does without. */
  readonly after: string;
}

/** A step whose transaction also records that it ran. */
export interface TransactionalMigration {
  /** A name that sorts in order, such as `0001-stream-positions`. */
  readonly name: string;
  readonly transaction?: true;
  readonly sql: string;
}

/**
 * A step that Postgres refuses inside a transaction, such as CREATE INDEX CONCURRENTLY. A killed process may
 * leave half of it, and the whole step runs again. So each statement must be repeatable, and must first
 * remove the remains of an interrupted run, as {@link indexMigration} does.
 */
export interface RepeatableMigration {
  readonly name: string;
  readonly transaction: false;
  /** The statements, each of which is run and committed in turn. */
  readonly sql: readonly string[];
  /**
   * How long a statement waits for a lock. Default: 2 s. Set it only for statements that no other statement
   * queues behind: CONCURRENTLY waits for every older transaction of the database, and starts again if it
   * gives up.
   */
  readonly lockTimeoutMs?: number;
}

interface NewIndex {
  readonly index: string;
  /** The text has the form `ON members (environment_id) WHERE …`. */
  readonly on: string;
  readonly isUnique?: boolean;
}

/** Longer than any transaction of this system, a `check` of large books included. */
const olderTransactionsMs = 600_000;

/**
 * Creates a step that builds an index. An interrupted CONCURRENTLY leaves an INVALID index, which IF NOT
 * EXISTS would accept, so it is dropped first. The drop briefly locks the whole table and waits for that as
 * long as other steps do.
 */
export const indexMigration = (name: string, index: NewIndex): RepeatableMigration => ({
  name,
  transaction: false,
  lockTimeoutMs: olderTransactionsMs,
  sql: buildIndex(index),
});

interface NewPartitionedIndex extends Omit<NewIndex, 'on'> {
  readonly table: string;
  /** The text has the form `(environment_id) WHERE …`. */
  readonly by: string;
}

/**
 * Creates a step that builds an index on a hash-partitioned table, because Postgres cannot do so
 * CONCURRENTLY. The step builds an index on each partition, creates the table's index and attaches theirs. It
 * is valid once all are attached.
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

/**
 * Each of the largest tables has this many partitions (D103): vacuuming or indexing one takes a sixteenth of
 * the time.
 */
const partitionCount = 16;

export const hashPartitionsOf = (table: string): string[] =>
  Array.from({ length: partitionCount }, (_, place) => `${table}_${place.toString().padStart(2, '0')}`);

export const createHashPartitions = (table: string): string =>
  hashPartitionsOf(table)
    .map(
      (partition, place) =>
        `CREATE TABLE ${partition} PARTITION OF ${table}
           FOR VALUES WITH (MODULUS ${partitionCount.toString()}, REMAINDER ${place.toString()});`,
    )
    .join('\n');

const undefinedTable = '42P01';

/**
 * Returns the missing expand steps. A build needs all that it knows; contract steps only remove what it does
 * not use.
 */
export const readMissingMigrations = async (
  db: Queryable,
  migrations: readonly Migration[],
): Promise<string[]> => {
  const applied = await readApplied(db);
  return migrations.flatMap(({ name, phase }) => (phase === 'contract' || applied.has(name) ? [] : [name]));
};

const readApplied = async (db: Queryable): Promise<ReadonlySet<string>> => {
  try {
    const rows = await db.query<{ readonly name: string }>('SELECT name FROM schema_migrations');
    return new Set(rows.map(({ name }) => name));
  } catch (failure) {
    // Nothing was ever migrated here.
    if (failure instanceof pg.DatabaseError && failure.code === undefinedTable) return new Set();
    throw failure;
  }
};

export const readNewestMigration = async (db: Queryable): Promise<string | null> => {
  const rows = await db.query<{ name: string }>(
    'SELECT name FROM schema_migrations ORDER BY id DESC LIMIT 1',
  );
  return rows[0]?.name ?? null;
};
