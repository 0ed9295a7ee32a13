import type { BrokerMetadata, Kafka, PartitionMetadata, TopicOffsets } from 'kafkajs';
import { type Broker, type Cluster, clusterOf } from '../kafkajs/internals.ts';
import type { DecodedFetch, FetchRequest } from '../wire/fetch.ts';
import { brokerUnavailable, nodesToAsk, passOverSilentBrokers } from './silent-brokers.ts';

interface JoinRequest {
  readonly groupId: string;
  readonly sessionTimeout: number;
  readonly rebalanceTimeout: number;
  /** If it is empty, the coordinator gives a new id. */
  readonly memberId: string;
  readonly groupProtocols: readonly { readonly name: string; readonly metadata: Buffer }[];
}

export interface JoinedGroup {
  readonly generationId: number;
  readonly groupProtocol: string;
  readonly leaderId: string;
  readonly memberId: string;
  readonly members: readonly { readonly memberId: string; readonly memberMetadata: Buffer }[];
}

interface InGeneration {
  readonly groupId: string;
  readonly memberId: string;
}

/** The requests of a consumer to one broker. kafkajs adds versions, connections and authentication. */
export interface KafkaBroker extends Pick<Broker, 'connectionPool'> {
  /** The broker's number; null before the first metadata. */
  readonly nodeId: number | null;
  findGroupCoordinator(asked: {
    readonly groupId: string;
    readonly coordinatorType: number;
  }): Promise<{ readonly coordinator: { readonly nodeId: number } }>;
  listOffsets(asked: {
    readonly isolationLevel: number;
    readonly topics: readonly {
      readonly topic: string;
      readonly partitions: readonly { readonly partition: number; readonly timestamp: number }[];
    }[];
  }): Promise<{ readonly responses: readonly TopicOffsets[] }>;
  fetch(request: FetchRequest): Promise<DecodedFetch>;
  joinGroup(request: JoinRequest): Promise<JoinedGroup>;
  syncGroup(
    request: InGeneration & {
      readonly generationId: number;
      readonly groupAssignment: readonly { readonly memberId: string; readonly memberAssignment: Buffer }[];
    },
  ): Promise<{ readonly memberAssignment: Buffer }>;
  heartbeat(request: InGeneration & { readonly groupGenerationId: number }): Promise<unknown>;
  leaveGroup(request: InGeneration): Promise<unknown>;
  offsetCommit(
    request: InGeneration & { readonly groupGenerationId: number; readonly topics: readonly TopicOffsets[] },
  ): Promise<unknown>;
}

export interface ClusterClient extends Pick<Cluster, 'connectionPoolBuilder' | 'rootLogger'> {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  getNodeIds(): readonly (string | number)[];
  /** Adds topics to those that every refresh asks for. Throws if Kafka does not have one of them. */
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>;
  metadata(): Promise<BrokerMetadata>;
  refreshMetadata(): Promise<void>;
  refreshMetadataIfNecessary(): Promise<void>;
  findTopicPartitionMetadata(topic: string): readonly PartitionMetadata[];
  findBroker(node: { readonly nodeId: string }): Promise<KafkaBroker>;
  readonly brokerPool: Pick<Cluster['brokerPool'], 'brokers' | 'createBroker'>;
}

export const metadataMaxAgeMs = 10_000;

/**
 * Opens a cluster with connections of its own. Every request has a bound; a silent broker is passed over
 * until it responds.
 */
export const openCluster = (kafka: Kafka): ClusterClient => {
  const cluster = clusterOf(kafka, { metadataMaxAge: metadataMaxAgeMs });
  // kafkajs declares nothing of what its cluster and brokers do.
  return passOverSilentBrokers(cluster) as unknown as ClusterClient;
};

export const withCluster = async <T>(
  kafka: Kafka,
  work: (cluster: ClusterClient) => Promise<T>,
): Promise<T> => {
  const cluster = openCluster(kafka);
  await cluster.connect();
  try {
    return await work(cluster);
  } finally {
    await cluster.disconnect();
  }
};

export const findCoordinator = async (cluster: ClusterClient, groupId: string): Promise<KafkaBroker> => {
  const nodeId = await askForCoordinator(cluster, groupId);
  return cluster.findBroker({ nodeId });
};

const askForCoordinator = async (cluster: ClusterClient, groupId: string): Promise<string> => {
  if (cluster.getNodeIds().length === 0) await cluster.refreshMetadata();
  let failure: unknown = brokerUnavailable('no broker is known');
  for (const nodeId of nodesToAsk(cluster.brokerPool.brokers)) {
    try {
      const broker = await cluster.findBroker({ nodeId });
      const { coordinator } = await broker.findGroupCoordinator({ groupId, coordinatorType: ofGroups });
      return coordinator.nodeId.toString();
    } catch (thrown) {
      failure = thrown;
    }
  }
  throw failure;
};

/** Kafka's other kind is of transactions. */
const ofGroups = 0;
