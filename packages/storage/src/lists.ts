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

export interface PageQuery {
  /** This time is included. */
  readonly since?: Date | undefined;
  /** This time is included. */
  readonly until?: Date | undefined;
  readonly before?: ListCursor | undefined;
  readonly limit: number;
}

/** SQL on `r`, and the values of its question marks. A condition that is false is left out. */
type Condition = readonly [text: string, ...values: readonly Knex.RawBinding[]] | false;

/** A list of the newest first, with filters that no index may serve. */
interface BoundedList<Query, Row, Shown> {
  /** The time by which the list is ordered; the default is `created_at`. */
  readonly at?: 'created_at' | 'received_at';
  /** The columns of `r`. `createdAt`, the time of a row, and `id` must be among them. */
  readonly columns: string;
  /** SQL for the size in bytes of the large columns of `r`. A page ends with the row that exceeds 4 MiB. */
  readonly bytes?: string;
  /** An index must serve these conditions, in the order of the list. */
  readonly index: (query: Query) => readonly Condition[];
  /** No index serves these conditions: a page is searched for among the next `lookedAt` rows. */
  readonly filters: (query: Query) => readonly Condition[];
  readonly lookedAt: number;
  readonly recordOf: (row: Row, query: Query) => Shown;
}

export interface BoundedPage<Row> {
  readonly rows: readonly Row[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: ListCursor | null;
}

interface Placed {
  readonly createdAt: Date;
  readonly id: string;
}

/** A caller takes this much in at once, and a process serves it between the requests of others. */
export const pageBytesMax = 4 * 1024 * 1024;

/**
 * Returns the function that reads a page of the list. The table, or a query in parentheses, has a column `id` and is `r` in
 * the description.
 */
export const boundedList =
  <Query extends PageQuery, Row extends Placed, Shown>(table: string, list: BoundedList<Query, Row, Shown>) =>
  async (db: Database, query: Query, lookedAt = list.lookedAt): Promise<BoundedPage<Shown>> => {
    const { rows, next } = await db.readConsistently(async (tx) => {
      await tx.query(readsInOrder);
      const { at = 'created_at' } = list;
      const { since, until, before } = query;
      const conditions: readonly Condition[] = [
        ...list.index(query),
        since !== undefined && [`r.${at} >= ?`, since],
        until !== undefined && [`r.${at} <= ?`, until],
      ];
      const sorted = pageNewestFirst(
        withConditions(sql(sql.raw(`${table} AS r`)), conditions),
        'r',
        { before },
        at,
      );
      const filters = list.filters(query);
      const end = filters.some(Boolean) ? await readEnd(tx, sorted.clone(), { at, lookedAt }) : null;
      if (end !== null)
        void sorted.whereRaw(`(r.${at}, r.id) >= (?::timestamptz, ?::uuid)`, [end.createdAt, end.id]);
      const page = await readPage<Row>(tx, withConditions(sorted, filters), { ...list, limit: query.limit });
      return { rows: page.rows, next: page.next ?? end };
    });
    return { rows: rows.map((row) => list.recordOf(row, query)), next };
  };

const withConditions = (query: Knex.QueryBuilder, conditions: readonly Condition[]): Knex.QueryBuilder => {
  for (const condition of conditions)
    if (condition !== false) void query.whereRaw(condition[0], condition.slice(1));
  return query;
};

/**
 * The planner would otherwise sort all rows when its statistics are stale, instead of reading them in order
 * from an index.
 */
const readsInOrder = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

const readEnd = async (
  db: Queryable,
  sorted: Knex.QueryBuilder,
  { at, lookedAt }: { readonly at: string; readonly lookedAt: number },
): Promise<ListCursor | null> => {
  const columns = sql.raw(`r.${at} AS "createdAt", r.id`);
  const [end] = await runBuilt<Placed>(
    db,
    sorted
      .select(columns)
      .offset(lookedAt - 1)
      .limit(1),
  );
  return end === undefined ? null : placeOf(end);
};

/** The limit stands next to the order: with the order in a subquery, the planner sorts all rows. */
const readPage = async <Row extends Placed>(
  db: Queryable,
  sorted: Knex.QueryBuilder,
  { columns, bytes, limit }: { readonly columns: string; readonly bytes?: string; readonly limit: number },
): Promise<BoundedPage<Row>> => {
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
