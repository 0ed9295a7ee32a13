import { type Reply, replyCodec, topics } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import { KafkaConsumer } from '@loyalty/kafka/consumer';
import { describeCluster, readPartitionCount } from '@loyalty/kafka/metadata';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { Fault, randomId, systemClock } from '@loyalty/kernel';
import type { Cache } from '@loyalty/storage/redis';
import { createAvroDecoder } from '@loyalty/streams/decoder';
import { leaseReplyPartition, type PendingReplies, ReplyReader } from '@loyalty/streams/request-reply';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { Tracer } from '@loyalty/telemetry/tracing';
import type { ReplyPartitions, ReplyReading } from './own-replies.ts';

export interface KafkaRepliesOptions {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  readonly cache: Cache;
  readonly pending: Pick<PendingReplies<Reply>, 'settle'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

/** An available Redis connects within milliseconds. Without it any partition will do. */
const cachePatienceMs = 1_000;
/** A leader that is there responds within milliseconds. */
const joinPatienceMs = 10_000;
const answerPatienceMs = 3_000;

export const createKafkaReplyPartitions = (options: KafkaRepliesOptions): ReplyPartitions => {
  const { kafka, cache } = options;
  return {
    count: async () => {
      const count = await readPartitionCount(kafka, topics.replies);
      if (count > 0) return count;
      throw new Fault('TOPIC_MISSING', `${topics.replies} does not exist: run «loyaltyctl deploy»`);
    },
    lease: async (partitions, except) => {
      await until(() => cache.isUp(), cachePatienceMs);
      return leaseReplyPartition(cache, { holder: randomId(), partitions, except });
    },
    open: (partition) => openReading(options, partition),
    isKafkaThere: async () => {
      const responds = describeCluster(kafka).then(
        () => true,
        () => false,
      );
      return Promise.race([responds, systemClock.sleep(answerPatienceMs).then(() => false)]);
    },
  };
};

const openReading = async (options: KafkaRepliesOptions, partition: number): Promise<ReplyReading> => {
  const failed = new AbortController();
  const reader = createReader(options, partition, () => {
    failed.abort('failed');
  });
  try {
    await reader.start();
    if (!(await until(() => reader.isReady, joinPatienceMs)))
      throw new Fault(
        'REPLIES_UNREADABLE',
        `partition ${partition.toString()} of ${topics.replies} cannot be read`,
      );
  } catch (failure) {
    await reader.stop().catch(() => undefined);
    throw failure;
  }
  return {
    get isReady() {
      return reader.isReady;
    },
    get hasFailed() {
      return failed.signal.aborted;
    },
    get silentForMs() {
      return reader.silentForMs;
    },
    stop: () => reader.stop(),
  };
};

const createReader = (
  { kafka, registry, ...options }: KafkaRepliesOptions,
  partition: number,
  onFailed: () => void,
): ReplyReader<Reply> =>
  new ReplyReader({
    ...options,
    consumer: new KafkaConsumer({
      kafka,
      // Its own partition, which it shares with nobody.
      groupId: null,
      partition,
      topics: [topics.replies],
      maxWaitMs: 500,
    }),
    decoder: createAvroDecoder({ registry, readerFor: (schema) => replyCodec.readerFor(schema) }),
    onFailed,
  });

/** Checks every 20 ms. Returns false when the condition does not hold within `patienceMs`. */
const until = async (isSo: () => boolean, patienceMs: number): Promise<boolean> => {
  const endMs = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() >= endMs) return false;
    await systemClock.sleep(20);
  }
  return true;
};
