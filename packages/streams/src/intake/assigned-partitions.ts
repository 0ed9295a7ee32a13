import { invariant, partitionKeyOf } from '@loyalty/kernel';
import type { GroupPartition, TopicPartition } from '@loyalty/storage/positions';
import { PartitionReading } from './partition-reading.ts';

/** Longer than a broker that was frozen can take itself for the leader: its session is 9 s by default. */
const beyondForLongMs = 12_000;

/** One partition for as long as one assignment lasts. */
export class AssignedPartition implements GroupPartition {
  readonly consumerGroup: string;
  readonly topic: string;
  readonly partition: number;
  /** True when one tenant alone writes to its topic. */
  readonly isTenantOwned: boolean;
  readonly reading = new PartitionReading();
  /** The position in Postgres after our last commit; null until it was read. */
  storedOffset: number | null = null;
  /** The offset committed to Kafka; null before the first commit. */
  committedOffset: number | null = null;
  /** Its position while what was taken of it is void and it is to be read again; null while nothing is. */
  givenBackAt: number | null = null;
  /** True while its position is being read; no other reading begins meanwhile. */
  isBeginning = false;
  isParked = false;
  /**
   * True while this process has paused its fetching for a reason of its own (parked, a schema to be learned).
   */
  isHeld = false;
  /** The time of the record at which it is held; null while it is not. */
  heldAtMs: number | null = null;
  /** The end of its log when it was fetched last; 0: not fetched yet. */
  logEnd = 0;
  #queuedTo = 0;
  /** Since when its log has seemed to end before the position; null: it does not. */
  #beyondSinceMs: number | null = null;

  constructor(at: GroupPartition, isTenantOwned = false) {
    this.isTenantOwned = isTenantOwned;
    this.consumerGroup = at.consumerGroup;
    this.topic = at.topic;
    this.partition = at.partition;
  }

  /** Sets its position as it was read. The queued records follow on it. */
  beginAt(nextOffset: number): void {
    this.storedOffset = nextOffset;
    this.givenBackAt = null;
    this.#queuedTo = nextOffset;
    this.#beyondSinceMs = null;
  }

  /** Notes that its log seems to end before the position. Returns true once that has been so for long. */
  isBeyondForLong(nowMs: number): boolean {
    // After the clock was set back, the time counts anew.
    this.#beyondSinceMs = Math.min(this.#beyondSinceMs ?? nowMs, nowMs);
    return nowMs - this.#beyondSinceMs >= beyondForLongMs;
  }

  /** Notes that the record at `offset` is queued. Returns the offset behind the record queued before. */
  enqueue(offset: number): number {
    const from = this.#queuedTo;
    invariant(offset >= from, 'records of a partition are queued in order, and each once');
    this.#queuedTo = offset + 1;
    return from;
  }

  /**
   * Nothing of it is taken until its position is read again: what is in memory of it does not continue from
   * there.
   */
  giveBack(): void {
    this.givenBackAt = this.storedOffset;
    this.storedOffset = null;
    this.isBeginning = true;
  }

  /** True when its position is known, or nobody reads it. */
  get isKnown(): boolean {
    return this.isParked || this.storedOffset !== null || this.givenBackAt !== null;
  }

  get lag(): number {
    const storedOffset = this.storedOffset ?? this.givenBackAt;
    if (storedOffset === null) return 0;
    const queued = Math.max(0, this.#queuedTo - storedOffset);
    return queued + Math.max(0, this.logEnd - (this.reading.next ?? this.logEnd));
  }

  /**
   * True while its position is known and nothing holds it up: it is read on when the group is joined again.
   */
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

  /** True when every partition has its position, or is parked. */
  get isReady(): boolean {
    return this.all().every(({ isKnown }) => isKnown);
  }

  get(at: TopicPartition): AssignedPartition | undefined {
    return this.#partitions.get(partitionKeyOf(at));
  }

  /** True for the very partition, and not for one of an earlier assignment. */
  has(partition: AssignedPartition): boolean {
    return this.get(partition) === partition;
  }

  all(): AssignedPartition[] {
    return [...this.#partitions.values()];
  }

  /**
   * Replaces the assignment. A partition that stays is read on, and what is queued of it is stored: every
   * commit shows whether its position is still ours. Returns the others, which begin at their stored
   * positions.
   */
  replace(assignment: readonly TopicPartition[]): {
    /** This process had them, and was held up. */
    readonly again: readonly AssignedPartition[];
    /** This process did not have them, so no batch of it in flight can move their positions. */
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

  /** Goes on with those that are being read. Returns the offset from which each is fetched now. */
  resume(): { readonly partition: AssignedPartition; readonly from: number }[] {
    return this.all().flatMap((partition) => {
      const from = partition.reading.resume();
      return from === null ? [] : [{ partition, from }];
    });
  }

  #keptOrNew(before: AssignedPartition | undefined, at: TopicPartition): AssignedPartition {
    if (before?.isReadOn === true) return before;
    return new AssignedPartition({ ...at, consumerGroup: this.#consumerGroup }, this.#isTenantOwned);
  }
}
