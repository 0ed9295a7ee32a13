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
  /** The position as Postgres holds it after our last commit; null until it was read. */
  storedOffset: number | null = null;
  /** What Kafka was told of it; null until it was. */
  committedOffset: number | null = null;
  /** True while its position is being read: nobody else begins it meanwhile. */
  isBeginning = false;
  isParked = false;
  /** True while its fetching is stopped by us for a reason of its own (parked, a schema to be learned). */
  isHeld = false;
  /** The offset behind the last record that was queued. */
  #queuedTo = 0;

  constructor(at: GroupPartition, isTenantOwned = false) {
    this.isTenantOwned = isTenantOwned;
    this.consumerGroup = at.consumerGroup;
    this.topic = at.topic;
    this.partition = at.partition;
  }

  /** Its position as it was read: what is queued follows on it. */
  beginAt(nextOffset: number): void {
    this.storedOffset = nextOffset;
    this.#queuedTo = nextOffset;
  }

  /** Notes that the record at `offset` is queued; answers the offset behind the one that was queued before. */
  enqueue(offset: number): number {
    const from = this.#queuedTo;
    invariant(offset >= from, 'records of a partition are queued in order, and each once');
    this.#queuedTo = offset + 1;
    return from;
  }

  /** True while nothing that was queued of it is still to be stored. */
  get isAllStored(): boolean {
    return this.storedOffset !== null && this.storedOffset >= this.#queuedTo;
  }
}
