import type { StoredRows } from '../stored-rows.ts';
import { escaped, formsOf, type Token } from './forms-of.ts';

/** Where something was found, and what. */
export type Finding = readonly [place: string, what: string];

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/**
 * Looks for the tokens in every column of every table, bytes as bytes and all else as text, and in the samples of columns that
 * ANALYZE keeps. A table is read once for all tokens, and again for each of them only where one was found.
 */
export const searchDatabase = async (stored: StoredRows, tokens: readonly Token[]): Promise<Finding[]> => {
  const holds = async ({ table, columns }: Table, sought: readonly Token[]): Promise<boolean> => {
    const condition = columns.map(textOf).join(` || ' ' || `);
    const text = `SELECT 1 FROM ${table} t WHERE ${condition} ~ $1 LIMIT 1`;
    return (await stored.rowsOf(text, [patternOf(sought)])).length > 0;
  };
  const findings: Finding[] = [];
  for (const table of await tablesOf(stored)) {
    const sought = (await holds(table, tokens)) ? tokens : [];
    const found = await Promise.all(sought.map((token) => holds(table, [token])));
    const place = table.table.replace(/_\d\d$/, '');
    findings.push(...sought.filter((_, at) => found[at]).map(({ what }): Finding => [place, what]));
  }
  return findings;
};

/** Every form of the tokens, as text and as the hex of its bytes. */
const patternOf = (tokens: readonly Token[]): string => {
  const forms = tokens.flatMap(formsOf);
  const hex = forms.map((form) => Buffer.from(form).toString('hex'));
  return `(?i)${[...forms.map(escaped), ...hex].join('|')}`;
};

const textOf = ({ column, type }: Column): string =>
  type === 'bytea' ? `coalesce(encode(t.${column}, 'hex'), '')` : `coalesce(t.${column}::text, '')`;

interface Table {
  readonly table: string;
  readonly columns: readonly Column[];
}

const tablesOf = async (stored: StoredRows): Promise<readonly Table[]> => {
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
