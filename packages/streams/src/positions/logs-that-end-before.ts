import type { TopicPartition } from '@loyalty/storage';
import type { ConsumerPort } from '../ports/broker.ts';
import type { AssignedPartition } from './assigned-partition.ts';

const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition.toString()}`;

/**
 * Returns those of the partitions whose log ends before the record that is fetched again to be compared: it was cut. A fetch at
 * the very end of a log brings nothing, so no fetch shows this until another record is appended. Such a record comes with the next
 * fetch, so there is hardly ever a log to ask for.
 */
export const logsThatEndBefore = async (
  consumer: Pick<ConsumerPort, 'logBounds'>,
  partitions: readonly AssignedPartition[],
): Promise<AssignedPartition[]> => {
  const waiting = partitions.filter(({ isHeld, reading }) => !isHeld && reading.awaited !== null);
  if (waiting.length === 0) return [];
  const awaited = new Map(waiting.map((partition) => [partition, partition.reading.awaited]));
  const topics = [...new Set(waiting.map(({ topic }) => topic))];
  const bounds = await consumer.logBounds(topics, 'known');
  const ends = new Map(bounds.map((log) => [keyOf(log), log.end]));
  return waiting.filter((partition) => {
    const offset = awaited.get(partition) ?? null;
    // A partition without a leader is not among the bounds. One that was read on meanwhile has seen its record.
    const isAwaited = offset !== null && partition.reading.awaited === offset;
    return isAwaited && (ends.get(keyOf(partition)) ?? Infinity) <= offset;
  });
};
