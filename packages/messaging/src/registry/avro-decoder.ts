import { schemaIdOf } from '@loyalty/contracts';
import { textOf } from '@loyalty/kernel';
import type { InboundRecord } from '../ports/broker.ts';
import type { Decoded, Decoder } from '../ports/decoder.ts';
import type { SchemaRegistry } from './schema-registry.ts';

/** Reads bytes in the registry's wire format that were written with one schema. */
export type AvroReader<T> = (wireBytes: Buffer) => T;

export interface AvroDecoderOptions<T> {
  readonly registry: SchemaRegistry;
  /** Builds the reader that resolves a writer's schema to ours. Throws when the two are not compatible. */
  readonly readerFor: (writerSchemaText: string) => AvroReader<T>;
}

/** An id that the registry denied is requested again after this long, because it may be registered by then. */
const deniedForMs = 60_000;

const rejected = (reason: string, detail: string): Decoded<never> => ({
  outcome: 'rejected',
  rejection: { reason, detail },
});

/**
 * Creates a decoder of values in the registry's wire format, with the schema they were written with. It rejects bytes that a
 * known schema cannot read, and ids that the registry denies.
 */
export const createAvroDecoder = <T>({ registry, readerFor }: AvroDecoderOptions<T>): Decoder<T> => {
  const readers = new Map<number, AvroReader<T>>();
  const denied = new Map<number, number>();

  const decodeWith = (read: AvroReader<T>, value: Buffer): Decoded<T> => {
    try {
      return { outcome: 'decoded', value: read(value) };
    } catch (failure) {
      return rejected('UNDECODABLE', textOf(failure));
    }
  };

  return {
    decode: ({ value }: InboundRecord) => {
      const schemaId = value === null ? null : schemaIdOf(value);
      if (value === null || schemaId === null) return rejected('NOT_WIRE_FORMAT', 'no schema id in front');
      const read = readers.get(schemaId);
      if (read !== undefined) return decodeWith(read, value);
      const deniedUntil = denied.get(schemaId);
      if (deniedUntil !== undefined && Date.now() < deniedUntil) {
        return rejected('UNKNOWN_SCHEMA', `the registry knows no schema ${schemaId.toString()}`);
      }
      return { outcome: 'unknown-schema', schemaId };
    },
    learn: async (schemaId) => {
      const text = await registry.findSchema(schemaId);
      if (text === null) {
        denied.set(schemaId, Date.now() + deniedForMs);
        return;
      }
      try {
        readers.set(schemaId, readerFor(text));
      } catch (failure) {
        // The schema exists but is of another kind of message: the writer's mistake.
        readers.set(schemaId, () => {
          throw new Error(`schema ${schemaId.toString()} does not fit this topic: ${textOf(failure)}`);
        });
      }
    },
  };
};
