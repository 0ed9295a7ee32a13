import type { ConsumerListener, Fetch, GroupConsumer, InboundRecord, RecordMark } from '@loyalty/kafka';
import type { PartitionCounts } from '@loyalty/kafka/metadata';
import { backoffMs, type Clock, partitionKeyOf, textOf } from '@loyalty/kernel';
import type { GroupPartition, TopicPartition } from '@loyalty/storage/positions';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Decoder } from '../decoder.ts';
import type { Lane, Store } from '../ports.ts';
import {
  beginningOf,
  type FirstPosition,
  type PartitionStatus,
  readPartitionStatuses,
} from '../positions/begin-reading.ts';
import { commitMoved, findTruncatedLogs, PositionMoves } from '../positions/follow-positions.ts';
import { type AssignedPartition, AssignedSet } from './assigned-partitions.ts';
import { type GroupLane, GroupLanes } from './group-lane.ts';
import type { QueueLimits } from './intake-queue.ts';
import type { ReadingFailure } from './partition-reading.ts';
import type { StoreReach } from './store-reach.ts';

/**
 * Takes in records for a consumer group. Kafka's own offsets are never trusted (docs/mechanisms/streams.md,
 * «Intake»).
 */
export class GroupIntake<T, Tx> implements ConsumerListener {
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly untilOfUse: () => Promise<void> | null;
  readonly #options: GroupIntakeOptions<T, Tx>;
  readonly #moves = new PositionMoves();
  readonly #lanes: GroupLanes<T>;
  readonly #assigned: AssignedSet;
  /** The number of the present assignment. Work that began under an older one is void. */
  #epoch = 0;
  #isStopped = false;
  #saidCanStore = true;

  constructor(options: GroupIntakeOptions<T, Tx>) {
    this.#options = options;
    this.#assigned = new AssignedSet(options.consumerGroup, options.isTenantOwned);
    this.lane = options.lane;
    this.consumerGroup = options.consumerGroup;
    this.untilOfUse = options.untilOfUse;
    this.#lanes = new GroupLanes({ ...options, assigned: () => this.#assigned.all() });
  }

  start(): Promise<void> {
    return this.#options.consumer.start(this);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#epoch += 1;
    for (const { queue } of this.lanes) queue.clear();
    await this.#options.consumer.stop();
  }

  get lanes(): readonly GroupLane<T>[] {
    return this.#lanes.all;
  }

  get isReady(): boolean {
    return this.#epoch > 0 && this.#assigned.isReady;
  }

