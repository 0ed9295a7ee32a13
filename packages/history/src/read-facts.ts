import { factCodec, headers as names, readerFor, topics, type FactType } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  createAvroDecoder,
  readLogInParts,
  type Decoder,
  type InboundRecord,
  type Kafka,
  type SchemaRegistry,
} from '@loyalty/messaging';
import type { PublishedFact } from '@loyalty/storage';

export interface ReadFactsOptions {
  /** All others are passed over undecoded. Default: none is. */
  readonly types?: readonly FactType[];
  /** Milliseconds since the epoch, by the clocks of brokers. */
  readonly sinceMs: number;
  /** Ends the reading with a throw. */
  readonly signal: AbortSignal;
  /** Called with the facts of one part of the log after the other, those of one key in their order; false: no more. */
  readonly onPart: (facts: readonly PublishedFact[]) => Promise<boolean>;
}

/** Where facts are read. */
export interface FactLog {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
}

/** Held in memory at once: some 50 MB. */
const recordsAtOnce = 40_000;

/** Reads facts up to where their topic ends now; false when it was ended before. Fails as {@link readLogInParts} does. */
export const readFacts = (
  { kafka, registry }: FactLog,
  { types, onPart, ...reading }: ReadFactsOptions,
): Promise<boolean> => {
  const decoder = createAvroDecoder({ registry, readerFor: factReader });
  const wanted = types && new Set<string>(types);
  return readLogInParts(kafka, {
    ...reading,
    topic: topics.facts,
    recordsAtOnce,
    // The type is in a header.
    isWanted: ({ headers }) => wanted?.has(headers[names.factType]?.toString() ?? '') ?? true,
    onPart: async (records) => onPart(await decodeAll(decoder, records)),
  });
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
      // Our own services alone write facts (`schemas/facts`).
      data: JSON.parse(data.toString()) as PublishedFact['data'],
    };
  };
};

/** What cannot be decoded is a dead letter of every follower, and no fact of ours. */
const decodeAll = async (
  decoder: Decoder<PublishedFact>,
  records: readonly InboundRecord[],
): Promise<PublishedFact[]> => {
  const facts: PublishedFact[] = [];
  for (const record of records) {
    let decoded = decoder.decode(record);
    if (decoded.outcome === 'unknown-schema') {
      await decoder.learn(decoded.schemaId);
      decoded = decoder.decode(record);
    }
    if (decoded.outcome === 'decoded') facts.push(decoded.value);
  }
  return facts;
};
