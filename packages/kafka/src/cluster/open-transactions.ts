import type { Kafka } from 'kafkajs';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { LogEnds } from '../ports.ts';
import { type ClusterClient, withCluster } from './kafka-cluster.ts';

export interface HeldTransaction extends TopicPartition {
  /** The offset of its first record; `kafka-transactions.sh abort` takes it as `--start-offset`. */
  readonly startOffset: number;
  /** When that record was written; null when it cannot be read, or has been decided meanwhile. */
  readonly sinceMs: number | null;
}

const readUncommitted = 0;
const waitMs = 500;

/**
 * The oldest open transaction of each of these logs in which messages wait for one. It reads one record of each from its
 * leader, which no consumer is shown.
 */
export const readOpenTransactions = async (
  kafka: Kafka,
  logs: readonly LogEnds[],
): Promise<HeldTransaction[]> => {
  const waiting = logs.filter(({ end, stableEnd }) => stableEnd < end);
  if (waiting.length === 0) return [];
  return withCluster(kafka, async (cluster) => {
    await cluster.addMultipleTargetTopics([...new Set(waiting.map(({ topic }) => topic))]);
    const found: HeldTransaction[] = [];
    for (const { topic, partition, stableEnd: startOffset } of waiting) {
      const sinceMs = await readTimeAt(cluster, { topic, partition, startOffset });
      found.push({ topic, partition, startOffset, sinceMs });
    }
    return found;
  });
};

const readTimeAt = async (
  cluster: ClusterClient,
  { topic, partition, startOffset }: Omit<HeldTransaction, 'sinceMs'>,
): Promise<number | null> => {
  const led = cluster.findTopicPartitionMetadata(topic).find(({ partitionId }) => partitionId === partition);
  if (led === undefined || led.leader < 0) return null;
  const broker = await cluster.findBroker({ nodeId: led.leader.toString() });
  // A broker sends one record batch at least, however few bytes are asked for.
  const partitions = [{ partition, fetchOffset: startOffset.toString(), maxBytes: 1 }];
  const { responses } = await broker.fetch({
    isolationLevel: readUncommitted,
    maxWaitTime: waitMs,
    minBytes: 1,
    maxBytes: 1,
    topics: [{ topic, partitions }],
  });
  const records = responses.flatMap((one) => one.partitions).flatMap((one) => one.records);
  return records.find(({ offset }) => offset === startOffset)?.timestamp ?? null;
};
