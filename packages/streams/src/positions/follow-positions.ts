import type { ConsumerPort } from '@loyalty/kafka';
import { partitionKeyOf } from '@loyalty/kernel';
import type { StreamPosition } from '@loyalty/storage/positions';
import type { AssignedPartition } from '../intake/assigned-partitions.ts';

/**
 * Finds positions that moved because an operator moved or parked them, or because a commit was lost. A move
 * counts when it is seen unchanged twice in a row: our own batch moves the stored position a moment before we
 * know.
 */
export class PositionMoves {
  #sighted = new Map<string, string>();

  movedOf(
    partitions: readonly AssignedPartition[],
    positions: readonly StreamPosition[],
  ): AssignedPartition[] {
    const stored = new Map(positions.map((position) => [partitionKeyOf(position), position]));
    const sighted = new Map<string, string>();
    const moved: AssignedPartition[] = [];
    for (const partition of partitions) {
      const position = stored.get(partitionKeyOf(partition));
      if (!differs(partition, position)) continue;
      const found = position === undefined ? 'gone' : `${position.state} ${position.nextOffset.toString()}`;
      const sight = `${found} ${String(partition.storedOffset)}`;
      if (this.#sighted.get(partitionKeyOf(partition)) === sight) moved.push(partition);
      else sighted.set(partitionKeyOf(partition), sight);
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

/**
 * Finds logs that were cut: they end before the record that is to be compared. A fetch at the very end
 * returns nothing, so no fetch shows this.
 */
export const findTruncatedLogs = async (
  consumer: Pick<ConsumerPort, 'logBounds'>,
  partitions: readonly AssignedPartition[],
): Promise<AssignedPartition[]> => {
  const waiting = partitions.filter(({ isHeld, reading }) => !isHeld && reading.awaited !== null);
  if (waiting.length === 0) return [];
  const awaited = new Map(waiting.map((partition) => [partition, partition.reading.awaited]));
  const topics = [...new Set(waiting.map(({ topic }) => topic))];
  const bounds = await consumer.logBounds(topics, 'known');
  const ends = new Map(bounds.map((log) => [partitionKeyOf(log), log.end]));
  return waiting.filter((partition) => {
    const offset = awaited.get(partition) ?? null;
    // A partition without a leader is not among the bounds. One that was read on meanwhile has seen its
    // record.
    const isAwaited = offset !== null && partition.reading.awaited === offset;
    return isAwaited && (ends.get(partitionKeyOf(partition)) ?? Infinity) <= offset;
  });
};

/**
 * Commits the positions that have moved. Throws what the consumer throws; the next call then commits again.
 */
export const commitMoved = async (
  consumer: Pick<ConsumerPort, 'commit'>,
  partitions: Iterable<AssignedPartition>,
): Promise<void> => {
  const moved = [...partitions].flatMap((partition) => {
    const { storedOffset: nextOffset, committedOffset } = partition;
    return nextOffset === null || nextOffset === committedOffset ? [] : [{ partition, nextOffset }];
  });
  if (moved.length === 0) return;
  await consumer.commit(
    moved.map(({ partition: { topic, partition }, nextOffset }) => ({ topic, partition, nextOffset })),
  );
  for (const { partition, nextOffset } of moved) partition.committedOffset = nextOffset;
};
