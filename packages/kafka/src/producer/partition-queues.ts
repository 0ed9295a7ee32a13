import type { OutgoingMessage } from '../ports.ts';
import { murmur2 } from './murmur2.ts';

export interface WaitingMessage {
  readonly message: OutgoingMessage;
  readonly bytes: number;
  readonly call: SendCall;
  /**
   * True if a request with this message was refused. The message then goes alone, so that only the message at
   * fault is left out.
   */
  isAlone: boolean;
}

/** A call of `send`, which settles once each of its messages is acknowledged or given up. */
export class SendCall {
  readonly sinceMs = performance.now();
  readonly #settle: (failure: SendFailure | null) => void;
  #left: number;
  #failure: SendFailure | null = null;

  constructor(messages: number, settle: (failure: SendFailure | null) => void) {
    this.#left = messages;
    this.#settle = settle;
  }

  end(failure: SendFailure | null = null): void {
    this.#failure ??= failure;
    this.#left -= 1;
    if (this.#left === 0) this.#settle(this.#failure);
  }
}

export interface SendFailure {
  readonly reason: Error;
}

export const messageSize = ({ key, value, headers }: OutgoingMessage): number => {
  let bytes = (key?.length ?? 0) + (value?.length ?? 0) + 100;
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0);
  return bytes;
};

/**
 * The messages of one partition, in their order. At most one request carries messages of a partition at any
 * time.
 */
export class PartitionQueue {
  readonly topic: string;
  readonly partition: number;
  leader: number | null = null;
  /** True while a request carries its first messages, or one of them is stored as rejected. */
  isInFlight = false;
  isHeld = false;
  failures = 0;
  #messages: WaitingMessage[] = [];

  constructor(topic: string, partition: number) {
    this.topic = topic;
    this.partition = partition;
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  add(message: WaitingMessage): void {
    this.#messages.push(message);
  }

  /**
   * Takes messages from the front up to this size, or one if `isFirst`. A message that goes alone is the
   * last.
   */
  take(bytesMax: number, isFirst: boolean): WaitingMessage[] {
    const count = this.#countOf(bytesMax, isFirst);
    return count === this.#messages.length ? this.takeAll() : this.#messages.splice(0, count);
  }

  #countOf(bytesMax: number, isFirst: boolean): number {
    let bytes = 0;
    for (const [place, { bytes: size, isAlone }] of this.#messages.entries()) {
      bytes += size;
      const fits = bytes <= bytesMax || (isFirst && place === 0);
      if (!fits || (isAlone && place > 0)) return place;
      if (isAlone) return 1;
    }
    return this.#messages.length;
  }

  takeAll(): WaitingMessage[] {
    const all = this.#messages;
    this.#messages = [];
    return all;
  }

  putBack(messages: readonly WaitingMessage[]): void {
    this.#messages.unshift(...messages);
  }

  drop(isGivenUp: (message: WaitingMessage) => boolean): WaitingMessage[] {
    const dropped = this.#messages.filter(isGivenUp);
    if (dropped.length > 0) this.#messages = this.#messages.filter((message) => !isGivenUp(message));
    return dropped;
  }
}

export class TopicQueues {
  readonly topic: string;
  readonly #queues = new Map<number, PartitionQueue>();
  count = 0;
  #next = 0;

  constructor(topic: string) {
    this.topic = topic;
  }

  get all(): PartitionQueue[] {
    return [...this.#queues.values()];
  }

  at(partition: number): PartitionQueue {
    const known = this.#queues.get(partition);
    if (known !== undefined) return known;
    const queue = new PartitionQueue(this.topic, partition);
    this.#queues.set(partition, queue);
    return queue;
  }

  /**
   * Returns the queue of the partition that the message names. Otherwise Java's default partitioner chooses
   * it by the key; without a key the queues take turns.
   */
  queueOf({ partition, key }: OutgoingMessage): PartitionQueue {
    if (partition !== undefined) return this.at(partition);
    if (key !== null) return this.at((murmur2(key) & 0x7fffffff) % this.count);
    return this.#nextWithLeader();
  }

  #nextWithLeader(): PartitionQueue {
    for (let tries = 0; tries < this.count; tries += 1) {
      const queue = this.at((this.#next += 1) % this.count);
      if (queue.leader !== null) return queue;
    }
    return this.at(this.#next % this.count);
  }
}

const readWithinMs = 1_000;

/** Messages of topics whose partitions are not known yet, in their order. */
export class UnplacedMessages {
  readonly #byTopic = new Map<string, WaitingMessage[]>();

  get topics(): string[] {
    return [...this.#byTopic.keys()];
  }

  get isEmpty(): boolean {
    return this.#byTopic.size === 0;
  }

  isMissing(topic: string): boolean {
    const [first] = this.#byTopic.get(topic) ?? [];
    return first !== undefined && performance.now() - first.call.sinceMs > readWithinMs;
  }

  add(waiting: WaitingMessage): boolean {
    const { topic } = waiting.message;
    const others = this.#byTopic.get(topic);
    if (others === undefined) this.#byTopic.set(topic, [waiting]);
    else others.push(waiting);
    return others === undefined;
  }

  take(topic: string): readonly WaitingMessage[] {
    const taken = this.#byTopic.get(topic) ?? [];
    this.#byTopic.delete(topic);
    return taken;
  }

  drop(isGivenUp: (message: WaitingMessage) => boolean): readonly WaitingMessage[] {
    const dropped: WaitingMessage[] = [];
    for (const [topic, waiting] of this.#byTopic) {
      const left = waiting.filter((message) => !isGivenUp(message));
      dropped.push(...waiting.filter(isGivenUp));
      if (left.length === 0) this.#byTopic.delete(topic);
      else this.#byTopic.set(topic, left);
    }
    return dropped;
  }
}
