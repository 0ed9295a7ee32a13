import avsc, { type Type } from 'avsc';
import { Fault, textOf } from '@loyalty/kernel';
import { checkEnd, cursorAtStartOf } from './payload-cursor.ts';
import { type MissingValues, type ReadValue, valueReaderOf } from './value-reader.ts';
import { parseSchema, type SchemaNode, wireFormOf } from './schema-nodes.ts';
import {
  headerLengthBytes,
  payloadOf,
  UndecodableError,
  UnencodableError,
  writeHeader,
} from './wire-format.ts';

/** Reads and writes one kind of message. Longs are safe integers, `["null", T]` is a plain `T | null`. */
export interface AvroCodec<T> {
  readonly schema: object;
  readonly schemaText: string;
  /**
   * Encodes a value. Throws {@link UnencodableError}. Strings must be well formed (D9), because no reader
   * accepts a lone surrogate.
   */
  encode(value: T, schemaId: number): Buffer;
  /** Decodes a payload, without header, written with exactly this schema. Throws {@link UndecodableError}. */
  decode(payload: Buffer): T;
  readerFor(writerSchemaText: string): (wireBytes: Buffer) => T;
}

interface ReadingOptions<T> {
  /** Reads payloads of this schema with all checks, faster than it is read by default. */
  readonly readOwn?: AvroDecode<T>;
  /** By default a null is refused where this schema has none. */
  readonly missing?: MissingValues;
}

/** Reads the bytes of any writer whose schema fits: see {@link valueReaderOf}. */
export const createAvroCodec = <T>(schema: object, given: ReadingOptions<T> = {}): AvroCodec<T> => {
  const schemaText = JSON.stringify(schema);
  const type = parse(schemaText);
  const reader = parseSchema(schemaText);
  const decoder = (writer: SchemaNode): AvroDecode<T> =>
    given.readOwn !== undefined && wireFormOf(reader) === wireFormOf(writer)
      ? given.readOwn
      : decoderOf<T>(valueReaderOf(reader, writer, given.missing ?? null));
  return {
    schema,
    schemaText,
    encode: (value, schemaId) => encode(type, value, schemaId),
    decode: decoder(reader),
    readerFor: (writerSchemaText) => {
      const decode = decoderOfText(decoder, writerSchemaText);
      return (wireBytes) => decode(payloadOf(wireBytes));
    },
  };
};

/**
 * Returns a function that decodes messages written with the given schema; it throws {@link UndecodableError}.
 * Throws `SCHEMA_MISMATCH` itself when the two schemas are incompatible.
 */
export const readerFor = <T>(codec: AvroCodec<T>, writerSchemaText: string): ((wireBytes: Buffer) => T) =>
  codec.readerFor(writerSchemaText);

const parse = (schemaText: string): Type =>
  avsc.Type.forSchema(JSON.parse(schemaText) as avsc.Schema, {
    wrapUnions: 'never',
    omitRecordMethods: true,
    typeHook: withSafeLongs,
  });

/** T describes the reader's schema, and values of that schema are returned. */
type AvroDecode<T> = (payload: Buffer) => T;

const decoderOfText = <T>(
  decoder: (writer: SchemaNode) => AvroDecode<T>,
  writerSchemaText: string,
): AvroDecode<T> => {
  try {
    return decoder(parseSchema(writerSchemaText));
  } catch (cause) {
    throw new Fault('SCHEMA_MISMATCH', `The writer's schema cannot be read with ours: ${textOf(cause)}`, {
      cause,
    });
  }
};

const decoderOf =
  <T>(read: ReadValue): AvroDecode<T> =>
  (payload) => {
    try {
      const cursor = cursorAtStartOf(payload);
      const value = read(cursor);
      checkEnd(cursor);
      return value as T;
    } catch (cause) {
      throw cause instanceof UndecodableError ? cause : new UndecodableError(textOf(cause), { cause });
    }
  };

/** Fits any usual message; a longer one gets its own. Encoding is synchronous, so one buffer is enough. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

const encode = (type: Type, value: unknown, schemaId: number): Buffer => {
  const end = encodeInto(type, value, scratch);
  const bytes =
    end >= 0 ? Buffer.from(scratch.subarray(0, end)) : encodeLong(type, value, scratch.length - end);
  writeHeader(bytes, schemaId);
  return bytes;
};

const encodeLong = (type: Type, value: unknown, lengthBytes: number): Buffer => {
  const bytes = Buffer.allocUnsafe(lengthBytes);
  encodeInto(type, value, bytes);
  return bytes;
};

/** Returns the end of the value in `target`; a negative number is the number of missing bytes. */
const encodeInto = (type: Type, value: unknown, target: Buffer): number => {
  try {
    return type.encode(value, target, headerLengthBytes);
  } catch (cause) {
    throw new UnencodableError(faultIn(type, value) ?? textOf(cause));
  }
};

/** Names the first field that its type refuses. The library's own text would repeat the value. */
const faultIn = (type: Type, value: unknown): string | undefined => {
  let text: string | undefined;
  type.isValid(value, {
    errorHook: (path, _, expected) => {
      text ??= `${path.join('.')} is no ${expected.typeName.replace('abstract:', '')}`;
    },
  });
  return text;
};

/** Exact over ±(2^53−1), refused beyond (D9). The library's own long loses the last bit below −2^52. */
const methods = {
  fromBuffer: (bytes: Buffer): number => readLong(bytes),
  toBuffer: (value: number): Buffer => writeLong(value),
  fromJSON: (value: unknown): unknown => value,
  toJSON: (value: unknown): unknown => value,
  isValid: (value: unknown): boolean => Number.isSafeInteger(value),
  compare: (one: number, other: number): number => Math.sign(one - other),
};

// Variable-length zigzag: the lowest bit is the sign, seven bits a byte, the lowest first. Magnitude and sign
// are kept apart, because together they need 54 bits and a double has 53.
const readLong = (bytes: Buffer): number => {
  const first = bytes[0] ?? 0;
  let magnitude = (first & 0x7e) / 2;
  let scale = 64;
  for (let at = 1; at < bytes.length; at += 1) {
    magnitude += ((bytes[at] ?? 0) & 0x7f) * scale;
    scale *= 128;
  }
  const value = (first & 1) === 0 ? magnitude : -magnitude - 1;
  if (!Number.isSafeInteger(value)) throw new UndecodableError('A long lies outside ±(2^53−1).');
  return value;
};

/** 10 bytes carry 64 bits. The library copies from here at once, so the memory can be shared. */
const longBytes = Buffer.alloc(10);
const views = Array.from({ length: longBytes.length + 1 }, (_, length) => longBytes.subarray(0, length));

const writeLong = (value: number): Buffer => {
  const isNegative = value < 0;
  let magnitude = isNegative ? -(value + 1) : value;
  let low = (magnitude % 64) * 2 + (isNegative ? 1 : 0);
  magnitude = Math.floor(magnitude / 64);
  let length = 0;
  while (magnitude > 0) {
    longBytes[length++] = low | 0x80;
    low = magnitude % 128;
    magnitude = Math.floor(magnitude / 128);
  }
  longBytes[length++] = low;
  return views[length] ?? longBytes;
};

const safeLong = avsc.types.LongType.__with(methods, true);

const withSafeLongs = (schema: unknown): Type | undefined => (isLong(schema) ? safeLong : undefined);

const isLong = (schema: unknown): boolean =>
  schema === 'long' ||
  (typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'long');
