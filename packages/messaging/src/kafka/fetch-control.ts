import type { TopicPartition } from '@loyalty/storage';
import type { Consumer } from 'kafkajs';

const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition.toString()}`;

/** The message of the error that kafkajs throws from a crash until its consumer runs again. */
const noGroup = 'Consumer group was not initialized';

/**
 * Controls where one kafkajs consumer fetches next, and which partitions it does not fetch: those that its owner paused, and
 * those halted until a seek. While kafkajs has no group, it does nothing and throws nothing. The next group starts without
 * pauses, and the owner starts again when it is joined.
 */
export class FetchControl {
  readonly #consumer: Pick<Consumer, 'seek' | 'pause' | 'resume'>;
  readonly #paused = new Set<string>();
  readonly #halted = new Map<string, TopicPartition>();

  constructor(consumer: Pick<Consumer, 'seek' | 'pause' | 'resume'>) {
    this.#consumer = consumer;
  }

  /** A group was joined: no partition is halted any more. */
  joined(): void {
    const halted = [...this.#halted.values()];
    this.#halted.clear();
    this.#resume(halted);
  }

  seek(at: TopicPartition, offset: number): void {
    this.#seek(at, offset);
    const wasHalted = this.#halted.delete(keyOf(at));
    if (wasHalted && !this.#paused.has(keyOf(at))) this.#resume([at]);
  }

  pause(partitions: readonly TopicPartition[]): void {
    for (const at of partitions) this.#paused.add(keyOf(at));
    this.#pause(partitions);
  }

  resume(partitions: readonly TopicPartition[]): void {
    for (const at of partitions) this.#paused.delete(keyOf(at));
    this.#resume(partitions.filter((at) => !this.#halted.has(keyOf(at))));
  }

  /** Stays at this offset and fetches nothing of the partition before a seek. */
  halt(at: TopicPartition, offset: number): void {
    this.#halted.set(keyOf(at), at);
    this.#seek(at, offset);
    this.#pause([at]);
  }

  #seek({ topic, partition }: TopicPartition, offset: number): void {
    whileJoined(() => {
      this.#consumer.seek({ topic, partition, offset: offset.toString() });
    });
  }

  #pause(partitions: readonly TopicPartition[]): void {
    whileJoined(() => {
      this.#consumer.pause(named(partitions));
    });
  }

  #resume(partitions: readonly TopicPartition[]): void {
    whileJoined(() => {
      this.#consumer.resume(named(partitions));
    });
  }
}

const named = (partitions: readonly TopicPartition[]) =>
  partitions.map(({ topic, partition }) => ({ topic, partitions: [partition] }));

const whileJoined = (call: () => void): void => {
  try {
    call();
  } catch (failure) {
    if (!(failure instanceof Error && failure.message.startsWith(noGroup))) throw failure;
  }
};
