import type { TopicPartition } from '@loyalty/storage';
import type { Consumer, EachBatchPayload, IHeaders, Kafka, KafkaMessage, PartitionAssigner } from 'kafkajs';
import type { ConsumerListener, Fetch, HeaderValue, InboundRecord } from '../ports/broker.ts';
import { FetchControl } from './fetch-control.ts';
import { waitsOfKafkajs } from './faster-kafkajs.ts';
import { FetchPace, type FetchSpacing } from './fetch-pace.ts';
import type { FetchedMessages } from './wire/fetch-response.ts';
import { OutsideMark, UndecodableMark, type DecodedMessage } from './wire/record-batch.ts';

export interface ConsumerSessionOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly maxWaitMs: number;
  /** Default: each fetch follows the response to the one before at once. */
  readonly spacing?: FetchSpacing;
  /** The interval of heartbeats, in milliseconds. Default: that of {@link groupTimes}. */
  readonly heartbeatMs?: number;
  readonly fromBeginning: boolean;
  readonly assigners?: PartitionAssigner[];
}

/** The events that a session reports to its supervisor. */
export interface SessionWatcher extends ConsumerListener {
  heard(): void;
  alive(): void;
  /** The consumer ended with an error after which kafkajs would restart it. Returns true to allow that. */
  mayRestart(reason: Error): boolean;
}

/** With Kafka's defaults a killed member's partitions are silent for 32 s; with these for 6 s. In milliseconds. */
export const groupTimes = { sessionTimeout: 6_000, heartbeatInterval: 300, rebalanceTimeout: 10_000 };

/**
 * Added partitions are read within this time. kafkajs' default is 5 minutes; messages that a producer writes to a new partition
 * would wait for so long.
 */
const metadataMaxAgeMs = 10_000;
/** A response is decoded in one go while all other work waits. Half a MiB is some thousand receipts. */
const fetchBytesMax = 524_288;
const partitionBytesMax = 262_144;
/** Partitions of one fetch that are passed on side by side, so that they share one pause. Our topics have twelve. */
const partitionsAtOnce = 12;

/** As many records as tills send to one partition between two fetches. Bulk records come by the hundreds. */
const fewRecords = 50;

/** Returns the header values as one map. The first value of a repeated header counts. */
const headersOf = (headers: IHeaders | undefined): Record<string, HeaderValue | undefined> => {
  // Without a prototype, because senders choose the names.
  const flat = { __proto__: null } as unknown as Record<string, HeaderValue | undefined>;
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
  // kafkajs does not declare the batch of a record, but passes on what our decoder has read of it.
  leaderEpoch: (message as Partial<DecodedMessage>).batchContext?.partitionLeaderEpoch ?? -1,
});

/** The fields of a batch that kafkajs sets and does not declare. */
interface FetchedBatch {
  readonly fetchedOffset?: string;
  readonly rawMessages?: FetchedMessages;
}

const unspaced: FetchSpacing = { everyMs: () => 0, after: 'several' };

/**
 * One kafkajs consumer for as long as its list of topics is valid. `eachBatch` passes records on and returns at once; no offset
 * is committed automatically. After its end it reports nothing more.
 */
export class ConsumerSession {
  readonly #options: ConsumerSessionOptions;
  readonly #watcher: SessionWatcher;
  readonly #consumer: Consumer;
  readonly #control: FetchControl;
  readonly #pace: FetchPace;
  #isEnded = false;
  #gathered: Fetch[] = [];

