/** What is written as text; an array with anything else, bytes apart, is left to pg. */
type Scalar = string | number | bigint | boolean | null | undefined;

const kinds: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'undefined']);
/** As text that needs no quotes in an array: digits, letters, and what numbers and uuids have besides. */
const plain = /^[\w.+-]+$/;
const saysNull = /^null$/i;
/** The type's number in pg_type. */
const byteaOid = 17;
const int32Bytes = 4;
const headerBytes = 5 * int32Bytes;

/**
 * One array as a parameter of a statement, as the protocol has it: a literal, or binary for bytes, which as a literal would be twice as long.
 * pg quotes and escapes each element. Null where an element is of no kind that is known here.
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

/** One dimension from 1 on, elements prefixed with their length: see array_recv. */
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
