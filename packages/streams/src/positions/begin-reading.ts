import type { ConsumerPort, LogBounds } from '@loyalty/kafka';
import type { PartitionCounts } from '@loyalty/kafka/metadata';
import { compareTexts, partitionKeyOf } from '@loyalty/kernel';
import type { StreamPosition, TopicPartition } from '@loyalty/storage/positions';
import type { PrecedingRecord } from '../intake/partition-reading.ts';
import type { Store } from '../ports.ts';

export interface PartitionStatus {
  readonly position: StreamPosition;
  readonly log: LogBounds;
}

export type FirstPosition = 'start' | 'end';

interface PartitionStatusOptions<Tx> {
  readonly store: Store<Tx>;
  readonly consumer: ConsumerPort;
  readonly consumerGroup: string;
  readonly firstPosition?: FirstPosition;
  /** Bulk topics are always read from their start. */
  readonly bulkTopics?: readonly string[];
  readonly partitionCounts?: Pick<PartitionCounts, 'note'> | null;
}

/**
 * Returns statuses by `topic/partition`. It reads positions before logs: otherwise a position that another
 * process moves meanwhile could lie beyond the log's end, as if it belonged to another log.
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
 * If a group reads a new topic from its end, the first member sets positions for all partitions at once. From
 * then on a partition without a position was added later, and is read from its start.
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
    .toSorted((one, other) => compareTexts(one.topic, other.topic) || one.partition - other.partition);
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
  /** An operator must decide. Not certain: or this leader is none any more. */
  | { readonly outcome: 'park'; readonly reason: string; readonly isCertain: boolean }
  | { readonly outcome: 'parked-already' };

/**
 * Returns how reading begins. A position below the log's start parks the partition, because lost records
 * would be skipped silently; one beyond its end parks it if that does not change. Otherwise the preceding
 * timestamp is compared.
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
