import type { Kafka } from 'kafkajs';
import { groupBy, pauseToTick, systemClock, textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import { type ClusterClient, metadataMaxAgeMs, openCluster } from '../cluster/kafka-cluster.ts';
import { SecondConnections } from '../cluster/second-connections.ts';
import { type FetchSpacing, PartitionFetcher } from '../fetch/partition-fetcher.ts';
import { GroupMembership } from '../group/group-membership.ts';
import { sessionTimeoutOf } from '../group/session-timeout.ts';
import { closeAtOnce, errorTypeOf } from '../kafkajs/internals.ts';
import type { ConsumerListener } from '../ports.ts';

export interface ConsumerSessionOptions {
  readonly kafka: Kafka;
  /** Connections for requests that must not wait for a join. */
  readonly lookups: ClusterClient;
  /** The consumer group. If it is null, there is no group, and the partitions are this consumer's own. */
  readonly groupId: string | null;
  readonly topics: readonly string[];
  /**
   * A fetch waits at most this long for the first record. Fetches of a group may wait longer if nothing waits
   * for them.
   */
  readonly maxWaitMs: number;
  readonly spacing?: FetchSpacing;
  /** The maximum size of one fetch. Default: half a MiB. */
  readonly bytesMax?: number;
  /** The topics that are fetched with the capacity that the others leave. Default: none. */
  readonly behind?: readonly string[];
  readonly heartbeatMs?: number;
  /** The only partition of each topic that a consumer without a group reads. Default: all partitions. */
  readonly partition?: number;
  /** The member id of the previous session, if that session could not leave the group. */
  readonly memberId?: string;
}

export interface SessionWatcher extends ConsumerListener {
  heard(): void;
  alive(): void;
  knowsTopics(isSo: boolean): void;
}

const usualHeartbeatMs = 500;
/** Leaders that have moved are looked for as often. */
const refreshAtMostEveryMs = 250;
const unspaced: FetchSpacing = { everyMs: () => 0, after: 'several' };

/**
 * A consumer's session, which is valid as long as its topics are. Added partitions are read within 10 s. Once
 * it has ended, it reports nothing.
 */
export class ConsumerSession {
  readonly #options: ConsumerSessionOptions;
  readonly #watcher: SessionWatcher;
  readonly #cluster: ClusterClient;
  readonly #second: SecondConnections;
  readonly #fetcher: PartitionFetcher;
  readonly #membership: GroupMembership | null;
  readonly #ending = new AbortController();
  #stale = new AbortController();

  constructor(options: ConsumerSessionOptions, watcher: SessionWatcher) {
    const { kafka, groupId } = options;
    this.#options = options;
    this.#watcher = watcher;
    this.#cluster = openCluster(kafka);
    this.#second = new SecondConnections(this.#cluster);
    const { maxWaitMs, spacing = unspaced, behind = [], bytesMax } = options;
    this.#fetcher = new PartitionFetcher(
      {
        kafka,
        cluster: this.#cluster,
        second: this.#second,
        maxWaitMs,
        spacing,
        behind,
        ...(bytesMax === undefined ? {} : { bytesMax }),
      },
      this.#fetchWatcher(),
    );
    this.#membership = groupId === null ? null : this.#membershipOf(groupId);
  }

  get memberId(): string {
    return this.#membership?.memberId ?? '';
  }

  get isJoining(): boolean {
    return this.#membership?.isJoining ?? false;
  }

  /** Resolves when the partitions are assigned. Throws if Kafka does not have one of the topics. */
  async start(): Promise<void> {
    await this.#cluster.connect();
    await this.#cluster.addMultipleTargetTopics(this.#options.topics);
    void this.#keepMetadata();
    if (this.#membership === null) this.#joined(this.#own());
    else await this.#membership.start();
  }

  seek(partition: TopicPartition, offset: number): void {
    this.#fetcher.seek(partition, offset);
  }

  pause(partitions: readonly TopicPartition[]): void {
    this.#fetcher.pause(partitions);
  }

  resume(partitions: readonly TopicPartition[]): void {
    this.#fetcher.resume(partitions);
  }

  joinAgain(): void {
    this.#membership?.joinAgain();
  }

  async commit(offsets: readonly (TopicPartition & { readonly nextOffset: number })[]): Promise<void> {
    const byTopic = groupBy(offsets, ({ topic }) => topic);
    await this.#membership?.commit(
      [...byTopic].map(([topic, partitions]) => ({
        topic,
        partitions: partitions.map(({ partition, nextOffset }) => ({
          partition,
          offset: nextOffset.toString(),
        })),
      })),
    );
  }

  /** Stops reading and leaves the group within a second. It does not wait for a fetch in flight. */
  async leave(): Promise<void> {
    this.#ending.abort('left');
    this.#stale.abort('left');
    this.#fetcher.end();
    await this.#membership?.end();
  }

  /** Leaves the group and closes the connections, without waiting for the response to a fetch. */
  async end(): Promise<void> {
    await this.leave();
    this.#second.close();
    for (const { connectionPool } of Object.values(this.#cluster.brokerPool.brokers))
      closeAtOnce(connectionPool);
    await this.#cluster.disconnect();
  }

  get #isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  #joined(assignment: readonly TopicPartition[]): void {
    this.#fetcher.assign(assignment);
    this.#watcher.joined(assignment);
  }

  #own(): TopicPartition[] {
    const { topics, partition } = this.#options;
    return topics.flatMap((topic) =>
      this.#cluster
        .findTopicPartitionMetadata(topic)
        .filter(({ partitionId }) => partition === undefined || partition === partitionId)
        .map(({ partitionId }) => ({ topic, partition: partitionId })),
    );
  }

  #fetchWatcher() {
    return {
      fetched: (fetch: Parameters<ConsumerListener['fetched']>[0]) => {
        this.#watcher.fetched(fetch);
      },
      untilOfUse: () => this.#watcher.untilOfUse?.() ?? null,
      alive: () => {
        this.#watcher.alive();
      },
      hears: (node: string) => this.#membership?.hears(node) ?? false,
      leadersChanged: () => {
        this.#stale.abort('stale');
      },
    };
  }

  #membershipOf(groupId: string): GroupMembership {
    const { kafka, lookups, topics, heartbeatMs = usualHeartbeatMs, memberId = '' } = this.#options;
    const group = { kafka, cluster: this.#cluster, lookups, groupId, topics, heartbeatMs, memberId };
    return new GroupMembership(
      { ...group, sessionTimeout: sessionTimeoutOf(kafka) },
      {
        joined: (assignment) => {
          if (!this.#isEnded) this.#joined(assignment);
        },
        canStore: () => this.#watcher.canStore?.() ?? true,
        heard: () => {
          if (!this.#isEnded) this.#watcher.heard();
        },
        failed: (reason) => {
          if (!this.#isEnded) this.#watcher.failed(reason);
        },
      },
    );
  }

  async #keepMetadata(): Promise<void> {
    for (;;) {
      await pauseToTick(systemClock, metadataMaxAgeMs, this.#stale.signal);
      if (this.#isEnded) return;
      this.#stale = new AbortController();
      await this.#refresh();
      await systemClock.sleep(refreshAtMostEveryMs, this.#ending.signal);
    }
  }

  async #refresh(): Promise<void> {
    try {
      await this.#cluster.refreshMetadata();
      if (this.#isEnded) return;
      this.#watcher.knowsTopics(true);
      this.#fetcher.metadataRefreshed();
      this.#membership?.metadataRefreshed();
      if (this.#fetcher.lacksLeaders) this.#stale.abort('stale');
    } catch (failure) {
      if (this.#isEnded) return;
      if (errorTypeOf(failure) === 'UNKNOWN_TOPIC_OR_PARTITION') this.#watcher.knowsTopics(false);
      this.#options.kafka.logger().debug('metadata cannot be refreshed', { error: textOf(failure) });
      this.#stale.abort('stale');
    }
  }
}
