import { backoffMs, Fault, systemClock, textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage';
import type { Admin, Kafka, PartitionAssigner } from 'kafkajs';
import type { ConsumerListener, ConsumerPort, LogBounds } from '../ports/broker.ts';
import { ConsumerSession, type SessionWatcher } from './consumer-session.ts';
import { ConsumerWatch } from './consumer-watch.ts';
import type { FetchSpacing } from './fetch-pace.ts';
import { TopicChanges } from './topic-changes.ts';

export interface KafkaConsumerOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  /** A function may return a changed list; it is called repeatedly. Topics that Kafka does not have are left out. */
  readonly topics: readonly string[] | (() => Promise<readonly string[]>);
  /** How long the broker may wait for the first record. A seek and a stop wait for the running fetch. */
  readonly maxWaitMs: number;
  /** Default: each fetch follows the response to the one before at once. */
  readonly spacing?: FetchSpacing;
  /** The interval of heartbeats, in milliseconds. Default: 300. */
  readonly heartbeatMs?: number;
  /** Where a group without offsets of its own begins. Default true: at the log's start. */
  readonly fromBeginning?: boolean;
  readonly assigners?: PartitionAssigner[];
}

const tickMs = 1_000;
/** A session that does not end in time is abandoned; it reports nothing any more. */
const endWithinMs = 5_000;
const retryBounds = { firstMs: 250, maxMs: 5_000 };

/**
 * The {@link ConsumerPort} on kafkajs, with its supervision (docs/mechanisms/streams.md, «Faults»). kafkajs resolves its topics
 * once, and a deleted topic makes it crash for ever. A consumer whose topics are gone, or that crashes three times in 30 s, is
 * built again. One that is silent for two session time-outs, though the broker responds, is reported as failed.
 */
export class KafkaConsumer implements ConsumerPort {
  readonly #options: KafkaConsumerOptions;
  #admin: Admin;
  readonly #log: ReturnType<Kafka['logger']>;
  readonly #stopping = new AbortController();
  readonly #changes = new TopicChanges();
  #watch = new ConsumerWatch();
  #listener: ConsumerListener | null = null;
  #session: ConsumerSession | null = null;
  /** True while topics of a fixed list are missing. */
  #isPartial = false;
  /** The reason to build the consumer again; null when there is none. */
  #broken: string | null = null;

  constructor(options: KafkaConsumerOptions) {
    this.#options = options;
    this.#admin = options.kafka.admin();
    this.#log = options.kafka.logger();
  }

  async start(listener: ConsumerListener): Promise<void> {
    this.#listener = listener;
    await this.#admin.connect();
    // A fixed list must be complete at the start of a process: a topic that is missing then is a missed deployment step.
    const { topics } = this.#options;
    await this.#open(typeof topics === 'function' ? await this.#present() : topics);
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

  async logBounds(topics: readonly string[]): Promise<LogBounds[]> {
    const perTopic = await Promise.all(
      topics.map(async (topic) => ({ topic, bounds: await this.#admin.fetchTopicOffsets(topic) })),
    );
    return perTopic.flatMap(({ topic, bounds }) =>
      bounds.map(({ partition, low, high }) => ({ topic, partition, start: Number(low), end: Number(high) })),
    );
  }

  async commit(offsets: readonly (TopicPartition & { readonly nextOffset: number })[]): Promise<void> {
    await this.#session?.commit(offsets);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#session?.end();
    await this.#admin.disconnect();
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Returns the wanted topics that Kafka has. */
  async #present(): Promise<readonly string[]> {
    const { topics } = this.#options;
    const wanted = typeof topics === 'function' ? await topics() : topics;
    if (wanted.length === 0) return [];
    const existing = new Set(await this.#admin.listTopics());
    return wanted.filter((topic) => existing.has(topic));
  }

  /** Without a topic there is no group to join, and the lane has nothing to wait for. */
  async #open(topics: readonly string[]): Promise<void> {
    this.#watch = new ConsumerWatch();
    this.#changes.opened(topics, Date.now());
    const { topics: wanted } = this.#options;
    this.#isPartial = typeof wanted !== 'function' && topics.length < wanted.length;
    if (topics.length === 0) {
      this.#listener?.joined([]);
      return;
    }
    const { fromBeginning = true, ...options } = this.#options;
    const session = new ConsumerSession({ ...options, topics, fromBeginning }, this.#watcherOf(this.#watch));
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
      failed: (reason) => {
        if (this.#broken === null) this.#listener?.failed(reason);
      },
      heard: () => {
        watch.heard();
      },
      alive: () => {
        watch.fetched();
      },
      mayRestart: (reason) => {
        if (watch.crashed(Date.now())) this.#broken = `it crashed again and again: ${reason.message}`;
        return this.#broken === null;
      },
    };
  }

  async #supervise(): Promise<void> {
    while (!this.#isStopped()) {
      await systemClock.sleep(tickMs, this.#stopping.signal);
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
    const liveness = this.#session === null ? 'healthy' : this.#watch.tick();
    if (liveness === 'healthy') return this.#followList();
    const present = await this.#present();
    if (this.#changes.isAnyGone(present)) this.#broken ??= 'a topic of it is gone';
    else if (liveness === 'silent') this.#giveUp();
  }

  async #followList(): Promise<void> {
    const mayChange = typeof this.#options.topics === 'function' || this.#isPartial;
    if (!mayChange || !this.#changes.isDue(Date.now())) return;
    if (this.#changes.areRipe(await this.#present(), Date.now())) this.#broken ??= 'its topics changed';
  }

  #giveUp(): void {
    if (this.#isStopped()) return;
    this.#stopping.abort();
    const silent = `the consumer of ${this.#options.groupId} is silent though Kafka responds`;
    this.#listener?.failed(new Fault('CONSUMER_SILENT', silent));
  }

  async #rebuild(reason: string): Promise<void> {
    this.#log.warn(`the consumer of ${this.#options.groupId} is built anew: ${reason}`);
    for (let attempt = 0; !this.#isStopped(); attempt += 1) {
      await this.#endSession();
      this.#broken = null;
      try {
        await this.#renewAdmin();
        await this.#open(await this.#present());
        return;
      } catch (failure) {
        this.#log.warn('the consumer cannot be built; retrying', { error: textOf(failure) });
        await systemClock.sleep(backoffMs(attempt, retryBounds), this.#stopping.signal);
      }
    }
  }

  /** An admin client requests all topics that it ever saw together: a deleted one fails every request. */
  async #renewAdmin(): Promise<void> {
    const fresh = this.#options.kafka.admin();
    await fresh.connect();
    const old = this.#admin;
    this.#admin = fresh;
    await old.disconnect();
    if (this.#isStopped()) await fresh.disconnect();
  }

  async #endSession(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    const ended = session?.end().catch((failure: unknown) => {
      this.#log.debug('a consumer did not end cleanly', { error: textOf(failure) });
    });
    const waited = new AbortController();
    await Promise.race([ended, systemClock.sleep(endWithinMs, waited.signal)]);
    waited.abort();
  }
}
