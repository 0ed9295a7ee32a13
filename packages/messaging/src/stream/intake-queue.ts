import type { TopicPartition } from '@loyalty/storage';
import type { InboundRecord } from '../ports/broker.ts';
import type { Message, RejectedMessage } from '../ports/handler.ts';
import type { AssignedPartition } from './assigned-partition.ts';
import type { BatchCapacity } from './batch-capacity.ts';

/** The place of a queued entry in its partition. */
interface Place {
  readonly partition: AssignedPartition;
  /** The offset behind the entry queued before it. The position must have reached it when the batch is stored. */
  readonly from: number;
}

/** A record in its place: decoded, or rejected but still holding its place, so that no position skips it. */
export interface QueuedRecord<T> extends Place {
  readonly item: Message<T> | RejectedMessage;
  readonly bytes: number;
  /** The cost of its decision, by `Decoder.costOf`. Absent: next to nothing. */
  readonly cost?: number;
}

/** A run of records that are not for this group. Only the place of the last one is kept. */
export interface SkippedRun extends Place {
  readonly item: null;
  readonly last: Pick<InboundRecord, 'offset' | 'timestamp'>;
  readonly count: number;
}

export type Queued<T> = QueuedRecord<T> | SkippedRun;

export interface QueueLimits {
  /** Records, a skipped run counting as one. */
  readonly entriesMax: number;
  readonly bytesMax: number;
}

/**
 * Fetched entries that wait for their batch, first come first served. Bounded softly: a full queue pauses the consumer, and
 * fetches in flight still come in.
 */
export class IntakeQueue<T> {
  readonly #limits: QueueLimits;
  #entries: Queued<T>[] = [];
  #records = 0;
  #bytes = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Records that wait, without skipped ones. */
  get size(): number {
    return this.#records;
  }

  /** All entries that wait, in order. */
  get entries(): readonly Queued<T>[] {
    return this.#entries;
  }

  get isFull(): boolean {
    return this.#isFilledTo(1);
  }

  get isHalfEmpty(): boolean {
    return !this.#isFilledTo(0.5);
  }

  push(queued: Queued<T>): void {
    this.#count(queued, 1);
    this.#entries.push(queued);
  }

  /** Skips a record: adds it to the last run of the queue when that is of the same partition. */
  skip({ partition, from }: Place, { offset, timestamp }: SkippedRun['last']): void {
    const last = { offset, timestamp };
    const tail = this.#entries.at(-1);
    if (tail?.item === null && tail.partition === partition)
      this.#entries[this.#entries.length - 1] = { ...tail, last, count: tail.count + 1 };
    else this.#entries.push({ partition, from, item: null, last, count: 1 });
  }

  /** Takes entries in order, as far as they fit, and the skipped runs between them, which take no capacity. */
  take(capacity: BatchCapacity): Queued<T>[] {
    let end = 0;
    for (let next = this.#entries[end]; next !== undefined; next = this.#entries[end]) {
      if (next.item !== null && !capacity.admit(next.bytes, next.cost)) break;
      this.#count(next, -1);
      end += 1;
    }
    // Taken entries are removed: as long as they are reachable they outlive their batch, and the garbage collector copies them.
    return this.#entries.splice(0, end);
  }

  clear(): void {
    this.#entries = [];
    this.#records = 0;
    this.#bytes = 0;
  }

  /** Drops the entries of one partition, because its position will be read again. */
  drop({ topic, partition }: TopicPartition): void {
    this.retain((at) => at.topic !== topic || at.partition !== partition);
  }

  /** Drops the entries of all other partitions. */
  retain(isRetained: (partition: AssignedPartition) => boolean): void {
    const waiting = this.#entries;
    this.clear();
    for (const queued of waiting) if (isRetained(queued.partition)) this.push(queued);
  }

  #count(queued: Queued<T>, by: 1 | -1): void {
    if (queued.item === null) return;
    this.#records += by;
    this.#bytes += by * queued.bytes;
  }

  #isFilledTo(share: number): boolean {
    const { entriesMax, bytesMax } = this.#limits;
    return this.#entries.length >= entriesMax * share || this.#bytes >= bytesMax * share;
  }
}
