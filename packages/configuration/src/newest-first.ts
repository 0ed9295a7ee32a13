import { newestFirst, type Knex } from '@loyalty/storage';

/** A page of a list that is ordered newest first, by (createdAt, id) (D11). */
export interface NewestFirstPage {
  /** The last row of the page before; the page starts after it. */
  readonly before?: { readonly createdAt: string; readonly id: string };
  /** At least 1; all of them when absent. */
  readonly limit?: number;
}

/** Orders a query on the table with this alias newest first, and limits it to one page. */
export const pageNewestFirst = (
  query: Knex.QueryBuilder,
  alias: string,
  { before, limit }: NewestFirstPage,
): void => {
  const [createdAt, id] = [`${alias}.created_at`, `${alias}.id`];
  void newestFirst(query, alias);
  if (limit !== undefined) void query.limit(limit);
  if (before !== undefined)
    void query.whereRaw(`(${createdAt}, ${id}) < (?::timestamptz, ?::uuid)`, [before.createdAt, before.id]);
};
