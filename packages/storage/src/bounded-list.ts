import type { Knex } from 'knex';
import { runBuilt, sql } from './query-builder.ts';
import type { Database, Queryable } from './database.ts';

/** The place of a row in a list that is ordered newest first, by (createdAt, id). */
export interface ListPlace {
  readonly createdAt: string;
  readonly id: string;
}

/** A list, newest first, of which filters may be served by no index. */
export interface BoundedList {
  /** What an index finds, in its order, of a table whose alias is `r`, and which has `created_at` and `id`; made anew for each call. */
  readonly sorted: () => Knex.QueryBuilder;
  /** What is read of `r`. */
  readonly columns: string;
  /** What no index knows, of `r`: conditions and their values. */
  readonly narrowing: readonly (readonly [text: string, values: readonly Knex.RawBinding[]])[];
  readonly limit: number;
  /** So many rows are looked at for one page. */
  readonly lookedAt: number;
}

/** Some rows of a list, and where it goes on: behind the last that was looked at. */
export interface BoundedPage<Row> {
  readonly rows: readonly Row[];
  /** Null at the end. A page may be short, and even empty, and still go on. */
  readonly next: ListPlace | null;
}

interface Placed {
  readonly createdAt: Date;
  readonly id: string;
}

/** One page, which costs a bounded time however rare the rows are that are asked for. */
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
 * An index gives the rows in their order, and reading ends with the page. Where the statistics know of few rows, because nobody has
 * analysed the table since it grew, the planner would rather gather all of them and sort.
 */
const readsInOrder = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

/** The last of the rows that are looked at; null if there are fewer. */
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
 * The limit stands beside the order, in one query: around a query that is sorted within, the planner prepares to sort all of it, and
 * takes no index that has the order already.
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
