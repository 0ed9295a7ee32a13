import type { Knex } from 'knex';

/** The position of a row in a list that is ordered newest first, by (createdAt, id). */
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
