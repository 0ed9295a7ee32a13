import type { TopicPartition } from '@loyalty/storage/positions';

export class ReadPartition implements TopicPartition {
  readonly topic: string;
  readonly partition: number;
  /** The offset of the next fetch; null until the owner has sought it. */
  next: number | null = null;
  isPaused = false;
  /** True if nothing more of the partition can be fetched before a seek. */
  isHalted = false;
  leader: string | null = null;
  /**
   * The instant, by a monotonic clock, before which the partition is not fetched, because its leader has
   * refused it.
   */
  notBeforeMs = 0;
  /** The end of the log that was passed on last. */
  shownEnd = -1;
  /** The offset whose batch was last beyond the log, and how often in succession. */
  beyond = { offset: -1, times: 0 };

  constructor({ topic, partition }: TopicPartition) {
    this.topic = topic;
    this.partition = partition;
  }
}

export class AssignedPartitions {
  readonly #behind: ReadonlySet<string>;
  #byTopic = new Map<string, Map<number, ReadPartition>>();
  readonly #turns = new Map<string, number>();

  /** `behind` names topics that are fetched with the capacity that the others leave. */
  constructor(behind: readonly string[] = []) {
    this.#behind = new Set(behind);
  }

  /** Replaces the assignment. A partition that stays is read on from where it is. */
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

  /**
   * Returns the partitions to fetch from a broker. Topics and partitions take turns in being first, so that
   * the backlog of one does not keep others waiting.
   */
  fetchable(node: string, nowMs: number): Map<string, ReadPartition[]> {
    const found = new Map<string, ReadPartition[]>();
    const turn = this.#turns.get(node) ?? 0;
    this.#turns.set(node, turn + 1);
    const ofPartitions = Math.floor(turn / Math.max(1, this.#byTopic.size));
    for (const topic of this.#topicsInTurn(turn)) {
      const partitions = [...(this.#byTopic.get(topic)?.values() ?? [])].filter(
        (each) => each.leader === node && mayBeFetched(each, nowMs),
      );
      if (partitions.length > 0) found.set(topic, rotated(partitions, ofPartitions));
    }
    return found;
  }

  get hasPausedTopic(): boolean {
    return [...this.#byTopic.values()].some((partitions) =>
      [...partitions.values()].every(({ isPaused }) => isPaused),
    );
  }

  all(): ReadPartition[] {
    return [...this.#byTopic.values()].flatMap((partitions) => [...partitions.values()]);
  }

  #topicsInTurn(turn: number): string[] {
    const topics = rotated([...this.#byTopic.keys()], turn);
    const isBehind = (topic: string): boolean => this.#behind.has(topic);
    return [...topics.filter((topic) => !isBehind(topic)), ...topics.filter(isBehind)];
  }
}

const rotated = <Item>(items: readonly Item[], turn: number): Item[] => {
  const first = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
};

const mayBeFetched = ({ next, isPaused, isHalted, notBeforeMs }: ReadPartition, nowMs: number): boolean =>
  next !== null && !isPaused && !isHalted && nowMs >= notBeforeMs;
