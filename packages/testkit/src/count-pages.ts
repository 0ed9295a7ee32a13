import type { Queryable } from '@loyalty/storage';

/**
 * How many pages of tables and indexes some work in a transaction asks for, of the disk or not. What parallel workers read is not
 * counted.
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
