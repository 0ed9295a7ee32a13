import type { ConsumerPort } from '../ports/broker.ts';
import type { AssignedPartition } from './assigned-partition.ts';

/** Commits to Kafka how far each moved partition is stored. Throws what the consumer throws; the next call then commits again. */
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
