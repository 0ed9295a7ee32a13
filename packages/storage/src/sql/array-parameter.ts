/** pg converts arrays with any other element, except arrays of bytes. */
type Scalar = string | number | bigint | boolean | null | undefined;

const kinds: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'undefined']);
const plain = /^[\w.+-]+$/;
const saysNull = /^null$/i;

/**
 * Returns the literal of an array, which is faster than with pg, because pg quotes and escapes each element.
 * Returns null if an element has a type that is not known here.
 */
export const arrayLiteral = (values: readonly unknown[]): string | null =>
  values.every(isScalar) ? `{${values.map(literalOf).join(',')}}` : null;

const isScalar = (value: unknown): value is Scalar => value === null || kinds.has(typeof value);

const literalOf = (value: Scalar): string => {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string') return value.toString();
  if (plain.test(value) && !saysNull.test(value)) return value;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
};

/** The types whose arrays are sent in binary, so that the server reads them without parsing text. */
export type BinaryType = 'int' | 'bigint' | 'uuid' | 'timestamptz' | 'bytea';

const oids: Readonly<Record<BinaryType, number>> = {
  int: 23,
  bigint: 20,
  uuid: 2950,
  timestamptz: 1184,
  bytea: 17,
};

/** The form in which each array is sent, by the casts of its parameter; null means as a literal. */
export type ParameterTypes = readonly (BinaryType | null)[];

const mentions = /\$(\d+)(?:::(int|bigint|uuid|timestamptz)\[\])?/g;

/**
 * Returns the types of parameters that are cast to an array at each mention, which makes Postgres give them
 * that type.
 */
export const parameterTypesOf = (text: string): ParameterTypes => {
  const types: (BinaryType | null)[] = [];
  for (const [, number = '', cast] of text.matchAll(mentions)) {
    const at = Number(number) - 1;
    const type = (cast as BinaryType | undefined) ?? null;
    types[at] = at in types && types[at] !== type ? null : type;
  }
  return types;
};

const int32Bytes = 4;
const headerBytes = 5 * int32Bytes;
const widestBytes = { int: 4, bigint: 8, uuid: 16, timestamptz: 8 } as const;

/** Returns a sufficient number of bytes for {@link writeArray}. */
export const arrayBytesMax = (type: BinaryType, values: readonly unknown[]): number =>
  type === 'bytea'
    ? values.reduce<number>((total, value) => total + int32Bytes + lengthOf(value), headerBytes)
    : headerBytes + values.length * (int32Bytes + widestBytes[type]);

const lengthOf = (value: unknown): number => (Buffer.isBuffer(value) ? value.length : 0);

interface Place {
  readonly bytes: Buffer;
  readonly at: number;
}

/**
 * Writes one dimension with lower bound 1, in which each element follows its length (see array_recv in
 * Postgres). Returns the end, or -1 if an element does not have this type, so that only the server judges it.
 */
export const writeArray = (type: BinaryType, values: readonly unknown[], { bytes, at }: Place): number => {
  const write = writers[type];
  let hasNulls = 0;
  let end = at + headerBytes;
  for (const value of values) {
    if (value === null || value === undefined) {
      hasNulls = 1;
      end = writeInt32(-1, bytes, end);
    } else {
      end = write(value, bytes, end);
      if (end < 0) return -1;
    }
  }
  let head = at;
  for (const number of [1, hasNulls, oids[type], values.length, 1]) head = writeInt32(number, bytes, head);
  return end;
};

type ElementWriter = (value: unknown, bytes: Buffer, at: number) => number;

/** Byte by byte: `writeInt32BE` checks each value and place, which takes most of the time of an array. */
const writeInt32 = (value: number, bytes: Buffer, at: number): number => {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
  return at + 4;
};

const writeInt: ElementWriter = (value, bytes, at) => {
  if (typeof value !== 'number' || (value | 0) !== value) return -1;
  return writeInt32(value, bytes, writeInt32(4, bytes, at));
};

const two32 = 2 ** 32;

const writeBigint: ElementWriter = (value, bytes, at) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return -1;
  const end = writeInt32(Math.floor(value / two32), bytes, writeInt32(8, bytes, at));
  return writeInt32(value, bytes, end);
};

/** Postgres counts microseconds from 2000 on. */
const epochMs = Date.UTC(2000, 0);

/** Text would be made from eleven numbers, in the time zone of the process, and parsed by the server. */
const writeInstant: ElementWriter = (value, bytes, at) =>
  value instanceof Date ? writeBigint((value.getTime() - epochMs) * 1_000, bytes, at) : -1;

const writeBytes: ElementWriter = (value, bytes, at) => {
  if (!Buffer.isBuffer(value)) return -1;
  const from = writeInt32(value.length, bytes, at);
  return from + value.copy(bytes, from);
};

/** The table has the digits `0` to `f` by character code, and `none` for any other. */
const none = 255;
const digits = new Uint8Array(128).fill(none);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

const uuidLength = 36;
const dash = 45;
const dashes = [8, 13, 18, 23] as const;
/** These are the places of the first digit of each byte. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;

/** Only the usual form is written; Postgres knows others. */
const writeUuid: ElementWriter = (value, bytes, at) => {
  if (typeof value !== 'string' || value.length !== uuidLength) return -1;
  for (const place of dashes) if (value.charCodeAt(place) !== dash) return -1;
  let end = writeInt32(16, bytes, at);
  let seen = 0;
  for (const place of places) {
    const high = digits[value.charCodeAt(place)] ?? none;
    const low = digits[value.charCodeAt(place + 1)] ?? none;
    seen |= high | low;
    bytes[end] = (high << 4) | low;
    end += 1;
  }
  return seen > 15 ? -1 : end;
};

const writers: Readonly<Record<BinaryType, ElementWriter>> = {
  int: writeInt,
  bigint: writeBigint,
  uuid: writeUuid,
  timestamptz: writeInstant,
  bytea: writeBytes,
};
