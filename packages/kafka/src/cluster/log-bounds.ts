import { Fault, groupBy, partitionKeyOf } from '@loyalty/kernel';
import { errorOf, isRefusal } from '../kafkajs/internals.ts';
import type { LogBounds, LogEnds, WholeLogBounds } from '../ports.ts';
import type { ClusterClient, KafkaBroker } from './kafka-cluster.ts';

interface LedPartition {
  readonly topic: string;
  readonly partition: number;
  readonly leader: string;
}

/** What a broker is asked for. The end of a log is that of all records, those of open transactions included. */
const asked = {
  start: { timestamp: -2, isolationLevel: 0 },
  end: { timestamp: -1, isolationLevel: 0 },
  stableEnd: { timestamp: -1, isolationLevel: 1 },
} as const;

/**
 * Reads the bounds of topics, with two requests to each broker however many topics there are. A partition has
 * no bounds if it has no leader, or if its leader does not respond. If a broker refuses some topics, only
 * those are missing.
 */
export const readBounds = (cluster: ClusterClient, topics: readonly string[]): Promise<LogBounds[]> =>
  readFromLeaders(cluster, topics, boundsOf);

/** Reads as {@link readBounds} does, and throws if one partition is missing. */
export const readAllBounds = async (
  cluster: ClusterClient,
  topics: readonly string[],
): Promise<LogBounds[]> => allOf(cluster, topics, await readBounds(cluster, topics));

/** Throws when one partition is missing. Two requests to each broker, sent together. */
export const readAllEnds = async (cluster: ClusterClient, topics: readonly string[]): Promise<LogEnds[]> =>
  allOf(cluster, topics, await readFromLeaders(cluster, topics, endsOf));

/** Throws when one partition is missing. Three requests to each broker, sent together. */
export const readWholeBounds = async (
  cluster: ClusterClient,
  topics: readonly string[],
): Promise<WholeLogBounds[]> => allOf(cluster, topics, await readFromLeaders(cluster, topics, wholeBoundsOf));

const allOf = <Found>(cluster: ClusterClient, topics: readonly string[], found: Found[]): Found[] => {
  const all = topics.flatMap((topic) => cluster.findTopicPartitionMetadata(topic)).length;
  if (found.length === all) return found;
  throw new Fault('LOG_BOUNDS_UNKNOWN', 'some partitions have no leader', { retry: true });
};

type Ask<Found> = (broker: KafkaBroker, partitions: readonly LedPartition[]) => Promise<Found[]>;

const readFromLeaders = async <Found>(
  cluster: ClusterClient,
  topics: readonly string[],
  ask: Ask<Found>,
): Promise<Found[]> => {
  await cluster.addMultipleTargetTopics(topics);
  await cluster.refreshMetadataIfNecessary();
  const first = await readOnce(cluster, topics, ask);
  if (first.failure === null) return first.found;
  // The leaders may have moved.
  await cluster.refreshMetadata();
  const { found, failure } = await readOnce(cluster, topics, ask);
  if (found.length === 0 && failure !== null) throw failure;
  return found;
};

interface Read<Found> {
  readonly found: Found[];
  readonly failure: Error | null;
}

const together = <Found>(reads: readonly Read<Found>[]): Read<Found> => ({
  found: reads.flatMap(({ found }) => found),
  failure: reads.find(({ failure }) => failure !== null)?.failure ?? null,
});

const readOnce = async <Found>(
  cluster: ClusterClient,
  topics: readonly string[],
  ask: Ask<Found>,
): Promise<Read<Found>> => {
  const led = topics.flatMap((topic) =>
    cluster
      .findTopicPartitionMetadata(topic)
      .filter(({ leader }) => leader >= 0)
      .map(({ partitionId, leader }) => ({ topic, partition: partitionId, leader: leader.toString() })),
  );
  const byLeader = groupBy(led, ({ leader }) => leader);
  return together(
    await Promise.all(
      [...byLeader].map(([nodeId, partitions]) => readFrom(cluster, { nodeId, partitions }, ask)),
    ),
  );
};

const readFrom = async <Found>(
  cluster: ClusterClient,
  { nodeId, partitions }: { readonly nodeId: string; readonly partitions: readonly LedPartition[] },
  ask: Ask<Found>,
): Promise<Read<Found>> => {
  try {
    const broker = await cluster.findBroker({ nodeId });
    return { found: await ask(broker, partitions), failure: null };
  } catch (failure) {
    const byTopic = groupBy(partitions, ({ topic }) => topic);
    if (!isRefusal(failure) || byTopic.size === 1) return { found: [], failure: errorOf(failure) };
    const reads: Read<Found>[] = [];
    for (const ofTopic of byTopic.values())
      reads.push(await readFrom(cluster, { nodeId, partitions: ofTopic }, ask));
    return together(reads);
  }
};

const boundsOf: Ask<LogBounds> = async (broker, partitions) => {
  const [starts, ends] = await Promise.all([
    offsetsOf(broker, partitions, asked.start),
    offsetsOf(broker, partitions, asked.end),
  ]);
  return partitions.flatMap(({ topic, partition }) => {
    const [start, end] = [starts, ends].map((offsets) => offsets.get(partitionKeyOf({ topic, partition })));
    return start === undefined || end === undefined ? [] : [{ topic, partition, start, end }];
  });
};

const endsOf: Ask<LogEnds> = async (broker, partitions) => {
  // A broker serves the requests of one connection in turn. What is written between these two waits for nobody.
  const [ends, stableEnds] = await Promise.all([
    offsetsOf(broker, partitions, asked.end),
    offsetsOf(broker, partitions, asked.stableEnd),
  ]);
  return partitions.flatMap(({ topic, partition }) => {
    const [end, stable] = [ends, stableEnds].map((offsets) =>
      offsets.get(partitionKeyOf({ topic, partition })),
    );
    if (end === undefined || stable === undefined) return [];
    return [{ topic, partition, end, stableEnd: Math.min(stable, end) }];
  });
};

const wholeBoundsOf: Ask<WholeLogBounds> = async (broker, partitions) => {
  const [starts, ends] = await Promise.all([
    offsetsOf(broker, partitions, asked.start),
    endsOf(broker, partitions),
  ]);
  return ends.flatMap((log) => {
    const start = starts.get(partitionKeyOf(log));
    return start === undefined ? [] : [{ ...log, start }];
  });
};

const offsetsOf = async (
  broker: KafkaBroker,
  led: readonly LedPartition[],
  { timestamp, isolationLevel }: (typeof asked)[keyof typeof asked],
): Promise<Map<string, number>> => {
  const topics = [...groupBy(led, ({ topic }) => topic)].map(([topic, partitions]) => ({
    topic,
    partitions: partitions.map(({ partition }) => ({ partition, timestamp })),
  }));
  const { responses } = await broker.listOffsets({ isolationLevel, topics });
  return new Map(
    responses.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [partitionKeyOf({ topic, partition }), Number(offset)]),
    ),
  );
};
