import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { Database, Queryable } from './sql/database.ts';

export interface ListCursor {
  readonly createdAt: string;
  readonly id: string;
}

/** A page of rows ordered by (createdAt, id) (D11). */
export interface NewestFirstPage {
  /** The position before the page; its row is not included. */
  readonly before?: ListCursor | undefined;
  readonly limit?: number;
}

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
   * Returns a new query for each call. `r` is its table, which has the columns `at` and `id`. An index must
   * serve it in its order.
   */
  readonly sorted: () => Knex.QueryBuilder;
  /** The column with the time of a row. Default: `created_at`. */
  readonly at?: 'created_at' | 'received_at';
  /** The columns of `r`. `createdAt`, the time of a row, and `id` must be among them. */
  readonly columns: string;
  /** SQL for the size in bytes of the large columns of `r`. A page ends with the row that exceeds 4 MiB. */
  readonly bytes?: string;
  /** The conditions on `r` that no index serves. */
  readonly narrowing: readonly (readonly [text: string, values: readonly Knex.RawBinding[]])[];
  readonly limit: number;
  readonly lookedAt: number;
}

interface BoundedPage<Row> {
  readonly rows: readonly Row[];
  /** Null at the end. A page may be short or empty although more rows follow. */
  readonly next: ListCursor | null;
}

interface Placed {
  readonly createdAt: Date;
  readonly id: string;
}

/** A caller takes this much in at once, and a process serves it between the requests of others. */
const pageBytesMax = 4 * 1024 * 1024;

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
 * The planner would otherwise sort all rows when its statistics are stale, instead of reading them in order
 * from an index.
 */
const readsInOrder = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

const readEnd = async (db: Queryable, list: BoundedList): Promise<ListCursor | null> => {
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

/** The limit stands next to the order: with the order in a subquery, the planner sorts all rows. */
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

/** Large values lie outside of their rows: the database reads those of the page alone. */
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

const nextAfter = (rows: readonly Placed[]): ListCursor | null => {
  const last = rows.at(-1);
  return last === undefined ? null : placeOf(last);
};

const timeOf = ({ at = 'created_at' }: Pick<BoundedList, 'at'>): string => at;

const placeOf = ({ createdAt, id }: Placed): ListCursor => ({ createdAt: createdAt.toISOString(), id });

export type { Knex } from 'knex';

let loaded: Knex | undefined;

/** Knex brings lodash, and most processes never read a list: it is loaded for the first one. */
const builder = (): Knex => {
  const load = createRequire(import.meta.url);
  return (loaded ??= (load('knex') as (config: Knex.Config) => Knex)({ client: 'pg' }));
};

/** Builds queries whose form depends on their filters. It has no connection. */
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
