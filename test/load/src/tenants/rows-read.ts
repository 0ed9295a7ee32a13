import type { Database } from '@loyalty/storage';

/** Rows of each table that were read since its statistics began, by the table's name: from the table and from its indexes. */
export type RowsRead = ReadonlyMap<string, number>;

/** Reads how many rows of each table with at least `rowsMin` rows were read so far. */
export const readRowsRead = async (db: Database, rowsMin: number): Promise<RowsRead> => {
  const rows = await db.query<{ name: string; read: number }>(readSql, [rowsMin]);
  return new Map(rows.map(({ name, read }) => [name, read]));
};

/** Returns the tables of which something was read in between, most first. */
export const readBetween = (before: RowsRead, after: RowsRead): (readonly [name: string, read: number])[] =>
  [...after]
    .map(([name, read]) => [name, read - (before.get(name) ?? 0)] as const)
    .filter(([, read]) => read > 0)
    .sort(([, one], [, other]) => other - one);

const readSql = `
  SELECT t.relname AS name,
         (t.seq_tup_read + coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid), 0))::bigint AS read
    FROM pg_stat_user_tables t WHERE t.n_live_tup >= $1::bigint`;
