import type { StreamPosition, TopicPartition } from '@loyalty/storage';
import type { ConsumerPort, LogBounds } from '../ports/broker.ts';
import type { Store } from '../ports/store.ts';

/** Where a partition stands: how far it is stored, and what its log holds. */
export interface PartitionStatus {
  readonly position: StreamPosition;
  readonly log: LogBounds;
}

/** Where a group begins that has never read a partition: at the start of its log, or at its end. */
export type FirstPosition = 'start' | 'end';

export interface PartitionStatusOptions<Tx> {
  readonly store: Store<Tx>;
  readonly consumer: ConsumerPort;
  readonly consumerGroup: string;
  /** Default `start`. */
  readonly firstPosition?: FirstPosition;
}

const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition.toString()}`;

/**
 * Reads the statuses of these partitions, by `topic/partition`; one without a position begins at its log's start,
 * or at its end where the lane says so. The
 * positions are read before the logs: read the other way round, a position that another process moves meanwhile would
 * lie beyond the end that was seen, as if it belonged to another log.
 */
export const readPartitionStatuses = async <Tx>(
  options: PartitionStatusOptions<Tx>,
  partitions: readonly TopicPartition[],
): Promise<Map<string, PartitionStatus>> => {
  const positions = await loadPositions(options, partitions);
  const logs = await readLogs(options, partitions);
  const statuses = new Map<string, PartitionStatus>();
  for (const position of positions) {
    const log = logs.get(keyOf(position));
    if (log !== undefined) statuses.set(keyOf(position), { position, log });
  }
  return statuses;
};

const loadPositions = async <Tx>(
  options: PartitionStatusOptions<Tx>,
  partitions: readonly TopicPartition[],
): Promise<StreamPosition[]> => {
  const { store, consumerGroup, firstPosition = 'start' } = options;
  const reader = { clusterId: store.clusterId, consumerGroup };
  const known = await store.readPositions(reader, partitions);
  const names = new Set(known.map(keyOf));
  const fresh = partitions.filter((partition) => !names.has(keyOf(partition)));
  if (fresh.length === 0) return known;
  const logs = await readLogs(options, fresh);
  const starts = fresh.flatMap((partition) => {
    const log = logs.get(keyOf(partition));
    return log === undefined ? [] : [{ ...log, nextOffset: log[firstPosition] }];
  });
  await store.insertPositions(reader, starts);
  return store.readPositions(reader, partitions);
};

const readLogs = async <Tx>(
  { consumer }: PartitionStatusOptions<Tx>,
  partitions: readonly TopicPartition[],
): Promise<Map<string, LogBounds>> => {
  const bounds = await consumer.logBounds([...new Set(partitions.map(({ topic }) => topic))]);
  return new Map(bounds.map((bound) => [keyOf(bound), bound]));
};
