import type { Kafka } from 'kafkajs';
import type { LogBounds } from '../ports/broker.ts';
import { withAdmin } from './with-admin.ts';

/** A Kafka cluster, as it describes itself. */
export interface ClusterDescription {
  /** The id that the cluster gave itself; positions are bound to it. */
  readonly clusterId: string;
  readonly brokerCount: number;
}

export const describeCluster = (kafka: Kafka): Promise<ClusterDescription> =>
  withAdmin(kafka, async (admin) => {
    const { clusterId, brokers } = await admin.describeCluster();
    return { clusterId, brokerCount: brokers.length };
  });

/** Returns the number of partitions of a topic. */
export const readPartitionCount = (kafka: Kafka, topic: string): Promise<number> =>
  withAdmin(kafka, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.length ?? 0;
  });

/** Returns the end of each partition of a topic: the offset that the next record gets. */
export const readEndOffsets = (kafka: Kafka, topic: string): Promise<Map<number, number>> =>
  withAdmin(kafka, async (admin) => {
    const offsets = await admin.fetchTopicOffsets(topic);
    return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
  });

/** Returns the present start and end of the partitions of these topics. A topic that does not exist has none. */
export const readLogBounds = (kafka: Kafka, topics: readonly string[]): Promise<LogBounds[]> =>
  withAdmin(kafka, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const bounds: LogBounds[] = [];
    for (const topic of new Set(topics)) {
      if (!existing.has(topic)) continue;
      const offsets = await admin.fetchTopicOffsets(topic);
      for (const { partition, low, high } of offsets)
        bounds.push({ topic, partition, start: Number(low), end: Number(high) });
    }
    return bounds;
  });

/** Returns, for each partition, the offset of the first record that is not older than this instant, or the partition's end. */
export const offsetsSince = (kafka: Kafka, topic: string, sinceMs: number): Promise<Map<number, number>> =>
  withAdmin(kafka, async (admin) => {
    const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, Math.floor(sinceMs));
    return new Map(offsets.map(({ partition, offset }) => [partition, Number(offset)]));
  });
