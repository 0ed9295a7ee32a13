import type { Database, Queryable, Transaction } from '@loyalty/storage';

/**
 * Counts the pages of tables and indexes that work in a transaction reads, from the disk or from memory.
 * Parallel workers are not counted.
 */
export const countPages = async (tx: Queryable, work: () => Promise<unknown>): Promise<number> => {
  const before = await pagesSoFar(tx);
  await work();
  return (await pagesSoFar(tx)) - before;
};

/**
 * Counts the rows of tables and the entries of indexes that work in a transaction reads, whether or not it
 * uses them. So a plan that walks over a whole table is noticed even if the table has few pages.
 */
export const countRowsRead = async (tx: Queryable, work: () => Promise<unknown>): Promise<number> => {
  const before = await rowsSoFar(tx);
  await work();
  return (await rowsSoFar(tx)) - before;
};

/** Counts, like {@link countPages}, what `read` reads in a consistent transaction. */
export const countPagesOfRead = async (
  db: Database,
  read: (counted: Database) => Promise<unknown>,
): Promise<number> => {
  let pages = Infinity;
  const readConsistently = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.readConsistently(async (tx) => {
      await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
      let result: T | undefined;
      pages = await countPages(tx, async () => {
        result = await work(tx);
      });
      return result as T;
    });
  await read({ ...db, readConsistently });
  return pages;
};

const pagesSoFar = (tx: Queryable): Promise<number> => sumOf(tx, 'pg_stat_get_xact_blocks_fetched(oid)');

const rowsSoFar = (tx: Queryable): Promise<number> => sumOf(tx, 'pg_stat_get_xact_tuples_returned(oid)');

/** Adds a count up over all tables and indexes. */
const sumOf = async (tx: Queryable, count: string): Promise<number> => {
  const [row] = await tx.query<{ sum: number }>(
    `SELECT sum(${count})::int AS sum FROM pg_class
      WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`,
  );
  return row?.sum ?? 0;
};
