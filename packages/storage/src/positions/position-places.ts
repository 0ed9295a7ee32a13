import type { GroupPartition } from './group-partition.ts';

/**
 * Remembers where in the table the newest row of each position is (its ctid). A look-up by key reads every version of the row that an
 * open snapshot keeps; one by place reads one. A place may be out of date. So compare the key too, and look up by key what was not
 * found.
 */
export class PositionPlaces {
  readonly #places = new Map<string, string>();

  /** Returns the last known place; null when none is known. */
  of(partition: GroupPartition): string | null {
    return this.#places.get(nameOf(partition)) ?? null;
  }

  /** Notes where a row was read or written. It may be written by a transaction that rolls back. */
  note(partition: GroupPartition, place: string): void {
    this.#places.set(nameOf(partition), place);
  }
}

/** Returns a text that no other partition of the cluster has. */
export const nameOf = ({ consumerGroup, topic, partition }: GroupPartition): string =>
  `${consumerGroup}/${topic}/${partition.toString()}`;
