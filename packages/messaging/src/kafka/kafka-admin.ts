import type { Admin, Kafka } from 'kafkajs';
import type { LogBounds } from '../ports/broker.ts';
import { alignConfigs, type ChangedSetting, type ConfiguredTopic } from './align-configs.ts';
import { createAndAwait } from './create-and-await.ts';

/** A topic as it is to be. */
export interface TopicSettings extends ConfiguredTopic {
  readonly partitions: number;
  readonly replicationFactor: number;
}

/** What became of the topics: created now, or there already. */
export interface TopicsOutcome {
  readonly created: readonly string[];
  /** There already, with another number of partitions than asked for: never changed in place. */
  readonly differing: readonly string[];
  /** Settings of topics that were there already. */
  readonly changed: readonly ChangedSetting[];
}

/** Creates the topics that do not exist, and gives those that do the settings that they are to have. */
export const createTopics = (kafka: Kafka, topics: readonly TopicSettings[]): Promise<TopicsOutcome> =>
  withAdmin(kafka, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ name }) => !existing.has(name));
    if (missing.length > 0) await createAndAwait(admin, missing.map(creationOf));
    const known = topics.filter(({ name }) => existing.has(name));
    const metadata = await admin.fetchTopicMetadata({ topics: known.map(({ name }) => name) });
    const differing = known.filter(
      ({ name, partitions }) =>
        metadata.topics.find((topic) => topic.name === name)?.partitions.length !== partitions,
    );
    const changed = await alignConfigs(admin, known);
    return {
      created: missing.map(({ name }) => name),
      differing: differing.map(({ name }) => name),
      changed,
    };
  });

/** Gives every topic for which `configOf` has settings these settings; answers what was changed. */
export const alignTopics = (
  kafka: Kafka,
  configOf: (topic: string) => ConfiguredTopic['config'] | null,
): Promise<readonly ChangedSetting[]> =>
  withAdmin(kafka, async (admin) => {
    const configured = (await admin.listTopics()).flatMap((name): ConfiguredTopic[] => {
      const config = configOf(name);
      return config === null ? [] : [{ name, config }];
    });
    return alignConfigs(admin, configured);
  });

const creationOf = ({ name, partitions, replicationFactor, config }: TopicSettings) => ({
  topic: name,
  numPartitions: partitions,
  replicationFactor,
  configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
});

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

/** The number of partitions of a topic. */
export const readPartitionCount = (kafka: Kafka, topic: string): Promise<number> =>
  withAdmin(kafka, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.length ?? 0;
  });

/** Where each partition of a topic ends now: the offset that the next record gets. */
export const readEndOffsets = (kafka: Kafka, topic: string): Promise<Map<number, number>> =>
  withAdmin(kafka, async (admin) => {
    const offsets = await admin.fetchTopicOffsets(topic);
    return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
  });

/** Where the partitions of these topics begin and end now; a topic that does not exist has none. */
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

/** Of each partition, the offset of the first record that is not older than this instant; its end without one. */
export const offsetsSince = (kafka: Kafka, topic: string, sinceMs: number): Promise<Map<number, number>> =>
  withAdmin(kafka, async (admin) => {
    const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, sinceMs);
    return new Map(offsets.map(({ partition, offset }) => [partition, Number(offset)]));
  });

const withAdmin = async <T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
};
