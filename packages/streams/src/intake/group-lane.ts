import { headers as names } from '@loyalty/contracts';
import { type ConsumerPort, createHeaderReader, type InboundRecord } from '@loyalty/kafka';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { Decoder } from '../decoder.ts';
import type { Lane } from '../ports.ts';
import { recordSize } from '../records.ts';
import type { AssignedPartition } from './assigned-partitions.ts';
import { IntakeQueue, type QueuedRecord, type QueueLimits } from './intake-queue.ts';

interface GroupLanesOptions<T> extends RecordReaderOptions<T> {
  readonly bulkTopics?: readonly string[];
  readonly queueLimits: QueueLimits;
  readonly consumer: Pick<ConsumerPort, 'pause' | 'resume'>;
  readonly assigned: () => readonly AssignedPartition[];
}

export class GroupLane<T> {
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly queue: IntakeQueue<T>;
  readonly read: (record: InboundRecord) => RecordReading<T>;
  readonly #consumer: GroupLanesOptions<T>['consumer'];
  readonly #assigned: () => readonly AssignedPartition[];
  /** The topics that are not fetched because the queue is full. */
  readonly #paused = new Set<string>();

  constructor(options: GroupLanesOptions<T>, assigned: () => readonly AssignedPartition[]) {
    this.lane = options.lane;
    this.consumerGroup = options.consumerGroup;
    this.queue = new IntakeQueue(options.queueLimits);
    this.read = createRecordReader(options);
    this.#consumer = options.consumer;
    this.#assigned = assigned;
  }

  get partitions(): readonly AssignedPartition[] {
    return this.#assigned();
  }

  isPaused({ topic }: Pick<TopicPartition, 'topic'>): boolean {
    return this.#paused.has(topic);
  }

  /** Called after a join, which may have undone pauses. */
  rejoined(): void {
    if (this.queue.isHalfEmpty) this.#paused.clear();
    const { partitions } = this;
    this.#consumer.pause(partitions.filter((at) => this.isPaused(at)));
    this.#consumer.resume(partitions.filter((at) => !this.isPaused(at)));
  }

  /**
   * Called after the queue has grown. The topics of a full queue are no longer fetched, so that one tenant's
   * backlog stops nobody else's topic.
   */
  filled(): void {
    const { queue } = this;
    if (!queue.isFull) return;
    const full = this.partitions.filter(
      (at) => !this.isPaused(at) && (queue.isOverfull || queue.holds(at.topic)),
    );
    if (full.length === 0) return;
    for (const { topic } of full) this.#paused.add(topic);
    this.#consumer.pause(full);
  }

  drained(): void {
    if (this.#paused.size === 0 || !this.queue.isHalfEmpty) return;
    const resumed = this.partitions.filter((at) => this.isPaused(at) && !at.isHeld);
    this.#paused.clear();
    this.#consumer.resume(resumed);
  }
}

/** The lanes of a group. Each has its own queue, so a backlog in one lane does not fill the other. */
export class GroupLanes<T> {
  readonly all: readonly GroupLane<T>[];
  readonly #own: GroupLane<T>;
  readonly #bulk: GroupLane<T>;
  readonly #bulkTopics: ReadonlySet<string>;

  constructor(options: GroupLanesOptions<T>) {
    const { bulkTopics = [], assigned } = options;
    this.#bulkTopics = new Set(bulkTopics);
    const partitionsOf = (lane: () => GroupLane<T>) => () =>
      assigned().filter((at) => this.of(at) === lane());
    this.#own = new GroupLane(
      options,
      partitionsOf(() => this.#own),
    );
    this.#bulk =
      bulkTopics.length === 0
        ? this.#own
        : new GroupLane(
            { ...options, lane: 'bulk' },
            partitionsOf(() => this.#bulk),
          );
    this.all = [...new Set([this.#own, this.#bulk])];
  }

  of({ topic }: Pick<TopicPartition, 'topic'>): GroupLane<T> {
    return this.#bulkTopics.has(topic) ? this.#bulk : this.#own;
  }
}

interface RecordReaderOptions<T> {
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly decoder: Decoder<T>;
  readonly isTenantOwned?: boolean;
}

type RecordReading<T> =
  | { readonly outcome: 'queued'; readonly queued: Omit<QueuedRecord<T>, 'partition' | 'from'> }
  | { readonly outcome: 'skipped' }
  | { readonly outcome: 'unknown-schema'; readonly schemaId: number };

const skipped = { outcome: 'skipped' } as const;

/** Creates a reader of records. A replayed message for another group is skipped. */
export const createRecordReader = <T>({
  lane,
  consumerGroup,
  decoder,
  isTenantOwned = false,
}: RecordReaderOptions<T>): ((record: InboundRecord) => RecordReading<T>) => {
  // A tenant may write any headers on its own topic, so they are ignored there.
  const isOfOthers = createHeaderReader(names.retryGroup, (group) => group !== '' && group !== consumerGroup);
  const isForOthers = (record: InboundRecord): boolean => !isTenantOwned && isOfOthers(record);
  const costOf = (value: T, record: InboundRecord) =>
    decoder.costOf === undefined ? {} : { costOf: () => decoder.costOf?.(value, record) ?? 0 };
  return (record) => {
    if (isForOthers(record)) return skipped;
    const decoded = decoder.decode(record);
    switch (decoded.outcome) {
      case 'decoded':
        return queued({ record, consumerGroup, lane, value: decoded.value }, costOf(decoded.value, record));
      case 'rejected':
        return queued({ record, consumerGroup, lane, rejection: decoded.rejection });
      case 'skipped':
      case 'unknown-schema':
        return decoded;
    }
  };
};

const queued = <T>(
  item: QueuedRecord<T>['item'],
  cost: Pick<QueuedRecord<T>, 'costOf'> = {},
): RecordReading<T> => ({
  outcome: 'queued',
  queued: { item, bytes: recordSize(item.record), ...cost },
});
