import type { Fetch } from '@loyalty/kafka';
import { invariant, partitionKeyOf } from '@loyalty/kernel';
import type { GroupPartition, TopicPartition } from '@loyalty/storage/positions';
import { PartitionReading } from './partition-reading.ts';

/** Longer than a broker that was frozen can take itself for the leader: its session is 9 s by default. */
const beyondForLongMs = 12_000;

interface SeenTransaction {
  readonly startOffset: number;
  readonly logEnd: number;
  /** Since when this process has seen it, by its own clock. */
  readonly sinceMs: number;
  readonly isReported: boolean;
}

/** The object exists for as long as one assignment lasts. */
export class AssignedPartition implements GroupPartition {
  readonly consumerGroup: string;
  readonly topic: string;
  readonly partition: number;
  readonly isTenantOwned: boolean;
  readonly reading = new PartitionReading();
  committedOffset: number | null = null;
  /** The position of the partition while what was taken from it is void; null otherwise. */
  givenBackAt: number | null = null;
  isBeginning = false;
  isParked = false;
  /**
   * True if this process has paused the fetching of the partition, because it is parked or a schema must be
   * learned.
   */
  isHeld = false;
  heldAtMs: number | null = null;
  /** The end of the log; 0 means that it has not been seen yet. */
  logEnd = 0;
  /** What waits for a transaction, as the last fetch has shown it. */
  openTransaction: SeenTransaction | null = null;
  /** It tells whether the partition was fetched since the end of its log was last looked at. */
  isFetched = false;
  #storedOffset: number | null = null;
  /** The last position that was known, for metrics. */
  #knownOffset: number | null = null;
  #queuedTo = 0;
  #beyondSinceMs: number | null = null;

  /**
   * `before` is the same partition in the previous assignment. Its figures are shown until this one's
   * position is read.
   */
  constructor(at: GroupPartition, isTenantOwned = false, before: AssignedPartition | null = null) {
    this.isTenantOwned = isTenantOwned;
    this.consumerGroup = at.consumerGroup;
    this.topic = at.topic;
    this.partition = at.partition;
    if (before === null) return;
    this.#knownOffset = before.#knownOffset;
    this.logEnd = before.logEnd;
    this.openTransaction = before.openTransaction;
  }

  /** Notes where the log ended at a fetch, and which transaction was open there. */
  fetched({ nextOffset, logEnd = nextOffset, stableEnd = logEnd }: Fetch, nowMs: number): void {
    this.logEnd = logEnd;
    this.isFetched = true;
    const known = this.openTransaction;
    const isKnown = known?.startOffset === stableEnd;
    // After the clock was set back, the time counts anew.
    const sinceMs = isKnown ? Math.min(known.sinceMs, nowMs) : nowMs;
    const isReported = isKnown && known.isReported;
    this.openTransaction =
      stableEnd < logEnd ? { startOffset: stableEnd, logEnd, sinceMs, isReported } : null;
  }

  /** The offset after our last commit to Postgres; null until it is read. */
  get storedOffset(): number | null {
    return this.#storedOffset;
  }

  set storedOffset(offset: number | null) {
    this.#storedOffset = offset;
    this.#knownOffset = offset ?? this.#knownOffset;
  }

  beginAt(nextOffset: number): void {
    this.storedOffset = nextOffset;
    this.givenBackAt = null;
    this.#queuedTo = nextOffset;
    this.#beyondSinceMs = null;
  }

  isBeyondForLong(nowMs: number): boolean {
    // After the clock was set back, the time starts from zero.
    this.#beyondSinceMs = Math.min(this.#beyondSinceMs ?? nowMs, nowMs);
    return nowMs - this.#beyondSinceMs >= beyondForLongMs;
  }

  isQueued(offset: number): boolean {
    return offset < this.#queuedTo;
  }

  /** Returns the offset after the record queued before. */
  enqueue(offset: number): number {
    const from = this.#queuedTo;
    invariant(offset >= from, 'records of a partition are queued in order, and each once');
    this.#queuedTo = offset + 1;
    return from;
  }

