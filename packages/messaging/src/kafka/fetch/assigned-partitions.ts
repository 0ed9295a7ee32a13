import type { TopicPartition } from '@loyalty/storage';

/** One assigned partition and where it is read. */
export class ReadPartition implements TopicPartition {
  readonly topic: string;
  readonly partition: number;
  /** The offset of the next fetch; null until the owner has sought it. */
  next: number | null = null;
  /** Its owner has paused it. */
  isPaused = false;
  /** Nothing more of it can be fetched before a seek. */
  isHalted = false;
  /** The node that leads it; null while unknown. */
  leader: string | null = null;
  /** Not fetched before this instant of a monotonic clock: its leader has refused it. */
  notBeforeMs = 0;

  constructor({ topic, partition }: TopicPartition) {
    this.topic = topic;
    this.partition = partition;
  }
}

/** The assigned partitions by topic and number. */
export class AssignedPartitions {
  #byTopic = new Map<string, Map<number, ReadPartition>>();

  /** Replaces the assignment. A partition that stays is read on where it is. */
  replace(assignment: readonly TopicPartition[]): void {
    const next = new Map<string, Map<number, ReadPartition>>();
    for (const at of assignment) {
      const ofTopic = next.get(at.topic) ?? new Map<number, ReadPartition>();
      ofTopic.set(at.partition, this.get(at) ?? new ReadPartition(at));
      next.set(at.topic, ofTopic);
    }
    this.#byTopic = next;
  }

  get({ topic, partition }: TopicPartition): ReadPartition | undefined {
    return this.#byTopic.get(topic)?.get(partition);
  }

  /** Returns those that a node leads and that may be fetched now, by topic. */
  fetchable(node: string, nowMs: number): Map<string, ReadPartition[]> {
    const found = new Map<string, ReadPartition[]>();
    for (const [topic, partitions] of this.#byTopic) {
      const some = [...partitions.values()].filter(
        (each) => each.leader === node && mayBeFetched(each, nowMs),
      );
      if (some.length > 0) found.set(topic, some);
    }
    return found;
  }

  all(): ReadPartition[] {
    return [...this.#byTopic.values()].flatMap((partitions) => [...partitions.values()]);
  }
}

const mayBeFetched = ({ next, isPaused, isHalted, notBeforeMs }: ReadPartition, nowMs: number): boolean =>
  next !== null && !isPaused && !isHalted && nowMs >= notBeforeMs;