  joined(assignment: readonly TopicPartition[]): void {
    const { consumer, onJoined } = this.#options;
    this.#epoch += 1;
    onJoined();
    const { again, fresh } = this.#assigned.replace(assignment);
    for (const { queue } of this.lanes) queue.retain((partition) => this.#assigned.has(partition));
    for (const { partition, from } of this.#assigned.resume()) consumer.seek(partition, from);
    for (const lane of this.lanes) lane.rejoined();
    void this.#begin(again);
    void this.#begin(fresh, () => Promise.resolve());
  }

  canStore(): boolean {
    this.#saidCanStore = this.#options.reach.canStore;
    return this.#saidCanStore;
  }

  /** Returns true if this process has said that it cannot store, and others can. */
  get isReadByOthers(): boolean {
    return !this.#saidCanStore && this.#assigned.size === 0;
  }

  /**
   * Tells the group about a change of the store's reach, which is possible only by joining again. Without
   * partitions, it waits for the next join.
   */
  followReach(): void {
    const { reach, consumer } = this.#options;
    const isDue = this.#saidCanStore ? reach.isLost && this.#assigned.size > 0 : reach.isBack;
    if (isDue) consumer.joinAgain();
  }

  fetched(fetch: Fetch): void {
    const partition = this.#assigned.get(fetch);
    if (partition === undefined || partition.isParked || partition.isHeld) return;
    partition.fetched(fetch, this.#options.clock.now());
    const intake = partition.reading.take(fetch);
    if (intake.outcome === 'taken') this.#enqueue(partition, intake.records, intake.passed);
    else if (intake.outcome !== 'dropped') void this.#meet(partition, intake);
    else if (intake.seekTo !== null) this.#options.consumer.seek(partition, intake.seekTo);
  }

  failed(reason: unknown): void {
    if (!this.#isStopped) this.#options.onFailed(reason);
  }

  drained(): void {
    for (const lane of this.lanes) lane.drained();
  }

  /**
   * Follows positions that have moved, because no message says that an operator has moved or unparked a
   * partition, or that a log was cut.
   */
  async followMoves(): Promise<void> {
    const { store, consumer, consumerGroup } = this.#options;
    const epoch = this.#epoch;
    const assigned = this.#assigned.all();
    if (assigned.length === 0) return;
    await this.#tried('positions cannot be followed', async () => {
      const positions = await store.readPositions({ clusterId: store.clusterId, consumerGroup }, assigned);
      if (this.#epoch === epoch) void this.rejoin(this.#moves.movedOf(assigned, positions));
      const fetched = assigned.filter((partition) => !this.#lanes.of(partition).isPaused(partition));
      for (const partition of await findTruncatedLogs(consumer, fetched))
        if (this.#epoch === epoch) void this.#meet(partition, partition.reading.endBefore());
      return true;
    });
  }

  /**
   * Handles partitions whose positions another process moved: their queued entries are void, and the
   * positions are read again.
   */
  async rejoin(lost: readonly GroupPartition[]): Promise<void> {
    // A partition that is fenced again before its position is read (an isolated batch comes in parts) is
    // begun once: a second beginning would queue records behind their successors.
    const again = lost
      .flatMap((at) => this.#assigned.get(at) ?? [])
      .filter(({ isBeginning }) => !isBeginning);
    for (const partition of again) {
      // Records that are fetched before the new position is known must not be queued behind it.
      partition.reading.forget();
      this.#lanes.of(partition).queue.drop(partition);
      partition.storedOffset = null;
    }
    await this.#begin(again);
  }

  rejoinAll = (): Promise<void> => this.rejoin(this.#assigned.all());

  async beginLater(partitions: readonly AssignedPartition[], afterMs: number): Promise<void> {
    const waiting = partitions.filter((partition) => this.#assigned.has(partition));
    for (const partition of waiting) {
      partition.reading.forget();
      this.#lanes.of(partition).queue.drop(partition);
      this.#hold(partition);
    }
    await this.#options.clock.sleep(afterMs);
    for (const partition of waiting) partition.isBeginning = false;
    // Those that were assigned again meanwhile have begun, and an operator decides on those that are parked.
    const due = waiting.filter((partition) => this.#assigned.has(partition) && !partition.isParked);
    for (const partition of due) this.#release(partition);
    await this.#begin(due);
  }

  halt(at: TopicPartition, reason: string): void {
    const partition = this.#assigned.get(at);
    if (partition === undefined) return;
    partition.isParked = true;
    this.#hold(partition);
    this.#options.logger.error({ topic: at.topic, partition: at.partition, reason }, 'a partition is parked');
  }

  owns({ consumerGroup }: GroupPartition): boolean {
    return consumerGroup === this.consumerGroup;
  }

  /** Commits offsets for lag metrics only. Nothing reads them back. */
  async commitOffsets(): Promise<void> {
    await commitMoved(this.#options.consumer, this.#assigned.all()).catch((failure: unknown) => {
      this.#options.logger.debug({ error: textOf(failure) }, 'offsets were not committed');
    });
  }

  /**
   * Reads the ends of logs, for metrics, as with the offsets. Fetches show where a log ends, but partitions
   * that wait are not fetched.
   */
  async followEnds(): Promise<void> {
    this.#reportTransactions();
    const unseen = this.#assigned.all().filter((partition) => !partition.isFetched && this.#waits(partition));
    for (const partition of this.#assigned.all()) partition.isFetched = false;
    if (unseen.length === 0) return;
    // It may have ended since the last fetch, and what waits now waits for this process.
    for (const partition of unseen) partition.openTransaction = null;
    try {
      const topics = [...new Set(unseen.map(({ topic }) => topic))];
      const bounds = await this.#options.consumer.logBounds(topics);
      const ends = new Map(bounds.map((log) => [partitionKeyOf(log), log.end]));
      for (const partition of unseen)
        partition.logEnd = Math.max(partition.logEnd, ends.get(partitionKeyOf(partition)) ?? 0);
    } catch (failure) {
      this.#options.logger.debug({ error: textOf(failure) }, 'the ends of logs cannot be read');
    }
  }

  /** Each once: figures say how much waits, and only this says where. */
  #reportTransactions(): void {
    const { clock, logger } = this.#options;
    for (const partition of this.#assigned.all()) {
      const { openTransaction, topic, partition: number, waitingForTransaction: messages } = partition;
      if (openTransaction === null || openTransaction.isReported || messages === 0) continue;
      const { startOffset, sinceMs } = openTransaction;
      if (clock.now() - sinceMs < reportAfterMs) continue;
      partition.openTransaction = { ...openTransaction, isReported: true };
      logger.warn(
        { code: 'TRANSACTION_OPEN', topic, partition: number, startOffset, messages },
        'messages wait for a producer to end its transaction',
      );
    }
  }

  /** An operator decides on those that are parked: more processes would not help them. */
  #waits(partition: AssignedPartition): boolean {
    const { isParked, isHeld, storedOffset } = partition;
    return !isParked && (isHeld || storedOffset === null || this.#lanes.of(partition).isPaused(partition));
  }

  async #begin(
    partitions: readonly AssignedPartition[],
    idle: () => Promise<void> = this.#options.idle,
  ): Promise<void> {
    const epoch = this.#epoch;
    // Its own list: what it has begun may be started again by another call meanwhile.
    const left = new Set(partitions);
    for (const partition of partitions) partition.isBeginning = true;
    for (let attempt = 0; this.#epoch === epoch && left.size > 0; attempt += 1) {
      await idle();
      if (await this.#tried('positions cannot be read', () => this.#beginOnce(left, epoch))) return;
      await this.#options.clock.sleep(backoffMs(attempt, retryBounds));
    }
  }

  #tried(problem: string, work: () => Promise<boolean>): Promise<boolean> {
    return tried(this.#options.logger, problem, work);
  }

  /**
   * Begins reading the partitions in `left`, and removes those that it has begun. Returns true when it is done or the
   * assignment is over.
   */
  async #beginOnce(left: Set<AssignedPartition>, epoch: number): Promise<boolean> {
    const statuses = await readPartitionStatuses(this.#options, [...left]);
    for (const partition of left) {
      if (this.#epoch !== epoch) return true;
      const status = statuses.get(partitionKeyOf(partition));
      // Its log has no leader. The others do not wait for it.
      if (status === undefined || !(await this.#beginAt(partition, status))) continue;
      partition.isBeginning = false;
      left.delete(partition);
    }
    return left.size === 0;
  }

  /** Begins reading a partition. Returns false if the log must be looked at again. */
  async #beginAt(partition: AssignedPartition, { position, log }: PartitionStatus): Promise<boolean> {
    const beginning = beginningOf(position, log);
    switch (beginning.outcome) {
      case 'read':
        partition.beginAt(position.nextOffset);
        partition.logEnd = log.end;
        this.#options.consumer.seek(
          partition,
          partition.reading.begin(beginning.offset, beginning.preceding),
        );
        if (partition.isParked) this.#release(partition);
        break;
      case 'park':
        if (!beginning.isCertain && !partition.isBeyondForLong(this.#options.clock.now())) return false;
        await this.#park(partition, beginning.reason);
        break;
      case 'parked-already':
        this.halt(partition, 'parked earlier');
    }
    return true;
  }

  #enqueue(partition: AssignedPartition, records: readonly InboundRecord[], passed: RecordMark | null): void {
    const lane = this.#lanes.of(partition);
    const isAll = this.#enqueueRecords(partition, records);
    // The end of a transaction, and what an aborted one wrote, move the position as records do that are skipped.
    if (isAll && passed !== null && !partition.isQueued(passed.offset))
      lane.queue.skip({ partition, from: partition.enqueue(passed.offset) }, passed);
    lane.filled();
    if (lane.queue.size > 0) this.#options.wake();
  }

  /** False when the partition waits at one of them. */
  #enqueueRecords(partition: AssignedPartition, records: readonly InboundRecord[]): boolean {
    const lane = this.#lanes.of(partition);
    let before: InboundRecord | null = null;
    for (const record of records) {
      const reading = lane.read(record);
      if (reading.outcome === 'unknown-schema') {
        partition.reading.rewind(record.offset, before);
        void this.#learn(partition, record, reading.schemaId);
        return false;
      }
      before = record;
      const from = partition.enqueue(record.offset);
      if (reading.outcome === 'skipped') lane.queue.skip({ partition, from }, record);
      else lane.queue.push({ partition, from, ...reading.queued });
    }
    return true;
  }

  /** Learns the schema of a record. The partition waits at the record until the schema is known. */
  async #learn(partition: AssignedPartition, { offset, timestamp }: InboundRecord, schemaId: number) {
    const epoch = this.#epoch;
    this.#hold(partition);
    partition.heldAtMs = timestamp;
    const isCurrent = (): boolean => this.#epoch === epoch && !partition.isParked;
    if (!(await untilLearned(this.#options, { topic: partition.topic, schemaId }, isCurrent))) return;
    this.#options.consumer.seek(partition, offset);
    this.#release(partition);
  }

  /**
   * Parks a partition. If the database is unreachable, the parking is decided again once it is known not to
   * be stored.
   */
  async #park(partition: AssignedPartition, reason: string): Promise<void> {
    this.halt(partition, reason);
    const { consumerGroup, topic, partition: number } = partition;
    const parked = { consumerGroup, topic, partition: number, reason };
    await this.#tried('parking', () => this.#options.store.park(null, parked).then(() => true));
  }

  /**
   * Parks the partition, unless the broker only had to learn how far its log goes. Offsets are never reset.
   */
  async #meet(partition: AssignedPartition, obstacle: ReadingFailure): Promise<void> {
    const epoch = this.#epoch;
    const { clock } = this.#options;
    if (!(await untilStored(partition, { clock, isCurrent: () => this.#epoch === epoch }))) return;
    if (obstacle.outcome === 'unreadable') return this.#park(partition, obstacle.detail);
    await clock.sleep(retryBounds.firstMs);
    if (this.#epoch === epoch) await this.rejoin([partition]);
  }

  #release(partition: AssignedPartition): void {
    partition.isParked = false;
    partition.isHeld = false;
    partition.heldAtMs = null;
    if (!this.#lanes.of(partition).isPaused(partition)) this.#options.consumer.resume([partition]);
  }

  #hold(partition: AssignedPartition): void {
    partition.isHeld = true;
    partition.openTransaction = null;
    this.#options.consumer.pause([partition]);
  }
}

export interface ConsumerGroupOptions<T> {
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly consumer: GroupConsumer;
  readonly decoder: Decoder<T>;
  /**
   * True if each topic is written by only one tenant: a flood parks the topic, and its headers are ignored.
   * Default: false.
   */
  readonly isTenantOwned?: boolean;
  /** The topics of the bulk lane, which come after the others in shared fetches. */
  readonly bulkTopics?: readonly string[];
  /**
   * The first position in a topic that is new to the group. Default: the start, which is always used for
   * `bulkTopics` and for partitions that are added later.
   */
  readonly firstPosition?: FirstPosition;
}

interface GroupIntakeOptions<T, Tx> extends ConsumerGroupOptions<T> {
  readonly partitionCounts?: PartitionCounts | null;
  readonly store: Store<Tx>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Fetching of a lane pauses when this much waits in it. */
  readonly queueLimits: QueueLimits;
  readonly wake: () => void;
  /** No batch is in flight; positions are read only then. */
  readonly idle: () => Promise<void>;
  /** Returns when records of the next fetch would not have to wait for a batch in flight; null means now. */
  readonly untilOfUse: () => Promise<void> | null;
  readonly reach: Pick<StoreReach, 'canStore' | 'isLost' | 'isBack'>;
  readonly onJoined: () => void;
  readonly onFailed: (reason: unknown) => void;
}

const retryBounds = { firstMs: 100, maxMs: 5_000 };
/** As the alert on them. A producer that commits every few seconds is never reported. */
const reportAfterMs = 10_000;

/** Returns false if the partition is assigned again or parked meanwhile. */
const untilLearned = async (
  { decoder, clock, logger }: Pick<GroupIntakeOptions<unknown, unknown>, 'decoder' | 'clock' | 'logger'>,
  { topic, schemaId }: { readonly topic: string; readonly schemaId: number },
  isCurrent: () => boolean,
): Promise<boolean> => {
  const learn = (): Promise<boolean> => decoder.learn(schemaId, topic).then(() => true);
  for (let attempt = 0; isCurrent(); attempt += 1) {
    if (await tried(logger, `learning schema ${schemaId.toString()} of ${topic}`, learn)) break;
    await clock.sleep(backoffMs(attempt, retryBounds));
  }
  return isCurrent();
};

const pollEveryMs = 100;

/**
 * An operator who then moves the position loses nothing else. False when it is assigned or begun again
 * meanwhile.
 */
const untilStored = async (
  partition: AssignedPartition,
  { clock, isCurrent }: { readonly clock: Clock; readonly isCurrent: () => boolean },
): Promise<boolean> => {
  const isSame = (): boolean => isCurrent() && partition.reading.isBlocked && !partition.isParked;
  while (isSame() && !partition.isAllStored) await clock.sleep(pollEveryMs);
  return isSame();
};

/** Returns false if `work` throws. The failure is logged; the caller retries. */
const tried = async (logger: Logger, problem: string, work: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await work();
  } catch (failure) {
    logger.warn({ error: textOf(failure) }, `${problem}; retrying`);
    return false;
  }
};
