import { factCodec, readerFor, topics, type FactType, type TypedFact } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  createAvroDecoder,
  readLog,
  type Decoder,
  type InboundRecord,
  type Kafka,
  type SchemaRegistry,
} from '@loyalty/messaging';
import { findSchemaId } from '../outbound/engine-ports.ts';
import { onlyFactsOf } from '../facts/wanted-facts.ts';

/** A fact as the topic has it; its commit may be lost. */
export interface KeptFact<Type extends FactType> {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  /** The Kafka key. */
  readonly key: string;
  readonly occurredAtMs: number;
  readonly fact: TypedFact<Type>;
}

export interface ReadFactsOptions<Type extends FactType> {
  readonly types: readonly Type[];
  /** Milliseconds since the epoch, by the clocks of brokers. */
  readonly sinceMs: number;
  /** Ends the reading with a throw. */
  readonly signal: AbortSignal;
  /** Called for each of them; those of one key in their order, but for what was written with another schema than ours: that comes last. */
  readonly onFact: (fact: KeptFact<Type>) => void;
}

/** Reads facts of some types up to where their topic ends now; all others are passed over undecoded. Fails as {@link readLog} does. */
export const readFacts = async <Type extends FactType>(
  { kafka, registry }: { readonly kafka: Kafka; readonly registry: SchemaRegistry },
  { types, sinceMs, signal, onFact }: ReadFactsOptions<Type>,
): Promise<void> => {
  const decoder = onlyFactsOf(types, createAvroDecoder({ registry, readerFor: factReader<Type> }));
  await decoder.learn(await findSchemaId(registry, topics.facts, factCodec));
  const unread: { readonly record: InboundRecord; readonly schemaId: number }[] = [];
  const read = (record: InboundRecord): void => {
    const decoded = decoder.decode(record);
    if (decoded.outcome === 'unknown-schema') unread.push({ record, schemaId: decoded.schemaId });
    if (decoded.outcome === 'decoded') onFact({ ...decoded.value, key: record.key?.toString() ?? '' });
  };
  await readLog(kafka, { topic: topics.facts, sinceMs, signal, onRecord: read });
  await learnAll(decoder, unread);
  for (const { record } of unread.splice(0)) read(record);
};

const learnAll = async (
  decoder: Decoder<unknown>,
  unread: readonly { readonly schemaId: number }[],
): Promise<void> => {
  for (const schemaId of new Set(unread.map((one) => one.schemaId))) await decoder.learn(schemaId);
};

const factReader = <Type extends FactType>(writerSchema: string) => {
  const read = readerFor(factCodec, writerSchema);
  return (bytes: Buffer): Omit<KeptFact<Type>, 'key'> => {
    const { id, environmentId, tenantId, occurredAt, type, data } = read(bytes);
    return {
      ...{ id, environmentId: environmentId as EnvironmentId, tenantId, occurredAtMs: occurredAt },
      // The header said which type it is; our own services write no other data (`schemas/facts`).
      fact: { type, data: JSON.parse(data.toString()) as unknown } as TypedFact<Type>,
    };
  };
};
