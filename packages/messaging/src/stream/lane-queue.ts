import type { TopicPartition } from '@loyalty/storage';
import type { Message, RejectedMessage } from '../ports/handler.ts';
import type { AssignedPartition } from './assigned-partition.ts';

/** A record in its place: decoded, or rejected but still holding its place, so that no position skips it. */
export interface Queued<T> {
  readonly partition: AssignedPartition;
  readonly item: Message<T> | RejectedMessage;
}

/**
 * What was fetched and waits for its batch, first come first served. Bounded softly: at `full` the consumer is
 * paused, and what is under way still comes in.
 */
export class LaneQueue<T> {
  #items: Queued<T>[] = [];
  #head = 0;
  readonly #fullAt: number;

  constructor(fullAt: number) {
    this.#fullAt = fullAt;
  }

  get size(): number {
    return this.#items.length - this.#head;
  }

  get isFull(): boolean {
    return this.size >= this.#fullAt;
  }

  get isHalfEmpty(): boolean {
    return this.size <= this.#fullAt / 2;
  }

  push(queued: Queued<T>): void {
    this.#items.push(queued);
  }

  /** Takes at most `max`, in order. */
  take(max: number): Queued<T>[] {
    const taken = this.#items.slice(this.#head, this.#head + max);
    this.#head += taken.length;
    // Taken places are given back when they are the greater part, so that taking stays cheap.
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return taken;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }

  /** Drops what waits for one partition, because its position will be read again. */
  drop({ topic, partition }: TopicPartition): void {
    this.#items = this.#items
      .slice(this.#head)
      .filter((queued) => queued.partition.topic !== topic || queued.partition.partition !== partition);
    this.#head = 0;
  }
}
