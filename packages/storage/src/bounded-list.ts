import type { Knex } from 'knex';
import { runBuilt, sql } from './query-builder.ts';
import type { Queryable } from './database.ts';

/** The place of a row in a list that is ordered newest first, by (createdAt, id). */
export interface ListPlace {
  readonly createdAt: string;
  readonly id: string;
}

/** A list, newest first, of which filters may be served by no index. Its table has `created_at` and `id`. */
export interface BoundedList {
  /** What an index finds, in its order; made anew for each call. */
  readonly sorted: () => Knex.QueryBuilder;
  /** What is read of `sorted`, whose alias is `r`. */
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
export const readBoundedPage = async <Row extends Placed>(
  db: Queryable,
  list: BoundedList,
): Promise<BoundedPage<Row>> => {
  if (list.narrowing.length === 0) return pageOf(await readRows<Row>(db, list, list.sorted()), list);
  const found = await readRows<Row>(db, list, list.sorted().limit(list.lookedAt));
  return found.length > list.limit ? pageOf(found, list) : readSlice(db, list);
};

/** As far as so many rows reach. The end is read first: a row that comes meanwhile is shown on neither page, not on both. */
const readSlice = async <Row extends Placed>(db: Queryable, list: BoundedList): Promise<BoundedPage<Row>> => {
  const [end] = await runBuilt<Placed>(
    db,
    sql
      .from(list.sorted().as('r'))
      .select(sql.raw('r.created_at AS "createdAt", r.id'))
      .offset(list.lookedAt - 1)
      .limit(1),
  );
  if (end === undefined) return pageOf(await readRows<Row>(db, list, list.sorted()), list);
  const upTo = placeOf(end);
  const slice = list
    .sorted()
    .whereRaw('(created_at, id) >= (?::timestamptz, ?::uuid)', [upTo.createdAt, upTo.id]);
  const page = pageOf(await readRows<Row>(db, list, slice), list);
  return page.next === null ? { ...page, next: upTo } : page;
};

/** One more than the page holds, of what is left of `sorted`. */
const readRows = <Row>(
  db: Queryable,
  { columns, narrowing, limit }: BoundedList,
  sorted: Knex.QueryBuilder,
): Promise<Row[]> => {
  const narrowed = sql.from(sorted.as('r')).select(sql.raw(columns));
  for (const [text, values] of narrowing) void narrowed.whereRaw(text, values);
  return runBuilt<Row>(db, newestFirst(narrowed, 'r').limit(limit + 1));
};

/** Orders a query on the table of this alias by (createdAt, id), the newest first. */
export const newestFirst = (query: Knex.QueryBuilder, alias: string): Knex.QueryBuilder =>
  query.orderBy([
    { column: `${alias}.created_at`, order: 'desc' },
    { column: `${alias}.id`, order: 'desc' },
  ]);

const pageOf = <Row extends Placed>(found: readonly Row[], { limit }: BoundedList): BoundedPage<Row> => {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length <= limit || last === undefined ? null : placeOf(last) };
};

const placeOf = ({ createdAt, id }: Placed): ListPlace => ({ createdAt: createdAt.toISOString(), id });
