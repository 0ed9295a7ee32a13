import { earnGroups, topics } from '@loyalty/contracts';
import type { Queryable } from '@loyalty/storage';
import { readPositions, type StreamPosition } from '@loyalty/storage/positions';

export type Offsets = ReadonlyMap<number, number>;

export interface StoredProgress {
  /** The number of stored receipts, from all senders. */
  readonly stored: number;
  readonly missing: number;
  readonly parked: readonly string[];
}

/** Returns how much is stored. A partition without a position was never read. */
export const storedProgressOf = (
  starts: Offsets,
  ends: Offsets,
  positions: readonly StreamPosition[],
): StoredProgress => {
  const byPartition = new Map(positions.map((position) => [position.partition, position]));
  let stored = 0;
  let missing = 0;
  const parked: string[] = [];
  for (const [partition, end] of ends) {
    const position = byPartition.get(partition);
    const start = starts.get(partition) ?? 0;
    const next = Math.max(position?.nextOffset ?? 0, start);
    stored += next - start;
    missing += Math.max(0, end - next);
    if (next < end && position?.state === 'PARKED') parked.push(`${topics.receipts}/${partition.toString()}`);
  }
  return { stored, missing, parked };
};

export const readReceiptPositions = (
  db: Queryable,
  clusterId: string,
  partitions: Iterable<number>,
): Promise<StreamPosition[]> =>
  readPositions(
    db,
    { clusterId, consumerGroup: earnGroups.receipts },
    [...partitions].map((partition) => ({ topic: topics.receipts, partition })),
  );
