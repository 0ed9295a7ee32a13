import { factCodec, readerFor, topics } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  createAvroDecoder,
  readLogInParts,
  type Decoder,
  type InboundRecord,
  type Kafka,
  type SchemaRegistry,
} from '@loyalty/messaging';
import type { Queryable, ToldFact } from '@loyalty/storage';
import { lostSinceMs, type EpochStep } from './epoch-step.ts';
import { GhostSieve } from './ghost-sieve.ts';

export interface CompareFactsOptions {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  readonly db: Queryable;
}

/** Held in memory at once: some 50 MB. */
const recordsAtOnce = 40_000;

/** Compares what `loyalty.facts` told since the histories parted with what is stored, and keeps what is not there. */
export const createCompareFacts = ({ kafka, registry, db }: CompareFactsOptions): EpochStep => ({
  name: 'compare-facts',
  run: async (raised, signal) => {
    const decoder = createAvroDecoder({ registry, readerFor: factReader });
    const sieve = new GhostSieve({ db, epoch: raised.epoch });
    const isWhole = await readLogInParts(kafka, {
      ...{ topic: topics.facts, sinceMs: lostSinceMs(raised), recordsAtOnce, signal },
      onPart: async (records) => {
        await sieve.take(await decodeAll(decoder, records));
        return !sieve.isFull;
      },
    });
    await sieve.end(isWhole);
  },
});

const factReader = (writerSchema: string) => {
  const read = readerFor(factCodec, writerSchema);
  return (bytes: Buffer): ToldFact => {
    const { id, environmentId, tenantId, occurredAt: occurredAtMs, ledgerSeq, type, data } = read(bytes);
    return {
      ...{ id, environmentId: environmentId as EnvironmentId, tenantId, type, occurredAtMs, ledgerSeq },
      // Our own services alone write facts (`schemas/facts`).
      data: JSON.parse(data.toString()) as ToldFact['data'],
    };
  };
};

/** What cannot be decoded is a dead letter of every follower, and no fact of ours. */
const decodeAll = async (
  decoder: Decoder<ToldFact>,
  records: readonly InboundRecord[],
): Promise<ToldFact[]> => {
  const facts: ToldFact[] = [];
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
