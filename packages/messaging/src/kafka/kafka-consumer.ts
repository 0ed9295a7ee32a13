import type { TopicPartition } from '@loyalty/storage';
import type {
  Admin,
  Consumer,
  EachBatchPayload,
  IHeaders,
  Kafka,
  KafkaMessage,
  PartitionAssigner,
} from 'kafkajs';
import type {
  ConsumerListener,
  ConsumerPort,
  HeaderValue,
  InboundRecord,
  LogBounds,
} from '../ports/broker.ts';

export interface KafkaConsumerOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly topics: readonly string[];
  /** 100 for what somebody waits for, 250 elsewhere. */
  readonly maxWaitMs: number;
  /** Where a group without offsets of its own begins. Default true: at the log's start. */
  readonly fromBeginning?: boolean;
  readonly assigners?: PartitionAssigner[];
}

/** Kafka's defaults mean 32 s of silence after a kill; these mean 6 s. */
const groupTimes = { sessionTimeout: 6_000, heartbeatInterval: 300, rebalanceTimeout: 10_000 };

/** Header values as one map; of a repeated header the first counts. */
const headersOf = (headers: IHeaders | undefined): Record<string, HeaderValue | undefined> => {
  const flat: Record<string, HeaderValue | undefined> = {};
  for (const [name, value] of Object.entries(headers ?? {}))
    flat[name] = Array.isArray(value) ? value[0] : value;
  return flat;
};

const recordOf = (at: TopicPartition, message: KafkaMessage): InboundRecord => ({
  topic: at.topic,
  partition: at.partition,
  offset: Number(message.offset),
  timestamp: Number(message.timestamp),
  key: message.key,
  value: message.value,
  headers: headersOf(message.headers),
});

interface FetchedBatch {
  readonly fetchedOffset?: string;
}

/** The {@link ConsumerPort} on kafkajs: `eachBatch` hands over and returns at once, nothing is committed by itself. */
export class KafkaConsumer implements ConsumerPort {
  readonly #options: KafkaConsumerOptions;
  readonly #consumer: Consumer;
  readonly #admin: Admin;

  constructor(options: KafkaConsumerOptions) {
    this.#options = options;
    this.#admin = options.kafka.admin();
    this.#consumer = options.kafka.consumer({
      ...groupTimes,
      groupId: options.groupId,
      maxWaitTimeInMs: options.maxWaitMs,
      maxBytesPerPartition: 262_144,
      allowAutoTopicCreation: false,
      ...(options.assigners === undefined ? {} : { partitionAssigners: options.assigners }),
      // Restarting by itself is right while brokers are away; what is not retriable ends the process.
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 30 },
    });
  }

  async start(listener: ConsumerListener): Promise<void> {
    this.#listen(listener);
    await this.#admin.connect();
    await this.#consumer.connect();
    await this.#consumer.subscribe({
      topics: [...this.#options.topics],
      fromBeginning: this.#options.fromBeginning ?? true,
    });
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: true,
      eachBatch: (payload) => {
        hand(listener, payload);
        return Promise.resolve();
      },
    });
  }

  seek({ topic, partition }: TopicPartition, offset: number): void {
    this.#consumer.seek({ topic, partition, offset: offset.toString() });
  }

  pause(partitions: readonly TopicPartition[]): void {
    this.#consumer.pause(partitions.map(({ topic, partition }) => ({ topic, partitions: [partition] })));
  }

  resume(partitions: readonly TopicPartition[]): void {
    this.#consumer.resume(partitions.map(({ topic, partition }) => ({ topic, partitions: [partition] })));
  }

  async logBounds(topics: readonly string[]): Promise<LogBounds[]> {
    const perTopic = await Promise.all(
      topics.map(async (topic) => ({ topic, bounds: await this.#admin.fetchTopicOffsets(topic) })),
    );
    return perTopic.flatMap(({ topic, bounds }) =>
      bounds.map(({ partition, low, high }) => ({ topic, partition, start: Number(low), end: Number(high) })),
    );
  }

  async commit(offsets: readonly (TopicPartition & { readonly nextOffset: number })[]): Promise<void> {
    await this.#consumer.commitOffsets(
      offsets.map(({ topic, partition, nextOffset }) => ({
        topic,
        partition,
        offset: nextOffset.toString(),
      })),
    );
  }

  async stop(): Promise<void> {
    await this.#consumer.disconnect();
    await this.#admin.disconnect();
  }

  #listen(listener: ConsumerListener): void {
    const { GROUP_JOIN, CRASH, START_BATCH_PROCESS } = this.#consumer.events;
    this.#consumer.on(GROUP_JOIN, ({ payload }) => {
      listener.joined(assignmentOf(payload.memberAssignment));
    });
    this.#consumer.on(CRASH, ({ payload }) => {
      if (!payload.restart) listener.failed(payload.error);
    });
    // A batch of nothing but control records never reaches eachBatch, yet moves the offset on.
    this.#consumer.on(START_BATCH_PROCESS, ({ payload }) => {
      if (payload.batchSize > 0) return;
      const first = Number((payload.firstOffset as string | null) ?? payload.lastOffset);
      const { topic, partition } = payload;
      const nextOffset = Number(payload.lastOffset) + 1;
      listener.fetched({ topic, partition, fetchedOffset: first, nextOffset, records: [] });
    });
  }
}

const hand = (listener: ConsumerListener, { batch }: EachBatchPayload): void => {
  const at = { topic: batch.topic, partition: batch.partition };
  // kafkajs does not declare the offset that it asked for; without it the first record's offset is the safe choice.
  const asked = (batch as FetchedBatch).fetchedOffset ?? batch.firstOffset() ?? batch.lastOffset();
  listener.fetched({
    ...at,
    fetchedOffset: Number(asked),
    nextOffset: Number(batch.lastOffset()) + 1,
    records: batch.messages.map((message) => recordOf(at, message)),
  });
};

const assignmentOf = (assignment: Record<string, number[]>): TopicPartition[] =>
  Object.entries(assignment).flatMap(([topic, partitions]) =>
    partitions.map((partition) => ({ topic, partition })),
  );
