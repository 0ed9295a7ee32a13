import type { Queryable } from '@loyalty/storage';

/**
 * Counts the pages of tables and indexes that some work in a transaction reads, from the disk or from memory. Parallel
 * workers are not counted.
 */
export const countPages = async (tx: Queryable, work: () => Promise<unknown>): Promise<number> => {
  const before = await pagesSoFar(tx);
  await work();
  return (await pagesSoFar(tx)) - before;
};

const pagesSoFar = async (tx: Queryable): Promise<number> => {
  const [row] = await tx.query<{ pages: number }>(
    `SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS pages FROM pg_class
      WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`,
  );
  return row?.pages ?? 0;
};
