import type { TopicPartition } from '@loyalty/storage';
import type { Consumer } from 'kafkajs';

const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition.toString()}`;

/** What kafkajs says, by throwing, from a crash until its consumer runs again. */
const noGroup = 'Consumer group was not initialized';

/**
 * Where one kafkajs consumer fetches next, and of which partitions nothing: what its owner has paused, and what is
 * halted until it is sought again. Nothing is done, and nothing thrown, while kafkajs has no group: its next one knows of no
 * pause, and whoever hears that it is joined begins anew.
 */
export class FetchControl {
  readonly #consumer: Pick<Consumer, 'seek' | 'pause' | 'resume'>;
  readonly #paused = new Set<string>();
  readonly #halted = new Map<string, TopicPartition>();

  constructor(consumer: Pick<Consumer, 'seek' | 'pause' | 'resume'>) {
    this.#consumer = consumer;
  }

  /** A group was joined: nothing is halted any more. */
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

  /** Stays at this offset, and fetches nothing of the partition before it is sought. */
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
