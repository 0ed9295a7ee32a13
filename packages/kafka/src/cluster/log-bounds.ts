import { Fault, groupBy, partitionKeyOf } from '@loyalty/kernel';
import { errorOf, isRefusal } from '../kafkajs/internals.ts';
import type { LogBounds } from '../ports.ts';
import type { ClusterClient, KafkaBroker } from './kafka-cluster.ts';

interface LedPartition {
  readonly topic: string;
  readonly partition: number;
  readonly leader: string;
}

const [latest, earliest] = [-1, -2];
/** The end of a log is that of all records, those of open transactions included. */
const readUncommitted = 0;

/**
 * Reads the bounds of topics, with two requests to each broker however many topics there are. A partition has
 * no bounds if it has no leader, or if its leader does not respond. If a broker refuses some topics, only
 * those are missing.
 */
export const readBounds = async (cluster: ClusterClient, topics: readonly string[]): Promise<LogBounds[]> => {
  await cluster.addMultipleTargetTopics(topics);
  await cluster.refreshMetadataIfNecessary();
  const first = await readOnce(cluster, topics);
  if (first.failure === null) return first.bounds;
  // The leaders may have moved.
  await cluster.refreshMetadata();
  const { bounds, failure } = await readOnce(cluster, topics);
  if (bounds.length === 0 && failure !== null) throw failure;
  return bounds;
};

/** Reads as {@link readBounds} does, and throws if one partition is missing. */
export const readAllBounds = async (
  cluster: ClusterClient,
  topics: readonly string[],
): Promise<LogBounds[]> => {
  const bounds = await readBounds(cluster, topics);
  const all = topics.flatMap((topic) => cluster.findTopicPartitionMetadata(topic)).length;
  if (bounds.length === all) return bounds;
  throw new Fault('LOG_BOUNDS_UNKNOWN', 'some partitions have no leader', { retry: true });
};

interface FoundBounds {
  readonly bounds: LogBounds[];
  readonly failure: Error | null;
}

const together = (found: readonly FoundBounds[]): FoundBounds => ({
  bounds: found.flatMap(({ bounds }) => bounds),
  failure: found.find(({ failure }) => failure !== null)?.failure ?? null,
});

const readOnce = async (cluster: ClusterClient, topics: readonly string[]): Promise<FoundBounds> => {
  const led = topics.flatMap((topic) =>
    cluster
      .findTopicPartitionMetadata(topic)
      .filter(({ leader }) => leader >= 0)
      .map(({ partitionId, leader }) => ({ topic, partition: partitionId, leader: leader.toString() })),
  );
  const byLeader = groupBy(led, ({ leader }) => leader);
  return together(
    await Promise.all([...byLeader].map(([nodeId, partitions]) => readFrom(cluster, nodeId, partitions))),
  );
};

const readFrom = async (
  cluster: ClusterClient,
  nodeId: string,
  partitions: readonly LedPartition[],
): Promise<FoundBounds> => {
  try {
    const broker = await cluster.findBroker({ nodeId });
    return { bounds: await boundsOf(broker, partitions), failure: null };
  } catch (failure) {
    const byTopic = groupBy(partitions, ({ topic }) => topic);
    if (!isRefusal(failure) || byTopic.size === 1) return { bounds: [], failure: errorOf(failure) };
    const found: FoundBounds[] = [];
    for (const ofTopic of byTopic.values()) found.push(await readFrom(cluster, nodeId, ofTopic));
    return together(found);
  }
};

const boundsOf = async (broker: KafkaBroker, partitions: readonly LedPartition[]): Promise<LogBounds[]> => {
  const [starts, ends] = await Promise.all([
    offsetsOf(broker, partitions, earliest),
    offsetsOf(broker, partitions, latest),
  ]);
  return partitions.flatMap(({ topic, partition }) => {
    const [start, end] = [starts, ends].map((offsets) => offsets.get(partitionKeyOf({ topic, partition })));
    return start === undefined || end === undefined ? [] : [{ topic, partition, start, end }];
  });
};

const offsetsOf = async (
  broker: KafkaBroker,
  asked: readonly LedPartition[],
  timestamp: number,
): Promise<Map<string, number>> => {
  const topics = [...groupBy(asked, ({ topic }) => topic)].map(([topic, partitions]) => ({
    topic,
    partitions: partitions.map(({ partition }) => ({ partition, timestamp })),
  }));
  const { responses } = await broker.listOffsets({ isolationLevel: readUncommitted, topics });
  return new Map(
    responses.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [partitionKeyOf({ topic, partition }), Number(offset)]),
    ),
  );
};
