import type { StoredRows } from '../stored-rows.ts';
import { formsOf, type Finding, type Token } from './forms-of.ts';
import type { Mark } from './mark.ts';

/** A view; its rows belong to no transaction. */
const statistics = 'pg_stats';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/**
 * Searches every column of each row written since the mark (bytes as bytes, all else as text) and the samples of ANALYZE. The
 * search runs here: a regular expression of hundreds of texts takes Postgres a minute for 6 MB. Plain searches take seconds.
 */
export const searchDatabase = async (
  stored: StoredRows,
  tokens: readonly Token[],
  { transaction }: Pick<Mark, 'transaction'>,
): Promise<Finding[]> => {
  const sought = tokens.map((token) => ({ what: token.what, texts: textsOf(token) }));
  const findings: Finding[] = [];
  for (const { table, columns } of await tablesOf(stored)) {
    const text = columns.map(textOf).join(` || ' ' || `);
    const isWritten = table === statistics ? '$1::bigint > 0' : 't.xmin::text::bigint >= $1::bigint';
    const all = `SELECT lower(${text}) AS text FROM ${table} t WHERE ${isWritten}`;
    const rows = await stored.rowsOf<{ text: string }>(all, [transaction]);
    const content = rows.map((row) => row.text).join('\n');
    const place = table.replace(/_\d{2,8}$/, '');
    const found = sought.filter(({ texts }) => texts.some((one) => content.includes(one)));
    findings.push(...found.map(({ what }): Finding => [place, what]));
  }
  return findings;
};

/** Returns every form of a token in lower case, as text and as the hex of its bytes. */
const textsOf = (token: Token): string[] => {
  const forms = formsOf(token);
  const hex = forms.map((form) => Buffer.from(form).toString('hex'));
  return [...forms.map((form) => form.toLowerCase()), ...hex];
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
     SELECT '${statistics}', column_name, 'text' FROM information_schema.columns
      WHERE table_name = '${statistics}' AND column_name IN ('most_common_vals', 'histogram_bounds', 'most_common_elems')`,
    [],
  );
  const names = [...new Set(columns.map(({ table }) => table))];
  return names.map((table) => ({ table, columns: columns.filter((column) => column.table === table) }));
};
