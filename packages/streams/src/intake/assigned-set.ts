import type { TopicPartition } from '@loyalty/storage';
import { AssignedPartition } from './assigned-partition.ts';

/** The partitions of a new assignment that must begin at their stored positions. */
export interface ToBegin {
  /** This process had them, and was held up. */
  readonly again: readonly AssignedPartition[];
  /** This process did not have them, so no batch of it in flight can move their positions. */
  readonly fresh: readonly AssignedPartition[];
}

const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition.toString()}`;

/** The partitions that one consumer group has assigned to this process. */
export class AssignedSet {
  readonly #consumerGroup: string;
  readonly #isTenantOwned: boolean | undefined;
  #partitions = new Map<string, AssignedPartition>();

  constructor(consumerGroup: string, isTenantOwned?: boolean) {
    this.#consumerGroup = consumerGroup;
    this.#isTenantOwned = isTenantOwned;
  }

  get size(): number {
    return this.#partitions.size;
  }

  /** True when every partition has its position, or is parked. */
  get isReady(): boolean {
    return this.all().every(({ isKnown }) => isKnown);
  }

  get(at: TopicPartition): AssignedPartition | undefined {
    return this.#partitions.get(keyOf(at));
  }

  /** True for the very partition, and not for one of an earlier assignment. */
  has(partition: AssignedPartition): boolean {
    return this.get(partition) === partition;
  }

  all(): AssignedPartition[] {
    return [...this.#partitions.values()];
  }

  /**
   * Replaces the assignment. A partition that stays is read on, and what is queued of it is stored: every commit shows whether its
   * position is still ours. Returns the others.
   */
  replace(assignment: readonly TopicPartition[]): ToBegin {
    const before = this.#partitions;
    const partitions = assignment.map((at) => this.#keptOrNew(before.get(keyOf(at)), at));
    this.#partitions = new Map(partitions.map((partition) => [keyOf(partition), partition]));
    const toBegin = partitions.filter((partition) => before.get(keyOf(partition)) !== partition);
    return {
      again: toBegin.filter((partition) => before.has(keyOf(partition))),
      fresh: toBegin.filter((partition) => !before.has(keyOf(partition))),
    };
  }

  /** Goes on with those that are being read. Returns the offset from which each is fetched now. */
  resume(): { readonly partition: AssignedPartition; readonly from: number }[] {
    return this.all().flatMap((partition) => {
      const from = partition.reading.resume();
      return from === null ? [] : [{ partition, from }];
    });
  }

  #keptOrNew(before: AssignedPartition | undefined, at: TopicPartition): AssignedPartition {
    if (before?.isReadOn === true) return before;
    return new AssignedPartition({ ...at, consumerGroup: this.#consumerGroup }, this.#isTenantOwned);
  }
}
