import { onlyRow, type Queryable } from './sql/database.ts';

export interface CopiedRows {
  readonly table: string;
  readonly where: string;
  /** The order in SQL. It is needed for columns that the target numbers. */
  readonly orderBy?: string;
  /** Expressions in SQL, by column; `r` is the row. */
  readonly values?: Readonly<Record<string, string>>;
  /** The columns that the target fills itself. */
  readonly drawn?: readonly string[];
}

/** Some hundred kilobytes, or a few megabytes where rows hold webhook bodies. */
const rowsAtOnce = 200;

/**
 * Copies rows between tables. Both tables must have the same columns in the same order, because rows travel
 * in Postgres' own text form.
 */
export const copyRows = async (
  { from, to }: { readonly from: Queryable; readonly to: Queryable },
  rows: CopiedRows,
  onCopied: (rows: number) => void | Promise<void> = () => undefined,
): Promise<number> => {
  const insert = insertOf(rows, await readColumns(from, rows.table));
  const order = rows.orderBy === undefined ? '' : `ORDER BY ${rows.orderBy}`;
  await from.query(
    `DECLARE copied NO SCROLL CURSOR FOR SELECT t::text AS row FROM ${rows.table} t WHERE ${rows.where} ${order}`,
  );
  let copied = 0;
  for (;;) {
    const some = await from.query<{ row: string }>(`FETCH ${rowsAtOnce.toString()} FROM copied`);
    if (some.length === 0) break;
    await to.query(insert, [some.map(({ row }) => row)]);
    copied += some.length;
    await onCopied(some.length);
  }
  await from.query('CLOSE copied');
  return copied;
};

const insertOf = ({ table, values = {}, drawn = [] }: CopiedRows, columns: readonly string[]): string => {
  const given = columns.filter((column) => !drawn.includes(column));
  const read = given.map((column) => values[column] ?? `(r).${column}`);
  return `INSERT INTO ${table} (${given.join(', ')}) OVERRIDING SYSTEM VALUE
          SELECT ${read.join(', ')}
            FROM (SELECT text::${table} AS r FROM unnest($1::text[]) WITH ORDINALITY AS k (text, n) ORDER BY n OFFSET 0) AS rows`;
};

export const readColumns = async (db: Queryable, table: string): Promise<string[]> => {
  const rows = await db.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
};

/** Returns a digest of rows. Tables with the same digest hold the same rows, in any order. */
export const hashOfRows = async (
  db: Queryable,
  { table, where }: Pick<CopiedRows, 'table' | 'where'>,
): Promise<string> => {
  const rows = await db.query<{ digest: string }>(
    `SELECT concat_ws('/', count(*), sum(hashtextextended(t::text, 0)::numeric)) AS digest FROM ${table} t WHERE ${where}`,
  );
  return onlyRow(rows, 'digest').digest;
};
