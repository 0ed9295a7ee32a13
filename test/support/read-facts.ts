import { factCodec, schemaIdOf, type Fact } from '@loyalty/contracts';
import { readLocalStack } from '@loyalty/stack';
import { Kafka, logLevel } from 'kafkajs';

/** A fact with its data read. */
export interface ReadFact extends Omit<Fact, 'data'> {
  readonly data: Readonly<Record<string, unknown>>;
}

/** Every fact on the topic that is a tenant's, from the log's start to its present end, duplicates included. */
export const readFacts = async (tenantId: string): Promise<ReadFact[]> => {
  const topic = 'loyalty.facts';
  const kafka = new Kafka({ brokers: readLocalStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const open = new Map(
    ends.flatMap(({ partition, high }) => (high === '0' ? [] : [[partition, Number(high)]])),
  );
  const facts: ReadFact[] = [];
  const consumer = kafka.consumer({ groupId: `read-facts-${Date.now().toString()}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer
      .run({
        eachMessage: ({ partition, message }) => {
          const fact = factOf(message.value);
          if (fact.tenantId === tenantId) facts.push(fact);
          if (Number(message.offset) + 1 >= (open.get(partition) ?? 0)) open.delete(partition);
          if (open.size === 0) resolve();
          return Promise.resolve();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return facts;
};

const factOf = (value: Buffer | null): ReadFact => {
  if (value === null || schemaIdOf(value) === null) throw new Error('a fact is not in the wire format');
  const fact = factCodec.decode(value.subarray(5));
  return { ...fact, data: JSON.parse(fact.data.toString()) as Record<string, unknown> };
};
