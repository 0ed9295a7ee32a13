import { Fault, textOf } from '@loyalty/kernel';
import avsc from 'avsc';
import type { Type } from 'avsc';
import { withSafeLongs } from './safe-long.ts';
import { structureCheckOf } from './structure-check.ts';
import { UndecodableError, UnencodableError } from './undecodable-error.ts';
import { headerLengthBytes, payloadOf, writeHeader } from './wire-format.ts';

/** Reads and writes one kind of message. Longs are safe integers, `["null", T]` is a plain `T | null`. */
export interface AvroCodec<T> {
  /** Our version of the schema, as it is registered. */
  readonly schema: object;
  readonly schemaText: string;
  /**
   * Returns the value in the registry's wire format, in its own memory. Throws {@link UnencodableError} with the first
   * field that the schema cannot carry. Strings must be well formed (D9): a lone surrogate is written as bytes that no
   * reader accepts.
   */
  encode(value: T, schemaId: number): Buffer;
  /** Decodes a payload (without the header) written with exactly this schema. Throws {@link UndecodableError}. */
  decode(payload: Buffer): T;
  /** See {@link readerFor}. */
  readerFor(writerSchemaText: string): (wireBytes: Buffer) => T;
}

/** Creates a codec for the messages of `schema`. */
export const createAvroCodec = <T>(schema: object): AvroCodec<T> => {
  const schemaText = JSON.stringify(schema);
  const type = parse(schemaText);
  return {
    schema,
    schemaText,
    encode: (value, schemaId) => encode(type, value, schemaId),
    decode: decoderOf<T>(type, type),
    readerFor: (writerSchemaText) => {
      const decode = decoderOf<T>(type, writerTypeOf(writerSchemaText));
      return (wireBytes) => decode(payloadOf(wireBytes));
    },
  };
};

/**
 * Returns a reader of messages written with `writerSchemaText`, this or another version of the codec's schema. Unknown
 * fields are skipped; fields that the writer did not know get their defaults. Throws a {@link Fault} `SCHEMA_MISMATCH`
 * when the two are incompatible. The reader throws {@link UndecodableError} for bytes that do not fit the writer's
 * schema.
 */
export const readerFor = <T>(codec: AvroCodec<T>, writerSchemaText: string): ((wireBytes: Buffer) => T) =>
  codec.readerFor(writerSchemaText);

const parse = (schemaText: string): Type =>
  avsc.Type.forSchema(JSON.parse(schemaText) as avsc.Schema, {
    wrapUnions: 'never',
    omitRecordMethods: true,
    typeHook: withSafeLongs,
  });

const writerTypeOf = (writerSchemaText: string): Type => {
  try {
    return parse(writerSchemaText);
  } catch (cause) {
    throw mismatch(cause);
  }
};

const mismatch = (cause: unknown): Fault =>
  new Fault('SCHEMA_MISMATCH', `The writer's schema cannot be read with ours: ${textOf(cause)}`, { cause });

/** T describes the reader's schema; the library returns values of that schema. */
type AvroDecode<T> = (payload: Buffer) => T;

const decoderOf = <T>(reader: Type, writer: Type): AvroDecode<T> => {
  const resolver = reader.equals(writer) ? undefined : resolverOf(reader, writer);
  const checkStructure = structureCheckOf(writer);
  return (payload) => {
    try {
      checkStructure(payload);
      return reader.fromBuffer(payload, resolver) as T;
    } catch (cause) {
      throw cause instanceof UndecodableError ? cause : new UndecodableError(textOf(cause), { cause });
    }
  };
};

const resolverOf = (reader: Type, writer: Type) => {
  try {
    return reader.createResolver(writer);
  } catch (cause) {
    throw mismatch(cause);
  }
};

/** Fits any usual message; a longer one gets its own buffer. Encoding is synchronous, so one buffer is enough. */
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
