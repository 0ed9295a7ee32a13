import { Fault } from '@loyalty/kernel';
import type { LogBounds } from '../../ports/broker.ts';
import type { ClusterClient } from './kafka-cluster.ts';

/**
 * Returns the bounds of the logs of these topics: two requests to each broker, whatever the number of topics. A partition without a
 * leader has none. When a broker refuses one topic, the topics are asked for one by one, and only that one is missing.
 */
export const readBounds = async (cluster: ClusterClient, topics: readonly string[]): Promise<LogBounds[]> => {
  await cluster.addMultipleTargetTopics(topics);
  await cluster.refreshMetadataIfNecessary();
  try {
    return await readTogether(cluster, topics);
  } catch (failure) {
    // The leaders may have moved.
    await cluster.refreshMetadata();
    return await oneByOne(cluster, topics, failure);
  }
};

/** As {@link readBounds}, and throws when one partition is missing. */
export const readAllBounds = async (
  cluster: ClusterClient,
  topics: readonly string[],
): Promise<LogBounds[]> => {
  const bounds = await readBounds(cluster, topics);
  const all = topics.flatMap((topic) => cluster.findTopicPartitionMetadata(topic)).length;
  if (bounds.length === all) return bounds;
  throw new Fault('LOG_BOUNDS_UNKNOWN', 'some partitions have no leader', { retry: true });
};

const oneByOne = async (
  cluster: ClusterClient,
  topics: readonly string[],
  failure: unknown,
): Promise<LogBounds[]> => {
  const found: LogBounds[] = [];
  for (const topic of topics) found.push(...(await readTogether(cluster, [topic]).catch(() => [])));
  if (found.length === 0) throw failure;
  return found;
};

const readTogether = async (cluster: ClusterClient, topics: readonly string[]): Promise<LogBounds[]> => {
  const led = topics.map((topic) => ({
    topic,
    partitions: cluster
      .findTopicPartitionMetadata(topic)
      .filter(({ leader }) => leader >= 0)
      .map(({ partitionId }) => ({ partition: partitionId })),
  }));
  const [starts, ends] = await Promise.all(
    [true, false].map((fromBeginning) =>
      cluster.fetchTopicsOffset(led.map(({ topic, partitions }) => ({ topic, partitions, fromBeginning }))),
    ),
  );
  const startOf = new Map(
    (starts ?? []).flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [`${topic}/${partition.toString()}`, Number(offset)]),
    ),
  );
  return (ends ?? []).flatMap(({ topic, partitions }) =>
    partitions.flatMap(({ partition, offset }) => {
      const start = startOf.get(`${topic}/${partition.toString()}`);
      return start === undefined ? [] : [{ topic, partition, start, end: Number(offset) }];
    }),
  );
};
