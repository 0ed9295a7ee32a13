import { invariant } from '@loyalty/kernel';
import type { GroupPartition } from '@loyalty/storage';
import { PartitionReading } from './partition-reading.ts';

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
  /** True while its position is being read; no other reading begins meanwhile. */
  isBeginning = false;
  isParked = false;
  /** True while this process has paused its fetching for a reason of its own (parked, a schema to be learned). */
  isHeld = false;
  /** The offset behind the last queued record. */
  #queuedTo = 0;

  constructor(at: GroupPartition, isTenantOwned = false) {
    this.isTenantOwned = isTenantOwned;
    this.consumerGroup = at.consumerGroup;
    this.topic = at.topic;
    this.partition = at.partition;
  }

  /** Sets its position as it was read. The queued records follow on it. */
  beginAt(nextOffset: number): void {
    this.storedOffset = nextOffset;
    this.#queuedTo = nextOffset;
  }

  /** Notes that the record at `offset` is queued. Returns the offset behind the record queued before. */
  enqueue(offset: number): number {
    const from = this.#queuedTo;
    invariant(offset >= from, 'records of a partition are queued in order, and each once');
    this.#queuedTo = offset + 1;
    return from;
  }

  /** True while its position is known and nothing holds it up: it is read on when the group is joined again. */
  get isReadOn(): boolean {
    const { storedOffset, isBeginning, isParked, isHeld, reading } = this;
    return storedOffset !== null && !isBeginning && !isParked && !isHeld && !reading.isBlocked;
  }

  /** True when everything queued of it is stored. */
  get isAllStored(): boolean {
    return this.storedOffset !== null && this.storedOffset >= this.#queuedTo;
  }
}
