import {
  evaluateRequestCodec,
  memberEventRequestCodec,
  redeemRequestCodec,
  replyCodec,
  topics,
  type Reply,
  replyGroupPrefix,
} from '@loyalty/contracts';
import { Fault, randomId, systemClock, type Clock, type Part } from '@loyalty/kernel';
import {
  CoalescingProducer,
  createAvroDecoder,
  createRequestClient,
  KafkaConsumer,
  leaseReplyPartition,
  PartitionCounts,
  ownPartitionAssigner,
  readPartitionCount,
  PendingReplies,
  ReplyReader,
  tracedProducer,
  type Kafka,
  type SchemaRegistry,
  findSchemaId,
} from '@loyalty/messaging';
import type { Cache } from '@loyalty/storage';
import type { Logger, Metrics, Tracer } from '@loyalty/telemetry';
import type { BulkEngine, EvaluateEngine, EventEngine, RedeemEngine } from '../usecases/ports.ts';
import {
  createKafkaBulkEngine,
  createKafkaEvaluateEngine,
  createKafkaEventEngine,
  createKafkaRedeemEngine,
} from './kafka-engines.ts';

export interface EngineConnectionOptions {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  readonly cache: Cache;
  /** The clock for the deadlines of redeems: the database's, by which the engine judges them. */
  readonly clock: Pick<Clock, 'now'>;
  /** How long a caller waits for a reply. */
  readonly deadlineMs: number;
  /** How long the caller of a bulk call waits for its replies. */
  readonly bulkDeadlineMs: number;
  /** The most requests that may wait for their reply; more are refused. */
  readonly pendingMax: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** Called when replies can no longer be read and the process must end. */
  readonly onFatal: (reason: unknown) => void;
}

/** The connection to the engines and back. */
export interface EngineConnection {
  readonly engine: EvaluateEngine;
  readonly bulkEngine: BulkEngine;
  readonly eventEngine: EventEngine;
  readonly redeemEngine: RedeemEngine;
  /** In start order. The last one is started once replies can be read. */
  readonly parts: readonly Part[];
  /** Returns true once a request sent from now on gets its reply. */
  isReady(): boolean;
}

/**
 * Connects to the engines over Kafka: requests on their topics, replies on this process' own partition. Throws a Fault when
 * Kafka or the registry is unreachable, or a schema is not registered.
 */
export const connectToEngines = async (options: EngineConnectionOptions): Promise<EngineConnection> => {
  const { registry, metrics, deadlineMs, bulkDeadlineMs } = options;
  const schemaIds = await readSchemaIds(registry);
  const replyPartition = await chooseReplyPartition(options);
  const pending = new PendingReplies<Reply>(options.pendingMax);
  metrics.gauge('loyalty_pending_replies', {}, () => pending.size);
  const kafkaProducer = createProducer(options);
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'requests' }, () => kafkaProducer.waiting);
  metrics.gauge('loyalty_producer_waiting_bytes', { producer: 'requests' }, () => kafkaProducer.waitingBytes);
  const producer = tracedProducer(kafkaProducer, options.tracer);
  const reader = createReader(options, pending, replyPartition.partition);
  const replyTo = { topic: topics.replies, partition: replyPartition.partition };
  const client = createRequestClient({ producer, pending, replyTo });
  const way = { client, producer, deadlineMs };
  const bulkWay = { ...way, deadlineMs: bulkDeadlineMs };
  return {
    engine: createKafkaEvaluateEngine({ ...way, schemaId: schemaIds.evaluate }),
    eventEngine: createKafkaEventEngine({ ...way, schemaId: schemaIds.memberEvents }),
    redeemEngine: createKafkaRedeemEngine({ ...way, schemaId: schemaIds.redeem }, options.clock),
    bulkEngine: createKafkaBulkEngine({ ...bulkWay, schemaId: schemaIds.receipts }),
    isReady: () => reader.isReady,
    parts: [
      { name: 'producer', start: () => kafkaProducer.start(), stop: () => producer.stop() },
      replyPartition,
      { name: 'reply-reader', start: () => startReading(reader), stop: () => reader.stop() },
    ],
  };
};

const readSchemaIds = async (registry: SchemaRegistry) => {
  return {
    evaluate: await findSchemaId(registry, topics.evaluate, evaluateRequestCodec),
    receipts: await findSchemaId(registry, topics.receipts, evaluateRequestCodec),
    memberEvents: await findSchemaId(registry, topics.memberEvents, memberEventRequestCodec),
    redeem: await findSchemaId(registry, topics.redeem, redeemRequestCodec),
  };
};

/** An available Redis connects within milliseconds. Without it any partition will do. */
const cachePatienceMs = 1_000;

const chooseReplyPartition = async ({ kafka, cache }: EngineConnectionOptions) => {
  const partitions = await readPartitionCount(kafka, topics.replies);
  if (partitions === 0)
    throw new Fault('TOPIC_MISSING', `${topics.replies} does not exist: run «loyaltyctl deploy»`);
  await until(() => cache.isUp(), cachePatienceMs);
  return leaseReplyPartition(cache, { holder: randomId(), partitions });
};

/** About 50 MB of usual receipts (64 MiB at most). A longer queue means that Kafka is unreachable. */
const waitingMax = 50_000;

/** A request that Kafka does not accept is refused before its caller's deadline, so that its outcome is clear. */
const createProducer = ({
  kafka,
  logger,
  metrics,
  deadlineMs,
}: EngineConnectionOptions): CoalescingProducer =>
  new CoalescingProducer({
    kafka,
    logger,
    waitingMax,
    acks: -1,
    patienceMs: (deadlineMs * 2) / 3,
    partitionCounts: new PartitionCounts(metrics, 'writes'),
  });

const createReader = (
  { kafka, registry, logger, metrics, tracer, onFatal }: EngineConnectionOptions,
  pending: PendingReplies<Reply>,
  partition: number,
): ReplyReader<Reply> =>
  new ReplyReader({
    consumer: new KafkaConsumer({
      kafka,
      // A group of its own: nobody else is to get any of its replies.
      groupId: `${replyGroupPrefix}${randomId()}`,
      topics: [topics.replies],
      // In a group of one, no member waits for the others.
      maxWaitMs: 500,
      heartbeatMs: 1_000,
      fromBeginning: false,
      assigners: [ownPartitionAssigner(topics.replies, partition)],
    }),
    decoder: createAvroDecoder({ registry, readerFor: (schema) => replyCodec.readerFor(schema) }),
    pending,
    logger,
    metrics,
    tracer,
    onFailed: onFatal,
  });

/** A group of one is joined within a second or two; a healthy broker needs no longer than this. */
const joinPatienceMs = 20_000;

const startReading = async (reader: ReplyReader<Reply>): Promise<void> => {
  await reader.start();
  if (await until(() => reader.isReady, joinPatienceMs)) return;
  throw new Fault('REPLIES_UNREADABLE', `${topics.replies} could not be read within 20 s`);
};

/** Checks a condition every 20 ms. Returns false when it does not hold within `patienceMs`. */
const until = async (isSo: () => boolean, patienceMs: number): Promise<boolean> => {
  const endMs = systemClock.now() + patienceMs;
  while (!isSo()) {
    if (systemClock.now() >= endMs) return false;
    await systemClock.sleep(20);
  }
  return true;
};
