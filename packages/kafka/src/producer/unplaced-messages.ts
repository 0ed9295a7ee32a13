import type { WaitingMessage } from './waiting-message.ts';

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

  /** True when messages of the topic have waited for longer than it takes to read its partitions. */
  isMissing(topic: string): boolean {
    const [first] = this.#byTopic.get(topic) ?? [];
    return first !== undefined && performance.now() - first.call.sinceMs > readWithinMs;
  }

  /** Returns true when it is the first of its topic. */
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

  /** Removes the messages that are given up, and returns them. */
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
