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
 * before it, as {@link buildIndexConcurrently} does.
 */
export interface RepeatableMigration {
  readonly name: string;
  readonly transaction: false;
  /** One statement each, run and committed one after the other. */
  readonly sql: readonly string[];
  /**
   * How long a statement waits for a lock, in milliseconds. Default 2 s. What works CONCURRENTLY also waits for every
   * older transaction of the database, and nobody queues behind it meanwhile: it may wait for long, and begins anew if it
   * gives up.
   */
  readonly lockTimeoutMs?: number;
}

/**
 * The statements that build an index beside running writers, for a {@link RepeatableMigration}. `on` is what follows
 * the name: `ON members (environment_id) WHERE …`. A build that was interrupted leaves an INVALID index, which IF NOT
 * EXISTS would take for a good one, so it is dropped first.
 */
export const buildIndexConcurrently = (
  name: string,
  on: string,
  { isUnique = false }: { readonly isUnique?: boolean } = {},
): readonly string[] => [
  `DO $$ BEGIN
     IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('${name}') AND NOT indisvalid) THEN
       DROP INDEX ${name};
     END IF;
   END $$`,
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY IF NOT EXISTS ${name} ${on}`,
];
