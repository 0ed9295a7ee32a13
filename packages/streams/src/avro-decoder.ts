import { schemaIdOf } from '@loyalty/contracts';
import { Fault, systemClock, textOf, type Clock } from '@loyalty/kernel';
import type { InboundRecord } from '../ports/broker.ts';
import type { Decoded, Decoder } from '../ports/decoder.ts';
import type { RejectionReason } from '../ports/handler.ts';
import { deniedIdsByTopic } from './denied-ids.ts';
import type { SchemaRegistry } from './schema-registry.ts';

/** Reads bytes in the registry's wire format that were written with one schema. */
export type AvroReader<T> = (wireBytes: Buffer) => T;

export interface AvroDecoderOptions<T> {
  readonly registry: SchemaRegistry;
  /** Builds the reader that resolves a writer's schema to ours. Throws when the two are not compatible. */
  readonly readerFor: (writerSchemaText: string) => AvroReader<T>;
  /** How long a denial of the registry is doubted, while messages wait, in milliseconds. Default: 30 s. */
  readonly doubtsForMs?: number;
  /** Default: the system's clock. */
  readonly clock?: Pick<Clock, 'now'>;
}

const rejected = (reason: RejectionReason, detail: string): Decoded<never> => ({
  outcome: 'rejected',
  rejection: { reason, detail },
});

const unknown = (schemaId: number): string => `the registry knows no schema ${schemaId.toString()}`;

/**
 * Creates a decoder of values in the registry's wire format, with the schema they were written with. It rejects bytes that a
 * known schema cannot read, and ids that the registry denies for 30 s. Until then `learn` throws a retriable Fault `SCHEMA_DENIED`.
 */
export const createAvroDecoder = <T>({
  registry,
  readerFor,
  doubtsForMs,
  clock = systemClock,
}: AvroDecoderOptions<T>): Decoder<T> => {
  const readers = new Map<number, AvroReader<T>>();
  const deniedIn = deniedIdsByTopic(clock, doubtsForMs);

  const decodeWith = (read: AvroReader<T>, value: Buffer): Decoded<T> => {
    try {
      return { outcome: 'decoded', value: read(value) };
    } catch (failure) {
      return rejected('UNDECODABLE', textOf(failure));
    }
  };

  return {
    decode: ({ topic, value }: InboundRecord) => {
      const schemaId = value === null ? null : schemaIdOf(value);
      if (value === null || schemaId === null) return rejected('NOT_WIRE_FORMAT', 'no schema id in front');
      const read = readers.get(schemaId);
      if (read !== undefined) return decodeWith(read, value);
      if (deniedIn(topic).isBelieved(schemaId)) return rejected('UNKNOWN_SCHEMA', unknown(schemaId));
      return { outcome: 'unknown-schema', schemaId };
    },
    learn: async (schemaId, topic) => {
      const text = await registry.findSchema(schemaId);
      if (text === null) {
        if (deniedIn(topic).isDoubted(schemaId))
          throw new Fault('SCHEMA_DENIED', unknown(schemaId), { retry: true });
        return;
      }
      deniedIn(topic).forget(schemaId);
      readers.set(schemaId, readerOrRefusal(readerFor, schemaId, text));
    },
  };
};

/** Returns the reader of a schema. If the schema is of another kind of message, by its writer's mistake, it refuses every message. */
const readerOrRefusal = <T>(
  readerFor: AvroDecoderOptions<T>['readerFor'],
  schemaId: number,
  schemaText: string,
): AvroReader<T> => {
  try {
    return readerFor(schemaText);
  } catch (failure) {
    return () => {
      throw new Error(`schema ${schemaId.toString()} does not fit this topic: ${textOf(failure)}`);
    };
  }
};
