import type { Database, DatabaseShares, Queryable } from '@loyalty/storage';

/** Returns a database, or queries that suffice here, as one of which every environment may use all. */
export const sharesOf = (db: Queryable | Database): DatabaseShares => {
  const inOrder: Database['readConsistently'] = (work) =>
    work({ query: (statement, values) => db.query(statement, values), afterCommit: () => undefined });
  const whole = { readConsistently: inOrder, ...db };
  return { of: () => whole as Database, onHistoryChange: () => undefined };
};
