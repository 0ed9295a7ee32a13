import type { ConsumerPort } from '../ports/broker.ts';
import type { AssignedPartition } from './assigned-partition.ts';

/** Tells Kafka of each partition that moved how far it is stored. Throws what the consumer throws; then all is told again. */
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
