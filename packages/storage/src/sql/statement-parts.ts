/** pg converts arrays with any other element, except arrays of bytes. */
type Scalar = string | number | bigint | boolean | null | undefined;

const kinds: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'undefined']);
const plain = /^[\w.+-]+$/;
const saysNull = /^null$/i;
const byteaOid = 17;
const int32Bytes = 4;
const headerBytes = 5 * int32Bytes;

/**
 * A literal, or binary for bytes, whose literal is twice as long. Faster than pg, which quotes and escapes
 * each element. Null when an element has a type that is not known here.
 */
export const arrayParameter = (values: readonly unknown[]): string | Buffer | null => {
  if (values.some((value) => Buffer.isBuffer(value))) return values.every(isBytes) ? binaryOf(values) : null;
  return values.every(isScalar) ? `{${values.map(literalOf).join(',')}}` : null;
};

const isBytes = (value: unknown): value is Buffer | null | undefined =>
  value === null || value === undefined || Buffer.isBuffer(value);

const isScalar = (value: unknown): value is Scalar => value === null || kinds.has(typeof value);

const literalOf = (value: Scalar): string => {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string') return value.toString();
  if (plain.test(value) && !saysNull.test(value)) return value;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
};

/** One dimension with lower bound 1; each element follows its length (see array_recv in Postgres). */
const binaryOf = (values: readonly (Buffer | null | undefined)[]): Buffer => {
  const size = values.reduce((total, value) => total + int32Bytes + (value?.length ?? 0), headerBytes);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  const hasNulls = values.every((value) => Buffer.isBuffer(value)) ? 0 : 1;
  for (const number of [1, hasNulls, byteaOid, values.length, 1]) at = bytes.writeInt32BE(number, at);
  for (const value of values) {
    at = bytes.writeInt32BE(value?.length ?? -1, at);
    if (value) at += value.copy(bytes, at);
  }
  return bytes;
};

/**
 * Split it with `substring(bytes FROM start FOR length)`: an array of bytea as text would be twice as long.
 */
export const packBytes = (
  parts: readonly Buffer[],
): { readonly bytes: Buffer; readonly starts: readonly number[]; readonly lengths: readonly number[] } => {
  const lengths = parts.map(({ length }) => length);
  let next = 1;
  const starts = lengths.map((length) => {
    next += length;
    return next - length;
  });
  return { bytes: Buffer.concat(parts), starts, lengths };
};

/**
 * The instant of a column of bigint with milliseconds. Division of numerics, `/ 1000.0`, costs several times as
 * much, and both yield the double that is nearest to the same quotient.
 */
export const instantSql = (milliseconds: string): string => `to_timestamp(${milliseconds}::float8 / 1000)`;

/**
 * Selects them as `id`, in order. Jumps from one environment to the next in an index of these rows that
 * begins with `environment_id`: further rows of an environment are not read.
 */
export const environmentsWith = (table: string, condition = 'true'): string => `
  WITH RECURSIVE e AS (
    (SELECT environment_id AS id FROM ${table} WHERE ${condition} ORDER BY environment_id LIMIT 1)
    UNION ALL
    SELECT (SELECT environment_id FROM ${table} WHERE ${condition} AND environment_id > e.id ORDER BY environment_id LIMIT 1)
      FROM e WHERE e.id IS NOT NULL)
  SELECT id FROM e WHERE id IS NOT NULL`;
