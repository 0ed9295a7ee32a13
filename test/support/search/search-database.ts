import type { StoredRows } from '../stored-rows.ts';
import { formsOf, type Token } from './forms-of.ts';

/** Where something was found, and what. */
export type Finding = readonly [place: string, what: string];

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/**
 * Looks for the tokens in every column of every table, bytes as bytes and all else as text, and in the samples of columns that
 * ANALYZE keeps.
 */
export const searchDatabase = async (stored: StoredRows, tokens: readonly Token[]): Promise<Finding[]> => {
  const tables = await tablesOf(stored);
  const places = tables.flatMap((table) => tokens.map((token) => ({ ...table, token })));
  const findings: Finding[] = [];
  for (const { table, columns, token } of places) {
    const conditions = columns.map((column) => isIn(column)).join(' OR ');
    const rows = await stored.rowsOf(`SELECT 1 FROM ${table} t WHERE ${conditions} LIMIT 1`, [
      `(?i)${formsOf(token).map(escaped).join('|')}`,
      `(?i)${formsOf(token).map(hexOf).join('|')}`,
    ]);
    if (rows.length > 0) findings.push([table.replace(/_\d\d$/, ''), token.what]);
  }
  return findings;
};

const escaped = (form: string): string => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const hexOf = (form: string): string => Buffer.from(form).toString('hex');

/** $1 are the forms as text, $2 as the hex of their bytes; both are used in every query. */
const isIn = ({ column, type }: Column): string =>
  type === 'bytea'
    ? `encode(t.${column}, 'hex') ~ $2 OR encode(t.${column}, 'hex') ~ $1`
    : `t.${column}::text ~ $1 OR t.${column}::text ~ $2`;

const tablesOf = async (stored: StoredRows) => {
  const columns = await stored.rowsOf<Column>(
    `SELECT c.relname AS table, quote_ident(a.attname) AS column, format_type(a.atttypid, NULL) AS type
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      UNION ALL
     SELECT 'pg_stats', column_name, 'text' FROM information_schema.columns
      WHERE table_name = 'pg_stats' AND column_name IN ('most_common_vals', 'histogram_bounds', 'most_common_elems')`,
    [],
  );
  const names = [...new Set(columns.map(({ table }) => table))];
  return names.map((table) => ({ table, columns: columns.filter((column) => column.table === table) }));
};
