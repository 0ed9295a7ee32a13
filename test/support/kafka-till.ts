import {
  type EvaluateRequest,
  evaluateRequestCodec,
  type Reply,
  replyCodec,
  subjectOf,
  topics,
} from '@loyalty/contracts';
import { createKafka, type Kafka } from '@loyalty/kafka';
import { createTopics } from '@loyalty/kafka/admin';
import { KafkaConsumer } from '@loyalty/kafka/consumer';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import { createSchemaRegistry, type SchemaRegistry } from '@loyalty/kafka/registry';
import { memberKeyOf } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { createAvroDecoder } from '@loyalty/streams/decoder';
import {
  createRequestClient,
  PendingReplies,
  type ReplyOutcome,
  ReplyReader,
} from '@loyalty/streams/request-reply';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { eventually } from '@loyalty/testkit/runs';

/** The environment of the requests: its number and its secret. */
export interface TillEnvironment {
  readonly id: number;
  readonly secret: Uint8Array;
}

/** A till that sends requests to an engine over Kafka, as ingress does, on its own topic. */
export interface KafkaTill {
  /** Resolves with the reply, or with a time-out after `deadlineMs`. */
  ask(
    environment: TillEnvironment,
    request: EvaluateRequest,
    deadlineMs: number,
  ): Promise<ReplyOutcome<Reply>>;
  stop(): Promise<void>;
}

const partition = 0;

const readerOf = (
  kafka: Kafka,
  registry: SchemaRegistry,
  pending: PendingReplies<Reply>,
): ReplyReader<Reply> =>
  new ReplyReader({
    consumer: new KafkaConsumer({
      kafka,
      groupId: null,
      partition,
      topics: [topics.replies],
      maxWaitMs: 100,
    }),
    decoder: createAvroDecoder({ registry, readerFor: (schema) => replyCodec.readerFor(schema) }),
    pending,
    logger: silentLogger,
    metrics: createMetrics({ service: 'till' }),
    onFailed: () => undefined,
  });

/** Creates the topic and registers its schema if they are missing, and starts reading replies. */
export const openKafkaTill = async (topic: string): Promise<KafkaTill> => {
  const { kafkaBrokers, schemaRegistryUrl } = readLocalStack();
  const kafka = createKafka({ brokers: kafkaBrokers.split(','), clientId: 'till', logger: silentLogger });
  const registry = createSchemaRegistry(schemaRegistryUrl);
  const config = { 'message.timestamp.type': 'LogAppendTime' };
  await createTopics(kafka, [{ name: topic, partitions: 4, replicationFactor: 1, config }]);
  const schemaId = await registry.register(subjectOf(topic), evaluateRequestCodec.schemaText);
  const pending = new PendingReplies<Reply>(1_000);
  const reader = readerOf(kafka, registry, pending);
  const producer = new CoalescingProducer({
    kafka,
    logger: silentLogger,
    acks: -1,
    patienceMs: 10_000,
    waitingMax: 10_000,
  });
  await producer.start();
  await reader.start();
  await eventually('replies are read', () => reader.isReady);
  const replyTo = { topic: topics.replies, partition };
  const client = createRequestClient({ producer, pending, replyTo: () => replyTo });
  return {
    ask: ({ id, secret }, request, deadlineMs) =>
      client.request(
        {
          topic,
          key: Buffer.from(memberKeyOf(secret, request.memberRef).toString('base64url')),
          value: evaluateRequestCodec.encode(request, schemaId),
          headers: { loyalty_environment: id.toString() },
        },
        deadlineMs,
      ),
    stop: async () => {
      await producer.stop();
      await reader.stop();
    },
  };
};
