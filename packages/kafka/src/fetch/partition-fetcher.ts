import type { Kafka } from 'kafkajs';
import { pauseToTick, systemClock, textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { ClusterClient, KafkaBroker } from '../cluster/kafka-cluster.ts';
import { passOver, within } from '../cluster/silent-brokers.ts';
import type { ConsumerListener, Fetch } from '../ports.ts';
import type { DecodedFetch, FetchedPartition } from '../wire/fetch.ts';
import { BeyondMark } from '../wire/record-batch.ts';
import { AssignedPartitions, type ReadPartition } from './assigned-partitions.ts';
import { fetchOf } from './fetched-partition.ts';

interface FetcherOptions {
  readonly kafka: Kafka;
  readonly cluster: ClusterClient;
  readonly maxWaitMs: number;
  readonly spacing: FetchSpacing;
  readonly behind?: readonly string[];
  /** Of one fetch. Default: half a MiB. */
  readonly bytesMax?: number;
}

interface FetchWatcher extends Pick<ConsumerListener, 'fetched' | 'untilOfUse'> {
  alive(): void;
  leadersChanged(): void;
}

/** A response is decoded in one go while all other work waits. Half a MiB is some thousand receipts. */
const usualBytesMax = 524_288;
const partitionBytesMax = 262_144;
/** A broker that responds no sooner after its longest wait is frozen, or its connection is dead. */
const lateAfterMs = 3_000;
/** The pause before a broker, or a partition that it refused, is tried again. */
const retryMs = 100;
/** A topic that is resumed waits for the end of the fetch that is under way for the others. */
const pausedWaitMs = 50;
/** A loop without anything to fetch looks again after this time, although every change wakes it. */
const idleMs = 1_000;
const readCommitted = 1;
/** A batch that lies beyond the log still when it is fetched again has a first offset with a flipped bit. */
const fetchedAgainMax = 2;

type FetchOffsets = ReadonlyMap<ReadPartition, number>;

/**
 * One loop for each broker: one that is away or frozen holds up its own partitions only. A partition is
 * fetched once its owner has sought its position; Kafka's offsets are never asked for.
 */
export class PartitionFetcher {
  readonly #options: FetcherOptions;
  readonly #watcher: FetchWatcher;
  readonly #partitions: AssignedPartitions;
  readonly #loops = new Map<string, Promise<void>>();
  #woken = new AbortController();
  #isEnded = false;

  constructor(options: FetcherOptions, watcher: FetchWatcher) {
    this.#options = options;
    this.#watcher = watcher;
    this.#partitions = new AssignedPartitions(options.behind);
  }

  /** A partition that stays is read on where it is, one that is new waits for a seek. */
  assign(assignment: readonly TopicPartition[]): void {
    this.#partitions.replace(assignment);
    this.metadataRefreshed();
  }

  seek(at: TopicPartition, offset: number): void {
    const partition = this.#partitions.get(at);
    if (partition === undefined) return;
    partition.next = offset;
    partition.isHalted = false;
    this.#wake();
  }

  pause(partitions: readonly TopicPartition[]): void {
    for (const at of partitions) this.#setPaused(at, true);
  }

  resume(partitions: readonly TopicPartition[]): void {
    for (const at of partitions) this.#setPaused(at, false);
    this.#wake();
  }

  get lacksLeaders(): boolean {
    return this.#partitions.all().some(({ leader }) => leader === null);
  }

  metadataRefreshed(): void {
    const { cluster } = this.#options;
    const leaders = new Map<string, Map<number, string>>();
    for (const each of this.#partitions.all()) {
      const ofTopic = leaders.get(each.topic) ?? leadersOf(cluster, each.topic);
      leaders.set(each.topic, ofTopic);
      each.leader = ofTopic.get(each.partition) ?? null;
    }
    if (this.#isEnded) return;
    for (const node of cluster.getNodeIds().map(String))
      if (!this.#loops.has(node)) this.#loops.set(node, this.#run(node));
    this.#wake();
  }

  /** Nothing is passed on any more. A fetch under way is not waited for. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  #setPaused(at: TopicPartition, isPaused: boolean): void {
    const partition = this.#partitions.get(at);
    if (partition !== undefined) partition.isPaused = isPaused;
  }

  #wake(): void {
    const woken = this.#woken;
    this.#woken = new AbortController();
    woken.abort('woken');
  }

  async #run(node: string): Promise<void> {
    while (!this.#isEnded) {
      const { signal } = this.#woken;
      const fetchable = this.#partitions.fetchable(node, performance.now());
      if (fetchable.size > 0) await this.#fetch(node, fetchable);
      else await pauseToTick(systemClock, this.#hasRefused() ? retryMs : idleMs, signal);
    }
  }

  #hasRefused(): boolean {
    const nowMs = performance.now();
    return this.#partitions.all().some(({ notBeforeMs }) => notBeforeMs > nowMs);
  }

  async #fetch(node: string, fetchable: ReadonlyMap<string, readonly ReadPartition[]>): Promise<void> {
    const asked = new Map([...fetchable.values()].flat().map((each) => [each, each.next ?? 0]));
    const askedMs = performance.now();
    const decoded = await this.#request(node, fetchable, asked);
    if (decoded === null || this.#isEnded) return;
    this.#watcher.alive();
    const brought = this.#passOn(decoded, asked);
    await this.#pause(brought, askedMs);
  }

  async #pause(brought: Brought, askedMs: number): Promise<void> {
    const { spacing } = this.#options;
    const ofUse = spacing.waitsForUse === true && brought.records > 0 ? this.#watcher.untilOfUse?.() : null;
    const { signal } = this.#woken;
    const pauseMs = pauseAfter(spacing, brought, { askedMs, nowMs: performance.now() });
    if (pauseMs > 0) await systemClock.sleep(pauseMs, signal);
    await ofUse;
  }

  async #request(
    node: string,
    fetchable: ReadonlyMap<string, readonly ReadPartition[]>,
    asked: FetchOffsets,
  ): Promise<DecodedFetch | null> {
    const { cluster, kafka, bytesMax = usualBytesMax } = this.#options;
    const maxWaitMs = this.#maxWaitMs;
    const topics = [...fetchable].map(([topic, partitions]) => ({
      topic,
      partitions: partitions.map((each) => ({
        partition: each.partition,
        fetchOffset: (asked.get(each) ?? 0).toString(),
        maxBytes: partitionBytesMax,
      })),
    }));
    const limits = { maxWaitTime: maxWaitMs, minBytes: 1, maxBytes: bytesMax };
    let broker: KafkaBroker | null = null;
    try {
      broker = await cluster.findBroker({ nodeId: node });
      const request = broker.fetch({ ...limits, isolationLevel: readCommitted, topics });
      return await within(maxWaitMs + lateAfterMs, 'a fetch', request);
    } catch (failure) {
      if (this.#isEnded) return null;
      kafka.logger().debug('a broker cannot be fetched from', { node, error: textOf(failure) });
      // Its connection may be dead without our knowing.
      if (broker !== null) passOver(broker);
      this.#watcher.leadersChanged();
      await systemClock.sleep(retryMs, this.#woken.signal);
      return null;
    }
  }

  get #maxWaitMs(): number {
    const { maxWaitMs } = this.#options;
    return this.#partitions.hasPausedTopic ? Math.min(maxWaitMs, pausedWaitMs) : maxWaitMs;
  }

  #passOn({ responses }: DecodedFetch, asked: FetchOffsets): Brought {
    let records = 0;
    let isFull = false;
    const all = responses.flatMap(({ topicName, partitions }) =>
      partitions.map((fetched) => ({ topic: topicName, fetched })),
    );
    for (const { topic, fetched } of all) {
      const fetch = this.#take(topic, fetched, asked);
      if (fetch === null) continue;
      records += fetch.records.length;
      isFull ||= fetch.nextOffset < Number(fetched.highWatermark);
    }
    return { records, isFull };
  }

  #take(topic: string, fetched: FetchedPartition, asked: FetchOffsets): Fetch | null {
    const at = this.#partitions.get({ topic, partition: fetched.partition });
    const fetchedOffset = at === undefined ? undefined : asked.get(at);
    // It was taken away, or sought elsewhere meanwhile.
    if (at === undefined || fetchedOffset === undefined || at.next !== fetchedOffset) return null;
    if (fetched.errorCode !== 0) this.#refused(at);
    if (fetched.mark instanceof BeyondMark && isFetchedAgain(at, fetchedOffset)) return null;
    const fetch = fetchOf(at, fetchedOffset, fetched);
    if (fetch !== null) this.#passOnOne(at, fetch);
    return fetch;
  }

  #passOnOne(at: ReadPartition, fetch: Fetch): void {
    at.next = fetch.nextOffset;
    at.isHalted = fetch.undecodable !== undefined || fetch.isOutside === true;
    this.#watcher.fetched(fetch);
  }

  #refused(at: ReadPartition): void {
    at.notBeforeMs = performance.now() + retryMs;
    this.#watcher.leadersChanged();
  }
}

const isFetchedAgain = (at: ReadPartition, offset: number): boolean => {
  const times = at.beyond.offset === offset ? at.beyond.times + 1 : 1;
  at.beyond = { offset, times };
  return times <= fetchedAgainMax;
};

const leadersOf = (cluster: ClusterClient, topic: string): Map<number, string> =>
  new Map(
    cluster
      .findTopicPartitionMetadata(topic)
      .filter(({ leader }) => leader >= 0)
      .map(({ partitionId, leader }) => [partitionId, leader.toString()]),
  );

export interface FetchSpacing {
  /** At least this many milliseconds between the starts of two fetches; read again for each fetch. */
  readonly everyMs: () => number;
  /** Fetches followed by a pause. `several`: of two records or more, so that a till's next never waits. */
  readonly after: 'several' | 'any';
  /** True: also waits until the records would be of use (`ConsumerListener.untilOfUse`). */
  readonly waitsForUse?: boolean;
}

interface Brought {
  readonly records: number;
  /** More records follow, and a reader that is behind does not pause. */
  readonly isFull: boolean;
}

/**
 * In quick succession each fetch would bring one or two records, at a cost for the broker and for this
 * process. A record that comes after a silence never waits. `askedMs` is of a monotonic clock.
 */
export const pauseAfter = (
  { after, everyMs }: FetchSpacing,
  { records, isFull }: Brought,
  { askedMs, nowMs }: { readonly askedMs: number; readonly nowMs: number },
): number => {
  if (isFull || records < (after === 'any' ? 1 : 2)) return 0;
  return Math.max(0, Math.round(askedMs + everyMs() - nowMs));
};
