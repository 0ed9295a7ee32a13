import type { Admin, ConfigResourceTypes, Kafka } from 'kafkajs';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { type ClusterClient, withCluster } from './cluster/kafka-cluster.ts';
import { readAllEnds, readWholeBounds } from './cluster/log-bounds.ts';
import type { WholeLogBounds } from './ports.ts';

export { createLogEndsReader, type LogEndsReader } from './cluster/log-ends-reader.ts';
export { type HeldTransaction, readOpenTransactions } from './cluster/open-transactions.ts';

/** Describes the cluster. `clusterId` is the id that the cluster gave itself; positions are bound to it. */
export const describeCluster = (
  kafka: Kafka,
): Promise<{ readonly clusterId: string; readonly brokerCount: number }> =>
  withAdmin(kafka, async (admin) => {
    const { clusterId, brokers } = await admin.describeCluster();
    return { clusterId, brokerCount: brokers.length };
  });

export interface ClusterWatch {
  /** Asks for the metadata. It rejects while no broker responds. */
  readonly ask: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Creates a watch that always asks on one connection, because opening a connection costs a broker more than
 * all that is asked.
 */
export const createClusterWatch = (kafka: Pick<Kafka, 'admin'>): ClusterWatch => {
  let open: Promise<Admin> | null = null;
  const connect = async (): Promise<Admin> => {
    const admin = kafka.admin();
    await admin.connect();
    return admin;
  };
  const close = async (): Promise<void> => {
    const closed = open;
    open = null;
    await closed?.then((admin) => admin.disconnect()).catch(() => undefined);
  };
  const askOnce = async (): Promise<void> => {
    open ??= connect();
    try {
      await (await open).describeCluster();
    } catch (failure) {
      await close();
      throw failure;
    }
  };
  return {
    ask: async () => {
      // A connection that was open before may have ended with its broker, while others respond.
      const wasOpen = open !== null;
      await askOnce().catch((failure: unknown) => {
        if (!wasOpen) throw failure;
        return askOnce();
      });
    },
    close,
  };
};

export const readPartitionCount = (kafka: Kafka, topic: string): Promise<number> =>
  withAdmin(kafka, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.length ?? 0;
  });

/** The offsets that the next records will get. What an open transaction holds back is before them. */
export const readEndOffsets = (kafka: Kafka, topic: string): Promise<Map<number, number>> =>
  withCluster(kafka, async (cluster) => {
    const ends = await readAllEnds(cluster, [topic]);
    return new Map(ends.map(({ partition, end }) => [partition, end]));
  });

/** A topic that does not exist has none. Throws when a partition has no leader. */
export const readLogBounds = (kafka: Kafka, topics: readonly string[]): Promise<WholeLogBounds[]> =>
  withCluster(kafka, async (cluster) => {
    const existing = await existingTopics(cluster, topics);
    return existing.length === 0 ? [] : readWholeBounds(cluster, existing);
  });

/**
 * Returns for each partition the offset of the first record that is not older than this instant, or the end
 * of the log.
 */
export const offsetsSince = (kafka: Kafka, topic: string, sinceMs: number): Promise<Map<number, number>> =>
  withAdmin(kafka, async (admin) => {
    const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, Math.floor(sinceMs));
    return new Map(offsets.map(({ partition, offset }) => [partition, Number(offset)]));
  });

export interface BrokerSettings {
  readonly broker: number;
  readonly values: ReadonlyMap<string, string | null>;
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- kafkajs' names of Kafka's numbers cannot be imported by an ES module.
const brokerResource: ConfigResourceTypes = 4;

/** Returns these settings of each broker. Throws if the brokers do not return them. */
export const readBrokerSettings = (kafka: Kafka, names: readonly string[]): Promise<BrokerSettings[]> =>
  withAdmin(kafka, async (admin) => {
    const { brokers } = await admin.describeCluster();
    return describeBrokers(admin, brokers, names);
  });

export const describeBrokers = async (
  admin: Pick<Admin, 'describeConfigs'>,
  brokers: readonly { readonly nodeId: number }[],
  names: readonly string[],
): Promise<BrokerSettings[]> => {
  const resources = brokers.map(({ nodeId }) => ({
    type: brokerResource,
    name: nodeId.toString(),
    configNames: [...names],
  }));
  const described = await admin.describeConfigs({ includeSynonyms: false, resources });
  return described.resources.map(({ resourceName, configEntries }) => ({
    broker: Number(resourceName),
    values: new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
  }));
};

const existingTopics = async (cluster: ClusterClient, topics: readonly string[]): Promise<string[]> => {
  const { topicMetadata } = await cluster.metadata();
  const existing = new Set(topicMetadata.map(({ topic }) => topic));
  return [...new Set(topics)].filter((topic) => existing.has(topic));
};

export const withAdmin = async <T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
};

/**
 * The number of partitions of each topic. When partitions are added, keys move once this process has learned
 * of them.
 */
export class PartitionCounts {
  readonly #metrics: Pick<Metrics, 'gauge'>;
  readonly #use: 'reads' | 'writes';
  readonly #onFirst: (topic: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(
    metrics: Pick<Metrics, 'gauge'>,
    use: 'reads' | 'writes',
    onFirst: (topic: string) => void = () => undefined,
  ) {
    this.#metrics = metrics;
    this.#use = use;
    this.#onFirst = onFirst;
  }

  note(topic: string, count: number): void {
    const isFirst = !this.#counts.has(topic);
    this.#counts.set(topic, count);
    if (!isFirst) return;
    this.#show(topic);
    this.#onFirst(topic);
  }

  #show(topic: string): void {
    const read = (): number => this.#counts.get(topic) ?? 0;
    this.#metrics.gauge('loyalty_topic_partitions', { topic, use: this.#use }, read);
  }
}
