import { subjectOf } from '@loyalty/contracts';
import { createKafka, type Kafka } from '@loyalty/kafka';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import type { LocalStack } from '@loyalty/stack';
import { silentLogger } from '@loyalty/telemetry/logger';

/** A started producer, its connection to Kafka, and the id of the schema of what it sends. */
export interface ProducerOfSchema {
  readonly producer: CoalescingProducer;
  readonly kafka: Kafka;
  readonly schemaId: number;
}

/** Calls `work` with a producer of messages that all brokers in sync have; stops it afterwards. */
export const withProducer = async <T>(
  { kafkaBrokers, schemaRegistryUrl }: LocalStack,
  { topic, schemaText }: { readonly topic: string; readonly schemaText: string },
  work: (of: ProducerOfSchema) => Promise<T>,
): Promise<T> => {
  const schemaId = await createSchemaRegistry(schemaRegistryUrl).findId(subjectOf(topic), schemaText);
  const kafka = createKafka({ brokers: kafkaBrokers.split(','), clientId: 'bench', logger: silentLogger });
  const producer = new CoalescingProducer({
    kafka,
    logger: silentLogger,
    acks: -1,
    patienceMs: 30_000,
    waitingMax: 100_000,
  });
  await producer.start();
  try {
    return await work({ producer, kafka, schemaId });
  } finally {
    await producer.stop();
  }
};
