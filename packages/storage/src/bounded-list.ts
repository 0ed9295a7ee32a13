import type { Knex } from 'knex';
import { runBuilt, sql } from './query-builder.ts';
import type { Database, Queryable } from './database.ts';

/** The position of a row in a list that is ordered newest first, by (createdAt, id). */
export interface ListPlace {
  readonly createdAt: string;
  readonly id: string;
}

/** A list, newest first, with filters that no index may serve. */
export interface BoundedList {
  /**
   * Builds a query that an index serves, in its order, anew for each call. Its table has the alias `r` and the columns
   * `created_at` and `id`.
   */
  readonly sorted: () => Knex.QueryBuilder;
  /** The columns of `r` to read. */
  readonly columns: string;
  /** Conditions on `r` that no index serves, with their values. */
  readonly narrowing: readonly (readonly [text: string, values: readonly Knex.RawBinding[]])[];
  readonly limit: number;
  /** The most rows that one page examines. */
  readonly lookedAt: number;
}

/** Some rows of a list, and the position of the last row examined, where the next page continues. */
export interface BoundedPage<Row> {
  readonly rows: readonly Row[];
  /** Null at the end of the list. A page may be short or empty although more rows follow. */
  readonly next: ListPlace | null;
}

interface Placed {
  readonly createdAt: Date;
  readonly id: string;
}

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
      .whereRaw('(r.created_at, r.id) >= (?::timestamptz, ?::uuid)', [end.createdAt, end.id]);
    const page = await readPage<Row>(tx, list, slice);
    return page.next === null ? { ...page, next: end } : page;
  });

/**
 * An index returns the rows in order, so reading can stop at the end of the page. With stale statistics the planner expects few
 * rows, and prefers to read and sort all of them; these settings prevent that.
 */
const readsInOrder = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

/** Returns the last row that the page examines, or null when the list has fewer rows. */
const readEnd = async (db: Queryable, { sorted, lookedAt }: BoundedList): Promise<ListPlace | null> => {
  const [end] = await runBuilt<Placed>(
    db,
    sorted()
      .select(sql.raw('r.created_at AS "createdAt", r.id'))
      .offset(lookedAt - 1)
      .limit(1),
  );
  return end === undefined ? null : placeOf(end);
};

/**
 * The limit and the order stand in the same query. With the order in a subquery, the planner prepares to sort all rows instead
 * of using an index that already has the order.
 */
const readPage = async <Row extends Placed>(
  db: Queryable,
  { columns, narrowing, limit }: BoundedList,
  sorted: Knex.QueryBuilder,
): Promise<BoundedPage<Row>> => {
  for (const [text, values] of narrowing) void sorted.whereRaw(text, values);
  const found = await runBuilt<Row>(db, sorted.select(sql.raw(columns)).limit(limit + 1));
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length <= limit || last === undefined ? null : placeOf(last) };
};

/** Orders a query on the table of this alias by (createdAt, id), the newest first. */
export const newestFirst = (query: Knex.QueryBuilder, alias: string): Knex.QueryBuilder =>
  query.orderBy([
    { column: `${alias}.created_at`, order: 'desc' },
    { column: `${alias}.id`, order: 'desc' },
  ]);

const placeOf = ({ createdAt, id }: Placed): ListPlace => ({ createdAt: createdAt.toISOString(), id });