  /**
   * Gives back what was taken. The position is read again first, because entries in memory do not continue
   * from there.
   */
  giveBack(): void {
    this.givenBackAt = this.storedOffset;
    this.storedOffset = null;
    this.isBeginning = true;
  }

  /** Returns true if the position is known, even if nobody reads the partition. */
  get isKnown(): boolean {
    return this.isParked || this.storedOffset !== null || this.givenBackAt !== null;
  }

  /**
   * The number of records from the last known position to the end of the log, whether they were fetched or
   * not.
   */
  get lag(): number {
    if (this.#knownOffset === null) return 0;
    const queued = Math.max(0, this.#queuedTo - this.#knownOffset);
    return queued + Math.max(0, this.logEnd - this.#readTo);
  }

  /** The part of the lag that no reader may see yet, because a producer has not ended its transaction. */
  get waitingForTransaction(): number {
    if (this.#knownOffset === null || this.openTransaction === null) return 0;
    const { startOffset, logEnd } = this.openTransaction;
    return Math.max(0, logEnd - Math.max(startOffset, this.#readTo));
  }

  /** Compaction may leave offsets without records after the last one: they are read, and no position passes them. */
  get #readTo(): number {
    return Math.max(this.reading.next ?? 0, this.#queuedTo, this.#knownOffset ?? 0);
  }

  get isReadOn(): boolean {
    const { storedOffset, isBeginning, isParked, isHeld, reading } = this;
    return storedOffset !== null && !isBeginning && !isParked && !isHeld && !reading.isBlocked;
  }

  get isAllStored(): boolean {
    return this.storedOffset !== null && this.storedOffset >= this.#queuedTo;
  }
}

export class AssignedSet {
  readonly #consumerGroup: string;
  readonly #isTenantOwned: boolean | undefined;
  #partitions = new Map<string, AssignedPartition>();

  constructor(consumerGroup: string, isTenantOwned?: boolean) {
    this.#consumerGroup = consumerGroup;
    this.#isTenantOwned = isTenantOwned;
  }

  get size(): number {
    return this.#partitions.size;
  }

  get isReady(): boolean {
    return this.all().every(({ isKnown }) => isKnown);
  }

  get(at: TopicPartition): AssignedPartition | undefined {
    return this.#partitions.get(partitionKeyOf(at));
  }

  /** Returns false for a partition of an earlier assignment. */
  has(partition: AssignedPartition): boolean {
    return this.get(partition) === partition;
  }

  all(): AssignedPartition[] {
    return [...this.#partitions.values()];
  }

  /**
   * Replaces the assignment. A partition that stays is read on, with what is queued, because every commit
   * shows whether its position is still ours.
   */
  replace(assignment: readonly TopicPartition[]): {
    /** The partitions that this process already had, which begin again. */
    readonly again: readonly AssignedPartition[];
    /**
     * The partitions that this process did not have, so no batch of it in flight can move their positions.
     */
    readonly fresh: readonly AssignedPartition[];
  } {
    const before = this.#partitions;
    const partitions = assignment.map((at) => this.#keptOrNew(before.get(partitionKeyOf(at)), at));
    this.#partitions = new Map(partitions.map((partition) => [partitionKeyOf(partition), partition]));
    const toBegin = partitions.filter((partition) => before.get(partitionKeyOf(partition)) !== partition);
    return {
      again: toBegin.filter((partition) => before.has(partitionKeyOf(partition))),
      fresh: toBegin.filter((partition) => !before.has(partitionKeyOf(partition))),
    };
  }

  /** Resumes partitions. Returns the offset from which each is fetched now. */
  resume(): { readonly partition: AssignedPartition; readonly from: number }[] {
    return this.all().flatMap((partition) => {
      const from = partition.reading.resume();
      return from === null ? [] : [{ partition, from }];
    });
  }

  #keptOrNew(before: AssignedPartition | undefined, at: TopicPartition): AssignedPartition {
    if (before?.isReadOn === true) return before;
    return new AssignedPartition({ ...at, consumerGroup: this.#consumerGroup }, this.#isTenantOwned, before);
  }
}
