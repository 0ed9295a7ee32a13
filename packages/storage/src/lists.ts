import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { Database, Queryable } from './sql/database.ts';

export interface ListPlace {
  readonly createdAt: string;
  readonly id: string;
}

/** A page of a list that is ordered newest first, by (createdAt, id) (D11). */
export interface NewestFirstPage {
  /** The last row of the page before; the page starts after it. */
  readonly before?: ListPlace | undefined;
  /** At least 1; all of them when absent. */
  readonly limit?: number;
}

/** Orders a query on the table with this alias newest first, and limits it to one page. */
export const pageNewestFirst = (
  query: Knex.QueryBuilder,
  alias: string,
  { before, limit }: NewestFirstPage,
  at: 'created_at' | 'received_at' = 'created_at',
): Knex.QueryBuilder => {
  const [time, id] = [`${alias}.${at}`, `${alias}.id`];
  if (before !== undefined)
    void query.whereRaw(`(${time}, ${id}) < (?::timestamptz, ?::uuid)`, [before.createdAt, before.id]);
  if (limit !== undefined) void query.limit(limit);
  return query.orderBy([
    { column: time, order: 'desc' },
    { column: id, order: 'desc' },
  ]);
};

/** A list, newest first, with filters that no index may serve. */
export interface BoundedList {
  /**
   * Builds a query that an index serves, in its order, anew for each call. Its table has the alias `r` and
   * the columns `at` and `id`.
   */
  readonly sorted: () => Knex.QueryBuilder;
  /** The column of `r` with the time of a row. Default: `created_at`. */
  readonly at?: 'created_at' | 'received_at';
  /** The columns of `r` to read; among them `createdAt`, the time of a row, and `id`. */
  readonly columns: string;
  /** The bytes of what is large in a row of `r`, as SQL. A page ends with the row that exceeds 4 MiB. */
  readonly bytes?: string;
  /** Conditions on `r` that no index serves, with their values. */
  readonly narrowing: readonly (readonly [text: string, values: readonly Knex.RawBinding[]])[];
  readonly limit: number;
  /** The most rows that one page examines. */
  readonly lookedAt: number;
}

/** Some rows of a list, and the position of the last row examined, where the next page continues. */
interface BoundedPage<Row> {
  readonly rows: readonly Row[];
  /** Null at the end of the list. A page may be short or empty although more rows follow. */
  readonly next: ListPlace | null;
}

interface Placed {
  readonly createdAt: Date;
  readonly id: string;
}

/** A caller takes this much in at once, and a process serves it between the requests of others. */
const pageBytesMax = 4 * 1024 * 1024;

/** Reads one page at a bounded cost, however few rows match the filters. */
export const readBoundedPage = <Row extends Placed>(
  db: Database,
  list: BoundedList,
): Promise<BoundedPage<Row>> =>
  db.readConsistently(async (tx) => {
    await tx.query(readsInOrder);
    const end = list.narrowing.length === 0 ? null : await readEnd(tx, list);
    if (end === null) return readPage(tx, list, list.sorted());
    const slice = list
      .sorted()
      .whereRaw(`(r.${timeOf(list)}, r.id) >= (?::timestamptz, ?::uuid)`, [end.createdAt, end.id]);
    const page = await readPage<Row>(tx, list, slice);
    return page.next === null ? { ...page, next: end } : page;
  });

/**
 * An index returns the rows in order, so reading can stop at the end of the page. With stale statistics the
 * planner expects few rows, and prefers to read and sort all of them; these settings prevent that.
 */
const readsInOrder = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

/** Returns the last row that the page examines, or null when the list has fewer rows. */
const readEnd = async (db: Queryable, list: BoundedList): Promise<ListPlace | null> => {
  const [end] = await runBuilt<Placed>(
    db,
    list
      .sorted()
      .select(sql.raw(`r.${timeOf(list)} AS "createdAt", r.id`))
      .offset(list.lookedAt - 1)
      .limit(1),
  );
  return end === undefined ? null : placeOf(end);
};

/**
 * The limit and the order stand in the same query. With the order in a subquery, the planner prepares to sort
 * all rows instead of using an index that already has the order.
 */
const readPage = async <Row extends Placed>(
  db: Queryable,
  { columns, narrowing, limit, bytes }: BoundedList,
  sorted: Knex.QueryBuilder,
): Promise<BoundedPage<Row>> => {
  for (const [text, values] of narrowing) void sorted.whereRaw(text, values);
  const found = sorted.select(sql.raw(columns)).limit(limit + 1);
  if (bytes !== undefined)
    return readSized(db, found.select(sql.raw(`coalesce(${bytes}, 0) AS bytes`)), limit);
  const read = await runBuilt<Row>(db, found);
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? nextAfter(rows) : null };
};

/**
 * Reads the rows up to the one that exceeds the bytes of a page. Large values lie outside of their rows; the
 * database reads and sends those of the page alone.
 */
const readSized = async <Row extends Placed>(
  db: Queryable,
  found: Knex.QueryBuilder,
  limit: number,
): Promise<BoundedPage<Row>> => {
  const before = 'ORDER BY p."createdAt" DESC, p.id DESC';
  const sized = sql
    .select('p.*', sql.raw(`sum(p.bytes) OVER (${before}) - p.bytes AS "bytesBefore"`))
    .select(sql.raw(`count(*) OVER () > row_number() OVER (${before}) AS "hasMore"`))
    .from(found.as('p'));
  const page = sql.select('q.*').from(sized.as('q')).where('q.bytesBefore', '<', pageBytesMax).limit(limit);
  const inOrder = page.orderByRaw('q."createdAt" DESC, q.id DESC');
  const rows = await runBuilt<Row & { readonly hasMore: boolean }>(db, inOrder);
  return { rows, next: rows.at(-1)?.hasMore === true ? nextAfter(rows) : null };
};

const nextAfter = (rows: readonly Placed[]): ListPlace | null => {
  const last = rows.at(-1);
  return last === undefined ? null : placeOf(last);
};

const timeOf = ({ at = 'created_at' }: Pick<BoundedList, 'at'>): string => at;

const placeOf = ({ createdAt, id }: Placed): ListPlace => ({ createdAt: createdAt.toISOString(), id });

export type { Knex } from 'knex';

let loaded: Knex | undefined;

/** Knex brings lodash, and most processes never read a list: it is loaded for the first one. */
const builder = (): Knex => {
  const load = createRequire(import.meta.url);
  return (loaded ??= (load('knex') as (config: Knex.Config) => Knex)({ client: 'pg' }));
};

/** Builds SQL for management queries whose form depends on their filters. It has no connection. */
export const sql = Object.assign(
  (table: string | Knex.AliasDict | Knex.Raw): Knex.QueryBuilder => builder()(table),
  {
    raw: (text: string): Knex.Raw => builder().raw(text),
    select: (...columns: readonly (string | Knex.Raw)[]): Knex.QueryBuilder => builder().select(...columns),
  },
);

export const runBuilt = <Row>(db: Queryable, builder: Knex.QueryBuilder): Promise<Row[]> => {
  const { sql: text, bindings } = builder.toSQL().toNative();
  return db.query<Row>(text, bindings);
};
