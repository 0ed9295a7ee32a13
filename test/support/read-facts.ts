import { factCodec, schemaIdOf, type Fact } from '@loyalty/contracts';
import { readLocalStack } from '@loyalty/stack';
import { Kafka, logLevel } from 'kafkajs';

/** A fact with its decoded data, and its place. */
export interface ReadFact extends Omit<Fact, 'data'> {
  readonly data: Readonly<Record<string, unknown>>;
  readonly topic: FactTopic;
  /** The time at which the broker appended it, in milliseconds since the epoch. */
  readonly appendedAtMs: number;
}

const topics = ['loyalty.facts', 'loyalty.facts-bulk'] as const;
type FactTopic = (typeof topics)[number];
/** Allows for a fact's time that is a little before the test's clock. */
const clockMarginMs = 1_000;

/**
 * Reads all facts of a tenant, from the start of their logs (or `sinceMs`, milliseconds since the epoch) to their present ends,
 * duplicates included: those of tills and management, then the bulk ones.
 */
export const readFacts = async (tenantId: string, sinceMs = 0): Promise<ReadFact[]> => {
  const facts: ReadFact[] = [];
  for (const topic of topics)
    facts.push(...(await readTopic(topic, sinceMs)).filter((fact) => fact.tenantId === tenantId));
  return facts;
};

const readTopic = async (topic: FactTopic, sinceMs: number): Promise<ReadFact[]> => {
  const kafka = new Kafka({ brokers: readLocalStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  const starts = await admin.fetchTopicOffsetsByTimestamp(topic, Math.max(0, sinceMs - clockMarginMs));
  await admin.disconnect();
  const startOf = new Map(starts.map(({ partition, offset }) => [partition, Number(offset)]));
  const open = new Map(
    ends
      .map(({ partition, high }) => [partition, Number(high)] as const)
      .filter(([partition, high]) => high > (startOf.get(partition) ?? 0)),
  );
  const facts: ReadFact[] = [];
  if (open.size === 0) return facts;
  const consumer = kafka.consumer({ groupId: `read-${topic}-${Date.now().toString()}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer
      .run({
        eachMessage: ({ partition, message }) => {
          facts.push({ ...factOf(message.value), topic, appendedAtMs: Number(message.timestamp) });
          if (Number(message.offset) + 1 >= (open.get(partition) ?? 0)) open.delete(partition);
          if (open.size === 0) resolve();
          return Promise.resolve();
        },
      })
      .catch(reject);
    if (sinceMs === 0) return;
    for (const { partition, offset } of starts) consumer.seek({ topic, partition, offset });
  });
  await consumer.disconnect();
  return facts;
};

/** Returns the facts of one type whose data contains `fields`, each once. */
export const distinctFacts = (
  facts: readonly ReadFact[],
  type: string,
  fields: Readonly<Record<string, unknown>> = {},
): ReadFact[] => {
  const wanted = facts.filter(
    (fact) =>
      fact.type === type && Object.entries(fields).every(([name, value]) => fact.data[name] === value),
  );
  return [...new Map(wanted.map((fact) => [fact.id, fact])).values()];
};

const factOf = (value: Buffer | null): Omit<ReadFact, 'topic' | 'appendedAtMs'> => {
  if (value === null || schemaIdOf(value) === null) throw new Error('a fact is not in the wire format');
  const fact = factCodec.decode(value.subarray(5));
  return { ...fact, data: JSON.parse(fact.data.toString()) as Record<string, unknown> };
};
