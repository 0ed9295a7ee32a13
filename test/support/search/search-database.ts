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

/** Rows written since a mark, or, where the role may not ask which those are, all rows of a tenant. */
type Extent = Pick<Mark, 'transaction'> | { readonly tenantId: string };

/**
 * Searches every column that the role may read of these rows (bytes as bytes, all else as text) and the samples of ANALYZE. The
 * search runs here: a regular expression of hundreds of texts takes Postgres a minute for 6 MB. Plain searches take seconds.
 */
export const searchDatabase = async (
  stored: StoredRows,
  tokens: readonly Token[],
  extent: Extent,
): Promise<Finding[]> => {
  const sought = tokens.map((token) => ({ what: token.what, texts: textsOf(token) }));
  const findings: Finding[] = [];
  for (const { table, columns } of await tablesOf(stored)) {
    const text = columns.map(textOf).join(` || ' ' || `);
    const { condition, value } = conditionOf({ table, columns }, extent);
    const all = `SELECT lower(${text}) AS text FROM ${table} t WHERE ${condition}`;
    const rows = await stored.rowsOf<{ text: string }>(all, [value]);
    const content = rows.map((row) => row.text).join('\n');
    const place = table.replace(/_\d{2,8}$/, '');
    const found = sought.filter(({ texts }) => texts.some((one) => content.includes(one)));
    findings.push(...found.map(({ what }): Finding => [place, what]));
  }
  return findings;
};

const conditionOf = ({ table, columns }: Table, extent: Extent) => {
  if ('transaction' in extent) {
    const isWritten = table === statistics ? '$1::bigint > 0' : 't.xmin::text::bigint >= $1::bigint';
    return { condition: isWritten, value: extent.transaction };
  }
  const isOfTenant = columns.some(({ column }) => column === 'environment_id')
    ? 't.environment_id IN (SELECT id FROM environments WHERE tenant_id = $1::uuid)'
    : '$1::uuid IS NOT NULL';
  return { condition: isOfTenant, value: extent.tenantId };
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
      WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
        AND has_column_privilege(c.oid, a.attnum, 'SELECT')
        -- A role with rights by column reads partitions by their parent.
        AND (c.relkind = 'r' OR (c.relkind = 'p' AND NOT pg_has_role(c.relowner, 'USAGE')))
      UNION ALL
     SELECT '${statistics}', column_name, 'text' FROM information_schema.columns
      WHERE table_name = '${statistics}' AND column_name IN ('most_common_vals', 'histogram_bounds', 'most_common_elems')`,
    [],
  );
  const names = [...new Set(columns.map(({ table }) => table))];
  return names.map((table) => ({ table, columns: columns.filter((column) => column.table === table) }));
};
