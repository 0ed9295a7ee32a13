import { killPart, type OwnStack } from '@loyalty/stack';
import { withDatabase } from '@loyalty/testkit/database';
import type { Database } from '@loyalty/storage';

/** A statement, and what it read over some time. */
export interface StatementUse {
  readonly text: string;
  readonly calls: number;
  /** Rows that one call returned, on average. */
  readonly rows: number;
  /** Pages that one call read, on average. */
  readonly pages: number;
}

/** Has the server of a stack count what each statement reads; restarts it, because the extension is loaded at its start. */
export const countStatements = async (stack: OwnStack): Promise<void> => {
  const { databaseUrl } = stack.now();
  await withDatabase(databaseUrl, (db) =>
    db.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`),
  );
  await killPart('postgres', stack.localJsonPath);
  await withDatabase(databaseUrl, (db) => db.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements'));
};

/** Begins to count again. */
export const resetStatements = async (db: Database): Promise<void> => {
  await db.query('SELECT pg_stat_statements_reset()');
};

/** Returns the statements since the reset that returned many rows or read many pages in a call, the most pages in all first. */
export const readStatements = (
  db: Database,
  { rowsMin, pagesMin }: { readonly rowsMin: number; readonly pagesMin: number },
): Promise<StatementUse[]> => db.query<StatementUse>(usesSql, [rowsMin, pagesMin]);

const usesSql = `
  SELECT regexp_replace(query, '\\s+', ' ', 'g') AS text, calls, (rows / calls)::float8 AS rows,
         ((shared_blks_hit + shared_blks_read) / calls)::float8 AS pages
    FROM pg_stat_statements
   WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND calls > 0
     AND query NOT LIKE '%pg_stat%'
     AND (rows / calls >= $1::bigint OR (shared_blks_hit + shared_blks_read) / calls >= $2::bigint)
   ORDER BY shared_blks_hit + shared_blks_read DESC`;
