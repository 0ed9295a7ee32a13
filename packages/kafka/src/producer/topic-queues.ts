import type { OutgoingMessage } from '../../ports/broker.ts';
import { murmur2 } from './murmur2.ts';
import { PartitionQueue } from './partition-queue.ts';

/** The queues of one topic's partitions. */
export class TopicQueues {
  readonly topic: string;
  readonly #queues = new Map<number, PartitionQueue>();
  /** The number of partitions, when a broker last said it. */
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

  /** Returns the partition that a message names, else that of its key as Java's default partitioner says, else one after the other. */
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
