import type { WaitingMessage } from './waiting-message.ts';

/** The messages that wait for one partition, in their order. At most one request carries messages of a partition at any time. */
export class PartitionQueue {
  readonly topic: string;
  readonly partition: number;
  /** The broker that leads the partition; null: none at present. */
  leader: number | null = null;
  /** True while a request carries its first messages, or one of them is stored as rejected. */
  isInFlight = false;
  /** True while it waits after a failure of its own. */
  isHeld = false;
  /** Failures of this partition in a row. */
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

  /** Takes messages from the front up to this size, and at least one if `isFirst`. A message that goes alone ends it. */
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

  /** Removes the messages that are given up, and returns them. */
  drop(isGivenUp: (message: WaitingMessage) => boolean): WaitingMessage[] {
    const dropped = this.#messages.filter(isGivenUp);
    if (dropped.length > 0) this.#messages = this.#messages.filter((message) => !isGivenUp(message));
    return dropped;
  }
}
