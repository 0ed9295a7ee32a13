import { invariant } from '@loyalty/kernel';
import type {
  Assigner,
  BrokerMetadata,
  Kafka,
  PartitionAssigner,
  PartitionMetadata,
  TopicOffsets,
} from 'kafkajs';
import type { FetchRequest } from '../wire/fetch-request.ts';
import type { DecodedFetch } from '../wire/fetch-response.ts';

/** A member's request to join its group. */
export interface JoinRequest {
  readonly groupId: string;
  readonly sessionTimeout: number;
  readonly rebalanceTimeout: number;
  /** Empty: the coordinator gives a new id. */
  readonly memberId: string;
  /** The ways to share partitions, the preferred one first. */
  readonly groupProtocols: readonly { readonly name: string; readonly metadata: Buffer }[];
}

/** The group as the coordinator describes it. Only the leader gets the members. */
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

/** The requests to one broker that a consumer makes. kafkajs adds the versions, the connections and the authentication. */
export interface KafkaBroker {
  disconnect(): Promise<void>;
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

/** The part of kafkajs' internal cluster that consumers use: connections, metadata and coordinators. */
export interface ClusterClient {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  getNodeIds(): readonly (string | number)[];
  /** Adds topics to those that every refresh asks for. Throws when Kafka does not have one of them. */
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>;
  /** Returns the metadata of all topics of the cluster. */
  metadata(): Promise<BrokerMetadata>;
  refreshMetadata(): Promise<void>;
  refreshMetadataIfNecessary(): Promise<void>;
  findTopicPartitionMetadata(topic: string): readonly PartitionMetadata[];
  findBroker(node: { readonly nodeId: string }): Promise<KafkaBroker>;
  findGroupCoordinator(group: { readonly groupId: string }): Promise<KafkaBroker>;
  fetchTopicsOffset(
    topics: readonly {
      readonly topic: string;
      readonly partitions: readonly { readonly partition: number }[];
      readonly fromBeginning: boolean;
    }[],
  ): Promise<TopicOffsets[]>;
}

/** Metadata older than this is read again before it is used. */
export const metadataMaxAgeMs = 10_000;

/**
 * Opens connections of their own to the client's cluster. kafkajs shows its cluster to partition assigners alone, so a consumer is
 * created for its assigner, and never run.
 */
export const openCluster = (kafka: Kafka): ClusterClient => {
  const shown: Parameters<PartitionAssigner>[0][] = [];
  kafka.consumer({
    groupId: 'never-joined',
    metadataMaxAge: metadataMaxAgeMs,
    allowAutoTopicCreation: false,
    readUncommitted: true,
    partitionAssigners: [
      (given): Assigner => {
        shown.push(given);
        return unused;
      },
    ],
  });
  const cluster = shown[0]?.cluster;
  invariant(cluster !== undefined, 'kafkajs shows its cluster to the assigners of a consumer');
  // kafkajs declares only a part of what its cluster and brokers do.
  return cluster as unknown as ClusterClient;
};

const unused: Assigner = {
  name: 'unused',
  version: 0,
  assign: () => Promise.resolve([]),
  protocol: () => ({ name: 'unused', metadata: Buffer.alloc(0) }),
};
