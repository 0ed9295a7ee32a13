import type { EnvironmentId } from '@loyalty/kernel';

/** A column of rows: its name, its SQL type and its values. One without a type is a parameter that is no column. */
type RowColumn = readonly [name: string, type: string | null, values: readonly unknown[] | Uint8Array | null];

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** Returns columns that are named as the fields with their values: `member_id uuid` has those of `memberId`. */
type Fields<Row> = (
  ...columns: readonly `${SnakeCase<keyof Row & string>} ${string}`[]
) => readonly RowColumn[];

/** Parts of the text of a statement. */
interface RowsText {
  /** The arguments of `unnest`: `$1::int[], $2::uuid[]`. */
  readonly arrays: string;
  /** The names of the columns: `environment_id, id`. */
  readonly names: string;
  /** A table of the rows: `unnest($1::int[], $2::uuid[]) AS k (environment_id, id)`. */
  as(alias: string): string;
}

export interface RowArrays<Row> extends RowsText {
  /** Returns a column for each parameter, in their order. Another list of columns may begin with these. */
  readonly columnsOf: (rows: readonly Row[]) => readonly RowColumn[];
  /** Returns the values of the statement's parameters, one array for each column. */
  readonly valuesOf: (rows: readonly Row[]) => unknown[];
  /** Returns the same list for parameters that begin at this number. */
  from(first: number): RowArrays<Row>;
  /** Returns the text for these columns alone. */
  only(...names: readonly string[]): RowsText;
  without(name: string): RowsText;
}

/**
 * Creates the text and the values of a statement that takes one array for each column of its rows. Both come
 * from one list, so no value gets into another column. The list is made once without rows, for the text, and
 * then once for each batch.
 */
export const rowArrays = <Row>(
  list: (fields: Fields<Row>, rows: readonly Row[]) => readonly RowColumn[],
  first = 1,
): RowArrays<Row> => {
  const columnsOf = (rows: readonly Row[]) => list(fieldsOf(rows), rows);
  const arrays = new Map<string, string>();
  columnsOf([]).forEach(([name, type], at) => {
    if (type !== null) arrays.set(name, `$${(first + at).toString()}::${type}[]`);
  });
  const only = (...columns: readonly string[]): RowsText => {
    const casts = columns.map((name) => arrays.get(name)).join(', ');
    const names = columns.join(', ');
    return { arrays: casts, names, as: (alias) => `unnest(${casts}) AS ${alias} (${names})` };
  };
  const names = [...arrays.keys()];
  const all = only(...names);
  return {
    ...all,
    columnsOf,
    valuesOf: (rows) => columnsOf(rows).map(([, , values]) => values),
    from: (later) => rowArrays(list, later),
    only,
    without: (left) => only(...names.filter((name) => name !== left)),
  };
};

const fieldsOf =
  <Row>(rows: readonly Row[]): Fields<Row> =>
  (...columns) =>
    columns.map((column) => {
      const { name, type, field } = partsOf(column);
      return [name, type, rows.map((row) => row[field as keyof Row])];
    });

interface ColumnParts {
  readonly name: string;
  readonly type: string;
  readonly field: string;
}

/** There are as many as in the code. */
const knownParts = new Map<string, ColumnParts>();

const partsOf = (column: string): ColumnParts => {
  const known = knownParts.get(column);
  if (known !== undefined) return known;
  const [name = '', type = ''] = column.split(' ');
  const field = name.replaceAll(/_./g, ([, letter = '']) => letter.toUpperCase());
  const parts = { name, type, field };
  knownParts.set(column, parts);
  return parts;
};

/** The arrays of rows that are named by their environment and a UUID. */
export const ownedIds = rowArrays<{ readonly environmentId: EnvironmentId; readonly id: string }>((fields) =>
  fields('environment_id int', 'id uuid'),
);

/** Returns null if all values are undefined, as in most batches: `unnest` then returns nulls for the column. */
export const sparse = (values: readonly unknown[]): readonly unknown[] | null =>
  values.every((value) => value === undefined) ? null : values;
