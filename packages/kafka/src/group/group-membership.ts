import type { Kafka } from 'kafkajs';
import { backoffMs, pauseToTick, systemClock, textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import {
  type ClusterClient,
  findCoordinator,
  type JoinedGroup,
  type KafkaBroker,
} from '../cluster/kafka-cluster.ts';
import { passOver, within } from '../cluster/silent-brokers.ts';
import { errorTypeOf } from '../kafkajs/internals.ts';
import {
  decodeAssignment,
  decodeMember,
  encodeAssignment,
  encodeMember,
  sharePartitions,
} from './assignor.ts';
import type { SessionTimeout } from './session-timeout.ts';

interface MembershipOptions {
  readonly kafka: Kafka;
  readonly cluster: ClusterClient;
  /** It serves leaving, which must not wait for a join. */
  readonly lookups: ClusterClient;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly sessionTimeout: SessionTimeout;
  readonly heartbeatMs: number;
  /** The id under which this process was a member before; it then takes its own place. Default: none. */
  readonly memberId?: string;
}

interface MembershipWatcher {
  joined(assignment: readonly TopicPartition[]): void;
  canStore(): boolean;
  /** The coordinator has responded, if only with a refusal that will pass. */
  heard(): void;
  failed(reason: unknown): void;
}

/** Kafka waits so long for members to join again. A member whose session ends is waited for no longer. */
const rebalanceTimeoutMs = 10_000;
const retryBounds = { firstMs: 50, maxMs: 1_000 };
/** A group that asks for one join after the other is joined without a pause so often. */
const atOnceMax = 5;
const leaveWithinMs = 1_000;
/** Partitions are shared out by what is known when the metadata takes longer. */
const metadataWithinMs = 1_000;

/** Both mean the same. Earlier releases know the second: both stand in one group during a rollout. */
const protocolNames = ['LoyaltySticky', 'RoundRobinAssigner'];

/** Refusals of a coordinator that is not ready: it responds, so nothing is silent. */
const passingRefusals = new Set([
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
]);
const finalRefusals = new Set([
  'GROUP_AUTHORIZATION_FAILED',
  'TOPIC_AUTHORIZATION_FAILED',
  'INVALID_GROUP_ID',
]);
const joinsAgain = new Set([
  'REBALANCE_IN_PROGRESS',
  'UNKNOWN_MEMBER_ID',
  'ILLEGAL_GENERATION',
  'REBALANCE_REQUIRED',
]);

/**
 * A membership by KIP-62, the classic protocol. It does not fetch: the partitions of the last join are read
 * on during the next one. That is safe, because a batch whose positions another process has moved is not
 * stored.
 */
export class GroupMembership {
  readonly #options: MembershipOptions;
  readonly #watcher: MembershipWatcher;
  readonly #ending = new AbortController();
  #coordinator: KafkaBroker | null = null;
  #memberId: string;
  #generation = -1;
  #isLeader = false;
  #isJoining = false;
  #owned: readonly TopicPartition[] = [];
  #shared = new Map<string, number>();
  #wake: (() => void) | null = null;
  /** True if the last join did not yet say what is new. */
  #hasNews = false;
  #left: Promise<void> | null = null;

  constructor(options: MembershipOptions, watcher: MembershipWatcher) {
    this.#options = options;
    this.#watcher = watcher;
    this.#memberId = options.memberId ?? '';
  }

  get memberId(): string {
    return this.#memberId;
  }

  get isJoining(): boolean {
    return this.#isJoining;
  }

  /** Resolves when the group was joined for the first time, or when the membership has ended before that. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      void this.#stay(resolve).then(resolve);
    });
  }

  /** Leaves the group, so that others take over immediately. It does not wait for a silent coordinator. */
  end(): Promise<void> {
    this.#left ??= this.#leave();
    return this.#left;
  }

  async #leave(): Promise<void> {
    this.#ending.abort('left');
    this.#wake?.();
    const memberId = this.#memberId;
    if (memberId === '') return;
    const { lookups, groupId } = this.#options;
    try {
      await within(leaveWithinMs, 'leaving', leaveGroup(lookups, groupId, memberId));
      this.#memberId = '';
    } catch (failure) {
      this.#options.kafka.logger().debug('a group was not left', { groupId, error: textOf(failure) });
    }
  }

  /**
   * Returns true if heartbeats show within about two seconds that this broker is frozen or that its
   * connection is dead.
   */
  hears(nodeId: string): boolean {
    return !this.#isJoining && this.#coordinator?.nodeId?.toString() === nodeId;
  }

  joinAgain(): void {
    this.#hasNews = true;
    this.#wake?.();
  }

  async commit(topics: Parameters<KafkaBroker['offsetCommit']>[0]['topics']): Promise<void> {
    const { groupId } = this.#options;
    const [memberId, groupGenerationId] = [this.#memberId, this.#generation];
    await (await this.#findCoordinator()).offsetCommit({ groupId, memberId, groupGenerationId, topics });
  }

  /**
   * Called after metadata was refreshed: the member that shares out the partitions joins again if their
   * number has changed.
   */
  metadataRefreshed(): void {
    if (!this.#isLeader || this.#isJoining) return;
    const hasChanged = [...this.#shared].some(([topic, count]) => this.#partitionsOf(topic).length !== count);
    if (hasChanged) this.#wake?.();
  }

  async #stay(onJoined: () => void): Promise<void> {
    let attempt = 0;
    while (!this.#isEnding) {
      try {
        await this.#join();
        attempt = 0;
        onJoined();
        await this.#keepAlive();
      } catch (failure) {
        await this.#recover(failure, attempt);
        attempt += 1;
      }
    }
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  async #recover(failure: unknown, attempt: number): Promise<void> {
    const type = errorTypeOf(failure);
    const { kafka, sessionTimeout } = this.#options;
    if (finalRefusals.has(type)) {
      this.#ending.abort();
      this.#watcher.failed(failure);
      return;
    }
    if (type === 'UNKNOWN_MEMBER_ID') this.#memberId = '';
    if (type === 'INVALID_SESSION_TIMEOUT') return sessionTimeout.refused(kafka, sessionTimeout.ms);
    if (joinsAgain.has(type) && attempt < atOnceMax) return;
    await this.#lostCoordinator(failure, attempt);
  }

  async #lostCoordinator(failure: unknown, attempt: number): Promise<void> {
    const coordinator = this.#coordinator;
    this.#coordinator = null;
    const type = errorTypeOf(failure);
    // A heartbeat without a response. Another connection may have one.
    if (type === 'Fault' && coordinator !== null) passOver(coordinator);
    if (passingRefusals.has(type)) this.#watcher.heard();
    this.#options.kafka.logger().debug('the coordinator of a group is looked for', {
      groupId: this.#options.groupId,
      error: textOf(failure),
    });
    await systemClock.sleep(backoffMs(attempt, retryBounds), this.#ending.signal);
  }

  async #findCoordinator(): Promise<KafkaBroker> {
    const { cluster, groupId } = this.#options;
    this.#coordinator ??= await findCoordinator(cluster, groupId);
    return this.#coordinator;
  }

  async #join(): Promise<void> {
    this.#isJoining = true;
    try {
      const assignment = await this.#joinAndSync();
      this.#owned = assignment;
      if (this.#isEnding) return;
      this.#watcher.heard();
      this.#watcher.joined(assignment);
    } finally {
      this.#isJoining = false;
    }
  }

  async #joinAndSync(): Promise<TopicPartition[]> {
    const { groupId, sessionTimeout, topics } = this.#options;
    const coordinator = await this.#findCoordinator();
    this.#hasNews = false;
    const canStore = this.#watcher.canStore();
    const metadata = encodeMember({ topics, owned: this.#owned, generation: this.#generation, canStore });
    const group = await coordinator.joinGroup({
      groupId,
      sessionTimeout: sessionTimeout.ms,
      rebalanceTimeout: Math.max(rebalanceTimeoutMs, sessionTimeout.ms),
      memberId: this.#memberId,
      groupProtocols: protocolNames.map((name) => ({ name, metadata })),
    });
    this.#memberId = group.memberId;
    this.#isLeader = group.leaderId === group.memberId;
    const { memberAssignment } = await coordinator.syncGroup({
      groupId,
      generationId: group.generationId,
      memberId: group.memberId,
      groupAssignment: this.#isLeader ? await this.#shareOut(group) : [],
    });
    this.#generation = group.generationId;
    return decodeAssignment(memberAssignment).filter(({ topic }) => topics.includes(topic));
  }

  /** Shares all partitions between the members. It does not wait for a broker without metadata. */
  async #shareOut({ members }: JoinedGroup) {
    const sharers = members.map(({ memberId, memberMetadata }) => decodeMember(memberId, memberMetadata));
    await within(metadataWithinMs, 'metadata', this.#options.cluster.refreshMetadata()).catch(
      () => undefined,
    );
    const shares = sharePartitions(sharers, (topic) => this.#partitionsOf(topic));
    const topics = new Set(sharers.flatMap((sharer) => sharer.topics));
    this.#shared = new Map([...topics].map((topic) => [topic, this.#partitionsOf(topic).length]));
    return [...shares].map(([memberId, partitions]) => ({
      memberId,
      memberAssignment: encodeAssignment(partitions),
    }));
  }

  #partitionsOf(topic: string): number[] {
    return this.#options.cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId);
  }

  /**
   * Sends heartbeats until the group must be joined again. A coordinator that moves or restarts does not end
   * the membership.
   */
  async #keepAlive(): Promise<void> {
    let attempt = 0;
    while (!(await this.#pause())) attempt = (await this.#sendHeartbeat(attempt)) ? 0 : attempt + 1;
  }

  /** Returns false if the coordinator must be found. Throws refusals after which the member joins again. */
  async #sendHeartbeat(attempt: number): Promise<boolean> {
    try {
      await this.#heartbeat();
      this.#watcher.heard();
      return true;
    } catch (failure) {
      const type = errorTypeOf(failure);
      if (joinsAgain.has(type) || finalRefusals.has(type)) throw failure;
      await this.#lostCoordinator(failure, attempt);
      return false;
    }
  }

  async #heartbeat(): Promise<void> {
    const { groupId, sessionTimeout } = this.#options;
    const [memberId, groupGenerationId] = [this.#memberId, this.#generation];
    const coordinator = await this.#findCoordinator();
    await within(
      sessionTimeout.ms,
      'a heartbeat',
      coordinator.heartbeat({ groupId, memberId, groupGenerationId }),
    );
  }

  async #pause(): Promise<boolean> {
    if (this.#hasNews) return true;
    const { heartbeatMs, sessionTimeout } = this.#options;
    const woken = new AbortController();
    this.#wake = () => {
      woken.abort('woken');
    };
    await pauseToTick(systemClock, Math.min(heartbeatMs, sessionTimeout.ms / 4), woken.signal);
    this.#wake = null;
    return woken.signal.aborted || this.#isEnding;
  }
}

/**
 * Makes a member leave the group, which may be this process or a dead one. `cluster` must not be the one over
 * which this process joins: the coordinator serves one connection in turn, and a join may wait for the member
 * that is to leave.
 */
export const leaveGroup = async (
  cluster: ClusterClient,
  groupId: string,
  memberId: string,
): Promise<void> => {
  const coordinator = await findCoordinator(cluster, groupId);
  await coordinator.leaveGroup({ groupId, memberId }).catch((failure: unknown) => {
    // It has left already, or its session has ended.
    if (errorTypeOf(failure) !== 'UNKNOWN_MEMBER_ID') throw failure;
  });
};
