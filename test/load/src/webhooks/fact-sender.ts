import { factCodec, subjectOf, topics } from '@loyalty/contracts';
import {
  CoalescingProducer,
  createKafka,
  createSchemaRegistry,
  factMessage,
  type FactToPublish,
} from '@loyalty/messaging';
import type { LocalStack } from '@loyalty/stack';
import { silentLogger } from '@loyalty/telemetry';

/** Publishes facts to `loyalty.facts` as the services do; resolves when Kafka has acknowledged them. */
export type SendFacts = (facts: readonly FactToPublish[]) => Promise<void>;

/** Calls `work` with a producer of facts. */
export const withFactSender = async <T>(
  { kafkaBrokers, schemaRegistryUrl }: LocalStack,
  work: (send: SendFacts) => Promise<T>,
): Promise<T> => {
  const registry = createSchemaRegistry(schemaRegistryUrl);
  const schemaId = await registry.findId(subjectOf(topics.facts), factCodec.schemaText);
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
    return await work((facts) => producer.send(facts.map((fact) => factMessage(fact, schemaId))));
  } finally {
    await producer.stop();
  }
};
