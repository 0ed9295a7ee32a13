import { factCodec, type FactType, headers as names, readerFor, topics } from '@loyalty/contracts';
import type { InboundRecord, Kafka } from '@loyalty/kafka';
import { readLogInParts } from '@loyalty/kafka/read-log';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import type { EnvironmentId } from '@loyalty/kernel';
import type { PublishedFact } from '@loyalty/storage/history';
import { createAvroDecoder, type Decoder } from '@loyalty/streams/decoder';

interface ReadFactsOptions {
  /** Facts of other types are skipped undecoded. Default: all types. */
  readonly types?: readonly FactType[];
  /** Milliseconds since the epoch, by the clocks of brokers. */
  readonly sinceMs: number;
  /** The reading throws when this signal is aborted. */
  readonly signal: AbortSignal;
  /**
   * Gets the facts in parts, those of tills and management first, those of one key in order. False ends the
   * reading.
   */
  readonly onPart: (facts: readonly PublishedFact[]) => Promise<boolean>;
}

export interface FactLog {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
}

/** Records in memory at once: some 50 MB. */
const recordsAtOnce = 40_000;

/** The topics of facts, in the order in which they are read. */
export const factTopics = [topics.facts, topics.factsBulk] as const;

/**
 * Reads facts up to the present end. Returns false if `onPart` stopped it. Fails as {@link readLogInParts}
 * does.
 */
export const readFacts = async (
  { kafka, registry }: FactLog,
  { types, onPart, ...reading }: ReadFactsOptions,
): Promise<boolean> => {
  // Its callers have seconds: a fact whose schema is denied is left out at once.
  const decoder = createAvroDecoder({ registry, readerFor: factReader, doubtsForMs: 0 });
  const wanted = types && new Set<string>(types);
  const parts = {
    ...reading,
    recordsAtOnce,
    // The type is in a header, so unwanted facts need no decoding.
    isWanted: ({ headers }: InboundRecord) => wanted?.has(headers[names.factType]?.toString() ?? '') ?? true,
    onPart: async (records: readonly InboundRecord[]) => onPart(await decodeAll(decoder, records)),
  };
  for (const topic of factTopics) if (!(await readLogInParts(kafka, { ...parts, topic }))) return false;
  return true;
};

const factReader = (writerSchema: string) => {
  const read = readerFor(factCodec, writerSchema);
  return (bytes: Buffer): PublishedFact => {
    const { id, environmentId, tenantId, occurredAt: occurredAtMs, ledgerSeq, type, data } = read(bytes);
    return {
      id,
      environmentId: environmentId as EnvironmentId,
      tenantId,
      type,
      occurredAtMs,
      ledgerSeq,
      // Only the services write facts (`schemas/facts`).
      data: JSON.parse(data.toString()) as PublishedFact['data'],
    };
  };
};

/** Skips what cannot be decoded: those are dead letters of every follower, and not facts. */
const decodeAll = async (
  decoder: Decoder<PublishedFact>,
  records: readonly InboundRecord[],
): Promise<PublishedFact[]> => {
  const facts: PublishedFact[] = [];
  for (const record of records) {
    let decoded = decoder.decode(record);
    if (decoded.outcome === 'unknown-schema') {
      await decoder.learn(decoded.schemaId, record.topic);
      decoded = decoder.decode(record);
    }
    if (decoded.outcome === 'decoded') facts.push(keyedFact(decoded.value, record.key));
  }
  return facts;
};

const keyedFact = (fact: PublishedFact, key: Buffer | null): PublishedFact => ({
  id: fact.id,
  environmentId: fact.environmentId,
  tenantId: fact.tenantId,
  type: fact.type,
  occurredAtMs: fact.occurredAtMs,
  ledgerSeq: fact.ledgerSeq,
  data: fact.data,
  key: key?.toString() ?? '',
});
