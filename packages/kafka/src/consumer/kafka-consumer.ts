import type { Kafka } from 'kafkajs';
import { backoffMs, Fault, pauseToTick, systemClock, textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import { type ClusterClient, openCluster } from '../cluster/kafka-cluster.ts';
import { readAllBounds, readBounds } from '../cluster/log-bounds.ts';
import { leaveGroup } from '../group/group-membership.ts';
import type { ConsumerListener, GroupConsumer, LogBounds } from '../ports.ts';
import { ConsumerSession, type ConsumerSessionOptions, type SessionWatcher } from './consumer-session.ts';
import { ConsumerWatch, TopicChanges } from './supervision.ts';

interface KafkaConsumerOptions extends Omit<ConsumerSessionOptions, 'topics' | 'memberId' | 'lookups'> {
  /** A function is called repeatedly: its list may change. Topics that Kafka does not have are left out. */
  readonly topics: readonly string[] | (() => Promise<readonly string[]>);
}

const checkEveryMs = 1_000;
/** A session that does not end in time is abandoned; it reports nothing any more. */
const endWithinMs = 5_000;
const retryBounds = { firstMs: 250, maxMs: 5_000 };

/**
 * A supervised consumer (docs/mechanisms/streams.md, «Faults»). It is built again when its topics are gone or
 * changed, and reported as failed when it is silent for 12 s although the broker responds and no join waits.
 */
export class KafkaConsumer implements GroupConsumer {
  readonly #options: KafkaConsumerOptions;
  /** The cluster for look-ups of topics and logs, which must not wait for a join. */
  #lookups: ClusterClient;
  readonly #log: ReturnType<Kafka['logger']>;
  readonly #stopping = new AbortController();
  readonly #changes = new TopicChanges();
  #watch = new ConsumerWatch();
  #listener: ConsumerListener | null = null;
  #session: ConsumerSession | null = null;
  #isPartial = false;
  #broken: string | null = null;

  constructor(options: KafkaConsumerOptions) {
    this.#options = options;
    this.#lookups = openCluster(options.kafka);
    this.#log = options.kafka.logger();
  }

  async start(listener: ConsumerListener): Promise<void> {
    this.#listener = listener;
    await this.#lookups.connect();
    // A fixed list must be complete at the start of a process: a topic that is missing then is a missed
    // deployment step.
    const { topics } = this.#options;
    try {
      await this.#open(typeof topics === 'function' ? await this.#present() : topics);
    } catch (failure) {
      // The start may be repeated, with a session of its own.
      await this.#endSession();
      throw failure;
    }
    void this.#supervise();
  }

  seek(partition: TopicPartition, offset: number): void {
    this.#session?.seek(partition, offset);
  }

  pause(partitions: readonly TopicPartition[]): void {
    this.#session?.pause(partitions);
  }

  resume(partitions: readonly TopicPartition[]): void {
    this.#session?.resume(partitions);
  }

  get memberId(): string {
    return this.#session?.memberId ?? '';
  }

  joinAgain(): void {
    this.#session?.joinAgain();
  }

  async expel(memberId: string): Promise<void> {
    const { groupId } = this.#options;
    if (groupId === null) return;
    await leaveGroup(this.#lookups, groupId, memberId);
    // The group shares out again; the next heartbeat would say so half a second later.
    if (this.#session?.isJoining === false) this.#session.joinAgain();
  }

  async logBounds(topics: readonly string[], which: 'known' | 'all' = 'known'): Promise<LogBounds[]> {
    if (topics.length === 0) return [];
    return which === 'all' ? readAllBounds(this.#lookups, topics) : readBounds(this.#lookups, topics);
  }

  async commit(offsets: readonly (TopicPartition & { readonly nextOffset: number })[]): Promise<void> {
    await this.#session?.commit(offsets);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#session?.leave();
    // Both wait for the responses to their requests, and a frozen broker sends none.
    await Promise.all([this.#endSession(), withinEnd(this.#lookups.disconnect())]);
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #present(): Promise<readonly string[]> {
    const { topics } = this.#options;
    const wanted = typeof topics === 'function' ? await topics() : topics;
    if (wanted.length === 0) return [];
    const { topicMetadata } = await this.#lookups.metadata();
    const existing = new Set(topicMetadata.map(({ topic }) => topic));
    return wanted.filter((topic) => existing.has(topic));
  }

  /**
   * Opens a session. If there is no topic, there is no group to join, and the lane has nothing to wait for.
   */
  async #open(topics: readonly string[], memberId = ''): Promise<void> {
    this.#watch = new ConsumerWatch();
    this.#changes.opened(topics, performance.now());
    const { topics: wanted } = this.#options;
    this.#isPartial = typeof wanted !== 'function' && topics.length < wanted.length;
    if (topics.length === 0) {
      this.#listener?.joined([]);
      return;
    }
    const session = new ConsumerSession(
      { ...this.#options, lookups: this.#lookups, topics, memberId },
      this.#watcherOf(this.#watch),
    );
    // Set before the start: the listener responds to the first join with a seek.
    this.#session = session;
    await session.start();
    if (this.#isStopped()) await session.end();
  }

  #watcherOf(watch: ConsumerWatch): SessionWatcher {
    return {
      joined: (assignment) => this.#listener?.joined(assignment),
      fetched: (fetch) => this.#listener?.fetched(fetch),
      untilOfUse: () => this.#listener?.untilOfUse?.() ?? null,
      canStore: () => this.#listener?.canStore?.() ?? true,
      failed: (reason) => {
        if (this.#broken === null) this.#listener?.failed(reason);
      },
      heard: () => {
        watch.heard();
      },
      alive: () => {
        watch.heard();
        this.#listener?.alive?.();
      },
      knowsTopics: (isSo) => {
        watch.knowsTopics(isSo);
      },
    };
  }

  async #supervise(): Promise<void> {
    while (!this.#isStopped()) {
      await pauseToTick(systemClock, checkEveryMs, this.#stopping.signal);
      if (!this.#isStopped()) await this.#check();
    }
  }

  async #check(): Promise<void> {
    try {
      await this.#checkLiveness();
    } catch (failure) {
      // Kafka, or the source of the list, is unreachable; the next tick tries again.
      this.#watch.excuse();
      this.#log.debug('the consumer cannot be supervised', { error: textOf(failure) });
    }
    if (this.#broken !== null) await this.#rebuild(this.#broken);
  }

  async #checkLiveness(): Promise<void> {
    if (this.#session?.isJoining === true) this.#watch.excuse();
    const liveness = this.#session === null ? 'healthy' : this.#watch.tick();
    if (liveness === 'healthy') return this.#followList();
    const present = await this.#present();
    if (this.#changes.isAnyGone(present)) this.#broken ??= 'a topic of it is gone';
    else if (liveness === 'silent') this.#giveUp();
  }

  async #followList(): Promise<void> {
    const mayChange = typeof this.#options.topics === 'function' || this.#isPartial;
    if (!mayChange || !this.#changes.isDue(performance.now())) return;
    if (this.#changes.areRipe(await this.#present(), performance.now()))
      this.#broken ??= 'its topics changed';
  }

  #giveUp(): void {
    if (this.#isStopped()) return;
    this.#stopping.abort();
    const silent = `the consumer of ${this.#name} is silent though Kafka responds`;
    this.#listener?.failed(new Fault('CONSUMER_SILENT', silent));
  }

  async #rebuild(reason: string): Promise<void> {
    this.#log.warn(`the consumer of ${this.#name} is built again: ${reason}`);
    for (let attempt = 0; !this.#isStopped(); attempt += 1) {
      const memberId = await this.#endSession();
      this.#broken = null;
      try {
        await this.#renewLookups();
        await this.#open(await this.#present(), memberId);
        return;
      } catch (failure) {
        this.#log.warn('the consumer cannot be built; retrying', { error: textOf(failure) });
        await systemClock.sleep(backoffMs(attempt, retryBounds), this.#stopping.signal);
      }
    }
  }

  get #name(): string {
    const { groupId, topics } = this.#options;
    return groupId ?? (typeof topics === 'function' ? 'no group' : topics.join());
  }

  /**
   * Opens the cluster for look-ups again. A cluster requests all topics that it ever saw together, so a
   * deleted one fails every request.
   */
  async #renewLookups(): Promise<void> {
    const fresh = openCluster(this.#options.kafka);
    await fresh.connect();
    const old = this.#lookups;
    this.#lookups = fresh;
    await old.disconnect();
    if (this.#isStopped()) await fresh.disconnect();
  }

  /**
   * Ends the session. Returns its member's id if it could not leave the group, so that the next session takes
   * its place.
   */
  async #endSession(): Promise<string> {
    const session = this.#session;
    this.#session = null;
    if (session === null) return '';
    const ended = session.end().catch((failure: unknown) => {
      this.#log.debug('a consumer did not end cleanly', { error: textOf(failure) });
    });
    await withinEnd(ended);
    return session.memberId;
  }
}

const withinEnd = async (ended: Promise<void> | undefined): Promise<void> => {
  const waited = new AbortController();
  await Promise.race([ended, systemClock.sleep(endWithinMs, waited.signal)]);
  waited.abort('ended');
};
