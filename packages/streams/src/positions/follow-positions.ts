import type { StreamPosition, TopicPartition } from '@loyalty/storage';
import type { AssignedPartition } from './assigned-partition.ts';

const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition.toString()}`;

/**
 * Finds partitions whose stored position is not where this process left it. An operator has moved, parked or unparked them, or
 * the commit that stored it is lost. A difference counts when it is seen twice in a row unchanged: our own batch moves the
 * stored position a moment before we know.
 */
export class PositionMoves {
  #sighted = new Map<string, string>();

  movedOf(
    partitions: readonly AssignedPartition[],
    positions: readonly StreamPosition[],
  ): AssignedPartition[] {
    const stored = new Map(positions.map((position) => [keyOf(position), position]));
    const sighted = new Map<string, string>();
    const moved: AssignedPartition[] = [];
    for (const partition of partitions) {
      const position = stored.get(keyOf(partition));
      if (!differs(partition, position)) continue;
      const found = position === undefined ? 'gone' : `${position.state} ${position.nextOffset.toString()}`;
      const sight = `${found} ${String(partition.storedOffset)}`;
      if (this.#sighted.get(keyOf(partition)) === sight) moved.push(partition);
      else sighted.set(keyOf(partition), sight);
    }
    this.#sighted = sighted;
    return moved;
  }
}

const differs = (
  { isParked, storedOffset }: AssignedPartition,
  position: StreamPosition | undefined,
): boolean => {
  if (isParked) return position?.state !== 'PARKED';
  // Its position is being read now.
  if (storedOffset === null) return false;
  return position?.state !== 'RUNNING' || position.nextOffset !== storedOffset;
};
