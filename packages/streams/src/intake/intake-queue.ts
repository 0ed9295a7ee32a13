import type { InboundRecord } from '@loyalty/kafka';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { Message, RejectedMessage } from '../ports.ts';
import type { AssignedPartition } from './assigned-partitions.ts';

interface QueuePlace {
  readonly partition: AssignedPartition;
  /** The offset after the entry before. The position must have reached it when the batch is stored. */
  readonly from: number;
}

/** A record in a queue. A rejected record still holds its place, so that no position skips it. */
export interface QueuedRecord<T> extends QueuePlace {
  readonly item: Message<T> | RejectedMessage;
  readonly bytes: number;
  /** Returns the cost of the record. Without this function the cost counts as 0. */
  readonly costOf?: () => number;
}

/** Records that are not for this group. Only the place of the last one is kept. It grows while it is queued. */
interface SkippedRun extends QueuePlace {
  readonly item: null;
  last: Pick<InboundRecord, 'offset' | 'timestamp'>;
  count: number;
}

export type Queued<T> = QueuedRecord<T> | SkippedRun;

export interface QueueLimits {
  /** The maximum number of entries; a skipped run counts as one. */
  readonly entriesMax: number;
  readonly bytesMax: number;
}

/**
 * The queue of a lane. Each topic keeps its order; topics share each batch, because each may belong to
 * another tenant (D118). The bound is soft: a full queue pauses topics, and fetches in flight are still
 * accepted.
 */
export class IntakeQueue<T> {
  readonly #limits: QueueLimits;
  /** The entries by topic. The first topic is served first. */
  readonly #byTopic = new Map<string, Queued<T>[]>();
  #entries = 0;
  #records = 0;
  #bytes = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#records;
  }

  get entries(): readonly Queued<T>[] {
    return [...this.#byTopic.values()].flat();
  }

  get isFull(): boolean {
    return this.#isFilledTo(1);
  }

  get isOverfull(): boolean {
    return this.#isFilledTo(2);
  }

  get isHalfEmpty(): boolean {
    return !this.#isFilledTo(0.5);
  }

  holds(topic: string): boolean {
    return this.#byTopic.has(topic);
  }

  push(queued: Queued<T>): void {
    const { topic } = queued.partition;
    this.#count(queued, 1);
    const waiting = this.#byTopic.get(topic);
    if (waiting === undefined) this.#byTopic.set(topic, [queued]);
    else waiting.push(queued);
  }

  skip({ partition, from }: QueuePlace, { offset, timestamp }: SkippedRun['last']): void {
    const last = { offset, timestamp };
    const waiting = this.#byTopic.get(partition.topic) ?? [];
    const tail = waiting.at(-1);
    if (tail?.item === null && tail.partition === partition) {
      tail.last = last;
      tail.count += 1;
    } else this.push({ partition, from, item: null, last, count: 1 });
  }

  /**
   * Takes entries. Each topic gets an equal part of the capacity, then what others leave; a topic that got
   * nothing is first the next time. Skipped runs take no capacity.
   */
  take(capacity: BatchCapacity): Queued<T>[] {
    const topics = [...this.#byTopic.keys()];
    if (topics.length < 2) return topics.flatMap((topic) => this.#takeOf(topic, [capacity]));
    const parts = topics.map((topic) => ({ topic, part: capacity.partOf(topics.length) }));
    return [
      ...parts.flatMap(({ topic, part }) => this.#takeOf(topic, [part, capacity])),
      ...topics.flatMap((topic) => this.#takeOf(topic, [capacity])),
    ];
  }

  clear(): void {
    this.#byTopic.clear();
    this.#entries = 0;
    this.#records = 0;
    this.#bytes = 0;
  }

  drop({ topic, partition }: TopicPartition): void {
    this.retain((at) => at.topic !== topic || at.partition !== partition);
  }

  retain(isRetained: (partition: AssignedPartition) => boolean): void {
    const waiting = this.entries;
    this.clear();
    for (const queued of waiting) if (isRetained(queued.partition)) this.push(queued);
  }

  /** Takes entries of a topic. Its next turn comes after those of the other topics. */
  #takeOf(topic: string, capacities: readonly BatchCapacity[]): Queued<T>[] {
    const waiting = this.#byTopic.get(topic) ?? [];
    const isAdmitted = ({ bytes, costOf }: QueuedRecord<T>): boolean => {
      const cost = costOf?.() ?? 0;
      return capacities.every((capacity) => capacity.admit(bytes, cost));
    };
    let end = 0;
    for (let next = waiting[end]; next !== undefined; next = waiting[end]) {
      if (next.item !== null && !isAdmitted(next)) break;
      this.#count(next, -1);
      end += 1;
    }
    if (end === 0) return [];
    this.#byTopic.delete(topic);
    // Taken entries are removed: as long as they are reachable they outlive their batch, and the garbage
    // collector copies them.
    const taken = waiting.splice(0, end);
    if (waiting.length > 0) this.#byTopic.set(topic, waiting);
    return taken;
  }

  #count(queued: Queued<T>, by: 1 | -1): void {
    this.#entries += by;
    if (queued.item === null) return;
    this.#records += by;
    this.#bytes += by * queued.bytes;
  }

  #isFilledTo(share: number): boolean {
    const { entriesMax, bytesMax } = this.#limits;
    return this.#entries >= entriesMax * share || this.#bytes >= bytesMax * share;
  }
}

/** The space in a batch. The first record always fits, however large or costly it is. */
export class BatchCapacity {
  #records: number;
  #bytes: number;
  #cost: number;
  #isEmpty = true;

  constructor({
    records,
    bytes,
    cost = Infinity,
  }: {
    readonly records: number;
    readonly bytes: number;
    readonly cost?: number;
  }) {
    this.#records = records;
    this.#bytes = bytes;
    this.#cost = cost;
  }

  admit(bytes: number, cost = 0): boolean {
    if (this.#records < 1) return false;
    if ((bytes > this.#bytes || cost > this.#cost) && !this.#isEmpty) return false;
    this.#records -= 1;
    this.#bytes -= bytes;
    this.#cost -= cost;
    this.#isEmpty = false;
    return true;
  }

  /**
   * Returns a part of this capacity, which has space for at least one record. Check it together with this
   * capacity.
   */
  partOf(parts: number): BatchCapacity {
    const records = Math.max(1, Math.floor(this.#records / parts));
    return new BatchCapacity({ records, bytes: this.#bytes / parts, cost: this.#cost / parts });
  }

  narrow(records: number, cost: number): void {
    this.#records = Math.min(this.#records, records);
    this.#cost = Math.min(this.#cost, cost);
  }
}
