import type { ConsumerPort, LogBounds } from '@loyalty/kafka';
import type { PartitionCounts } from '@loyalty/kafka/metadata';
import { partitionKeyOf } from '@loyalty/kernel';
import type { StreamPosition, TopicPartition } from '@loyalty/storage/positions';
import type { PrecedingRecord } from '../intake/partition-reading.ts';
import type { Store } from '../ports.ts';

export interface PartitionStatus {
  readonly position: StreamPosition;
  readonly log: LogBounds;
}

/** Where a group that is new to a topic begins: at the start of its logs, or at their end. */
export type FirstPosition = 'start' | 'end';

interface PartitionStatusOptions<Tx> {
  readonly store: Store<Tx>;
  readonly consumer: ConsumerPort;
  readonly consumerGroup: string;
  /** Default `start`. */
  readonly firstPosition?: FirstPosition;
  /** Topics that begin at their start, whatever `firstPosition` says. */
  readonly bulkTopics?: readonly string[];
  readonly partitionCounts?: Pick<PartitionCounts, 'note'> | null;
}

/**
 * Reads the statuses of these partitions, by `topic/partition`. One without a position begins as {@link
 * FirstPosition} says, or at its start when the group knows the topic. Positions are read before logs: in the
 * other order, a position that another process moves meanwhile could lie beyond the log's end, as if it
 * belonged to another log.
 */
export const readPartitionStatuses = async <Tx>(
  options: PartitionStatusOptions<Tx>,
  partitions: readonly TopicPartition[],
): Promise<Map<string, PartitionStatus>> => {
  const positions = await loadPositions(options, partitions);
  const logs = await readLogs(options, partitions, 'known');
  const statuses = new Map<string, PartitionStatus>();
  for (const position of positions) {
    const log = logs.get(partitionKeyOf(position));
    if (log !== undefined) statuses.set(partitionKeyOf(position), { position, log });
  }
  return statuses;
};

const loadPositions = async <Tx>(
  options: PartitionStatusOptions<Tx>,
  partitions: readonly TopicPartition[],
): Promise<StreamPosition[]> => {
  const { store, consumerGroup } = options;
  const reader = { clusterId: store.clusterId, consumerGroup };
  const known = await store.readPositions(reader, partitions);
  const names = new Set(known.map(partitionKeyOf));
  const fresh = partitions.filter((partition) => !names.has(partitionKeyOf(partition)));
  if (fresh.length === 0) return known;
  await store.insertPositions(reader, await readFirstPositions(options, fresh));
  return store.readPositions(reader, partitions);
};

/**
 * Returns the first positions of partitions that have none. When a group is new to a topic and begins at the
 * end, its first member sets positions for all partitions at once. From then on the group knows the topic. A
 * partition without a position was added later, and is read from its start.
 */
const readFirstPositions = async <Tx>(
  options: PartitionStatusOptions<Tx>,
  fresh: readonly TopicPartition[],
): Promise<Parameters<Store<Tx>['insertPositions']>[1]> => {
  const { store, consumerGroup, firstPosition = 'start', bulkTopics = [] } = options;
  const topics = [...new Set(fresh.map(({ topic }) => topic))];
  // The logs first: partitions that are added after this read do not begin at their end.
  const logs = [...(await readLogs(options, fresh, 'all')).values()];
  const atEnd = firstPosition === 'end' ? topics.filter((topic) => !bulkTopics.includes(topic)) : [];
  const known = new Set(atEnd.length === 0 ? [] : await store.readKnownTopics(consumerGroup, atEnd));
  const beginsAtEnd = (topic: string): boolean => atEnd.includes(topic) && !known.has(topic);
  const names = new Set(fresh.map(partitionKeyOf));
  return logs
    .filter((log) => beginsAtEnd(log.topic) || names.has(partitionKeyOf(log)))
    .map(({ topic, partition, start, end }) => ({
      topic,
      partition,
      nextOffset: beginsAtEnd(topic) ? end : start,
    }))
    .toSorted((one, other) => one.topic.localeCompare(other.topic) || one.partition - other.partition);
};

const readLogs = async <Tx>(
  { consumer, partitionCounts }: PartitionStatusOptions<Tx>,
  partitions: readonly TopicPartition[],
  which: 'known' | 'all',
): Promise<Map<string, LogBounds>> => {
  const topics = [...new Set(partitions.map(({ topic }) => topic))];
  const bounds = await consumer.logBounds(topics, which);
  for (const topic of topics) partitionCounts?.note(topic, countOf(bounds, topic));
  return new Map(bounds.map((bound) => [partitionKeyOf(bound), bound]));
};

/** A partition without a leader is not among the bounds. */
const countOf = (bounds: readonly LogBounds[], topic: string): number =>
  bounds.reduce((count, bound) => (bound.topic === topic ? Math.max(count, bound.partition + 1) : count), 0);

type Beginning =
  | { readonly outcome: 'read'; readonly offset: number; readonly preceding: PrecedingRecord | null }
  /**
   * The position belongs to another log: an operator must decide. Not certain: or this leader is not the
   * leader any more.
   */
  | { readonly outcome: 'park'; readonly reason: string; readonly isCertain: boolean }
  | { readonly outcome: 'parked-already' };

/**
 * Compares a stored position with the log. One below its start would skip lost records silently, and parks.
 * One beyond its end parks when that stays so: a leader that was frozen knows no newer end. Otherwise the
 * timestamp of the record before it is compared.
 */
export const beginningOf = (position: StreamPosition, log: LogBounds): Beginning => {
  const { nextOffset, lastTimestamp } = position;
  if (position.state === 'PARKED') return { outcome: 'parked-already' };
  if (nextOffset < log.start)
    return { outcome: 'park', reason: outside(nextOffset, log, 'below the start of'), isCertain: true };
  if (nextOffset > log.end)
    return { outcome: 'park', reason: outside(nextOffset, log, 'beyond the end of'), isCertain: false };
  const hasPreceding = lastTimestamp !== null && nextOffset - 1 >= log.start;
  return {
    outcome: 'read',
    offset: nextOffset,
    preceding: hasPreceding ? { offset: nextOffset - 1, timestamp: lastTimestamp } : null,
  };
};

const outside = (offset: number, log: LogBounds, where: string): string =>
  `position ${offset.toString()} is ${where} the log (${log.start.toString()} to ${log.end.toString()})`;