  constructor(options: ConsumerSessionOptions, watcher: SessionWatcher) {
    this.#options = options;
    this.#watcher = watcher;
    this.#pace = new FetchPace(options.spacing ?? unspaced);
    this.#consumer = options.kafka.consumer({
      ...groupTimes,
      ...(options.heartbeatMs !== undefined && { heartbeatInterval: options.heartbeatMs }),
      groupId: options.groupId,
      maxWaitTimeInMs: Math.round(options.maxWaitMs / waitsOfKafkajs),
      maxBytesPerPartition: partitionBytesMax,
      maxBytes: fetchBytesMax,
      allowAutoTopicCreation: false,
      metadataMaxAge: metadataMaxAgeMs,
      ...(options.assigners === undefined ? {} : { partitionAssigners: options.assigners }),
      retry: {
        initialRetryTime: 100,
        maxRetryTime: 1_000,
        retries: 30,
        // An automatic restart is right while brokers are unreachable. kafkajs does not ask about errors that are not
        // retriable.
        restartOnFailure: (reason) => Promise.resolve(!this.#isEnded && watcher.mayRestart(reason)),
      },
    });
    this.#control = new FetchControl(this.#consumer);
  }

  get topics(): readonly string[] {
    return this.#options.topics;
  }

  async start(): Promise<void> {
    this.#listen();
    await this.#consumer.connect();
    await this.#consumer.subscribe({
      topics: [...this.#options.topics],
      fromBeginning: this.#options.fromBeginning,
    });
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: true,
      partitionsConsumedConcurrently: partitionsAtOnce,
      eachBatch: (payload) => {
        const fetch = fetchOf(payload);
        if (fetch.undecodable !== undefined || fetch.isOutside === true)
          this.#control.halt(fetch, fetch.fetchedOffset);
        this.#gather(fetch);
        return this.#paced(payload);
      },
    });
  }

  /** Seeking, pausing and resuming never throw. They do nothing while no group is joined; the next join starts again. */
  seek(partition: TopicPartition, offset: number): void {
    this.#control.seek(partition, offset);
  }

  pause(partitions: readonly TopicPartition[]): void {
    this.#control.pause(partitions);
  }

  resume(partitions: readonly TopicPartition[]): void {
    this.#control.resume(partitions);
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

  end(): Promise<void> {
    this.#isEnded = true;
    return this.#consumer.disconnect();
  }

  /**
   * Gathers the partitions of one fetch, which kafkajs passes on one by one. Partitions with few records are passed on together
   * and become one batch. Many records are passed on at once, so that a full queue can pause the consumer before kafkajs
   * fetches more.
   */
  #gather(fetch: Fetch): void {
    this.#gathered.push(fetch);
    if (fetch.records.length > fewRecords) this.#passOn();
    else if (this.#gathered.length === 1)
      setImmediate(() => {
        this.#passOn();
      });
  }

  async #paced({ batch }: EachBatchPayload): Promise<void> {
    const asked = (batch as FetchedBatch).rawMessages?.fetch;
    if (asked === undefined) return;
    const ofUse = this.#options.spacing?.waitsForUse === true ? this.#watcher.untilOfUse?.() : null;
    const isFull = Number(batch.lastOffset()) + 1 < Number(batch.highWatermark);
    await this.#pace.brought(asked, { records: batch.messages.length, isFull }, performance.now());
    await ofUse;
  }

  #passOn(): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    if (this.#isEnded) return;
    for (const fetch of gathered) this.#watcher.fetched(fetch);
  }

  #listen(): void {
    const watcher = this.#watcher;
    const { GROUP_JOIN, CRASH, START_BATCH_PROCESS, FETCH, HEARTBEAT, REBALANCING } = this.#consumer.events;
    this.#consumer.on(GROUP_JOIN, ({ payload }) => {
      if (this.#isEnded) return;
      // Records fetched under an earlier assignment are void.
      this.#gathered.length = 0;
      this.#control.joined();
      watcher.heard();
      watcher.joined(assignmentOf(payload.memberAssignment));
    });
    this.#consumer.on(CRASH, ({ payload }) => {
      if (!payload.restart && !this.#isEnded) watcher.failed(payload.error);
    });
    this.#consumer.on(FETCH, () => {
      if (!this.#isEnded) watcher.alive();
    });
    for (const sign of [HEARTBEAT, REBALANCING] as const) {
      this.#consumer.on(sign, () => {
        if (!this.#isEnded) watcher.heard();
      });
    }
    // A batch of control records alone never reaches eachBatch, yet moves the offset.
    this.#consumer.on(START_BATCH_PROCESS, ({ payload }) => {
      if (payload.batchSize > 0 || this.#isEnded) return;
      const first = Number((payload.firstOffset as string | null) ?? payload.lastOffset);
      const { topic, partition } = payload;
      const nextOffset = Number(payload.lastOffset) + 1;
      this.#gather({ topic, partition, fetchedOffset: first, nextOffset, records: [] });
    });
  }
}

const fetchOf = ({ batch }: EachBatchPayload): Fetch => {
  const at = { topic: batch.topic, partition: batch.partition };
  // kafkajs does not declare the offset of the request; without it the first record's offset is the safe choice.
  const asked = (batch as FetchedBatch).fetchedOffset ?? batch.firstOffset() ?? batch.lastOffset();
  const fetchedOffset = Number(asked);
  const [first] = batch.messages;
  const none = { ...at, fetchedOffset, nextOffset: fetchedOffset, records: [] };
  if (first instanceof UndecodableMark) return { ...none, undecodable: first.reason };
  if (first instanceof OutsideMark) return { ...none, isOutside: true };
  return {
    ...at,
    fetchedOffset,
    nextOffset: Number(batch.lastOffset()) + 1,
    records: batch.messages.map((message) => recordOf(at, message)),
  };
};

const assignmentOf = (assignment: Record<string, number[]>): TopicPartition[] =>
  Object.entries(assignment).flatMap(([topic, partitions]) =>
    partitions.map((partition) => ({ topic, partition })),
  );
