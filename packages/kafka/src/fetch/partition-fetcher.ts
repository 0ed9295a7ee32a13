import type { Kafka } from 'kafkajs';
import { pauseToTick, systemClock, textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { ClusterClient, KafkaBroker } from '../cluster/kafka-cluster.ts';
import type { SecondConnections } from '../cluster/second-connections.ts';
import { passOver, within } from '../cluster/silent-brokers.ts';
import { fetchLateAfterMs } from '../kafkajs/faster-kafkajs.ts';
import type { ConsumerListener, Fetch } from '../ports.ts';
import type { DecodedFetch, FetchedPartition } from '../wire/fetch.ts';
import { BeyondMark } from '../wire/record-batch.ts';
import { AssignedPartitions, type ReadPartition } from './assigned-partitions.ts';
import { fetchOf, fetchOfEnds } from './fetched-partition.ts';

interface FetcherOptions {
  readonly kafka: Kafka;
  readonly cluster: ClusterClient;
  readonly second: Pick<SecondConnections, 'find'>;
  readonly maxWaitMs: number;
  readonly spacing: FetchSpacing;
  readonly behind?: readonly string[];
  /** This bounds one fetch. The default is half a MiB. */
  readonly bytesMax?: number;
}

interface FetchWatcher extends Pick<ConsumerListener, 'fetched' | 'untilOfUse'> {
  alive(): void;
  /** Returns true while heartbeats would find that this broker is frozen. */
  hears(node: string): boolean;
  leadersChanged(): void;
}

/** A response is decoded in one go while all other work waits. Half a MiB is some thousand receipts. */
const usualBytesMax = 524_288;
const partitionBytesMax = 262_144;
/** The pause before a broker, or a partition that it refused, is tried again. */
const retryMs = 100;
/** A topic that is resumed waits for the end of the fetch that is under way for the others. */
const pausedWaitMs = 50;
/** A parked fetch waits this long for the first record. Each wakes the broker and this process. */
const parkedMs = 2_500;
/** If a parked fetch is later than this, its partitions are fetched over the second connection. */
const overdueAfterMs = 500;
/** A loop without anything to fetch looks again after this time, although every change wakes it. */
const idleMs = 1_000;
const readCommitted = 1;
/** A batch that lies beyond the log still when it is fetched again has a first offset with a flipped bit. */
const fetchedAgainMax = 2;

/** The offsets that a fetch under way asks for. A partition that another fetch takes over is deleted from it. */
type AskedOffsets = Map<ReadPartition, number>;
type Fetchable = ReadonlyMap<string, readonly ReadPartition[]>;

/** The fetches of one broker. A partition is in one of them at most, so nothing of it is passed on twice. */
interface BrokerFetches {
  readonly node: string;
  /** These are fetched over the usual connection. */
  readonly first: AskedOffsets;
  /** These are what the first does not ask for, while it is parked. */
  readonly second: AskedOffsets;
  /** The first waits long for a record. A broker serves one connection in turn, so nothing overtakes it. */
  parked: 'no' | 'yes' | 'overdue';
}

/**
 * Fetches in one loop for each broker, so that a broker that is unavailable or frozen delays only its own
 * partitions. A partition is fetched once its owner has sought its position; Kafka's own offsets are never
 * used.
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

  /** Sets the partitions. One that stays is read on from where it is, and a new one waits for a seek. */
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

  /** Ends all fetching. Nothing is passed on any more, and a fetch in flight is not waited for. */
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
    const fetches: BrokerFetches = { node, first: new Map(), second: new Map(), parked: 'no' };
    await Promise.all([this.#runFirst(fetches), this.#runSecond(fetches)]);
  }

  async #runFirst(fetches: BrokerFetches): Promise<void> {
    while (!this.#isEnded) {
      const { signal } = this.#woken;
      const fetchable = this.#partitions.fetchable(fetches.node, performance.now());
      if (fetchable.size > 0) await this.#fetchFirst(fetches, fetchable);
      else await pauseToTick(systemClock, idleMs, signal).then(endOfTurn);
    }
  }

  async #fetchFirst(fetches: BrokerFetches, fetchable: Fetchable): Promise<void> {
    const { node } = fetches;
    const waitMs = this.#waitMs(node);
    const overdue =
      waitMs < parkedMs
        ? undefined
        : setTimeout(() => {
            fetches.parked = 'overdue';
            this.#wake();
          }, waitMs + overdueAfterMs);
    fetches.parked = overdue === undefined ? 'no' : 'yes';
    const asked = ask(fetches.first, { of: fetchable, insteadOf: fetches.second });
    const askedMs = performance.now();
    const decoded = await this.#request(fetches, { connection: 'first', fetchable, waitMs });
    clearTimeout(overdue);
    fetches.parked = 'no';
    await this.#take(decoded, asked, askedMs);
  }

  /** Runs the second loop of a broker. It needs no timer to notice work, because every change wakes it. */
  async #runSecond(fetches: BrokerFetches): Promise<void> {
    const waitMs = this.#options.maxWaitMs;
    while (!this.#isEnded) {
      const { signal } = this.#woken;
      const fetchable = this.#beside(fetches);
      if (fetchable.size === 0) {
        await untilAborted(signal).then(endOfTurn);
        continue;
      }
      const asked = ask(fetches.second, { of: fetchable, insteadOf: fetches.first });
      const askedMs = performance.now();
      const decoded = await this.#request(fetches, { connection: 'second', fetchable, waitMs });
      await this.#take(decoded, asked, askedMs);
    }
  }

  /** Returns the partitions that a parked fetch does not cover. */
  #beside({ node, first, parked }: BrokerFetches): Fetchable {
    if (parked === 'no') return new Map();
    const all = this.#partitions.fetchable(node, performance.now());
    if (parked === 'overdue') return all;
    const rest = [...all].map(
      ([topic, partitions]) => [topic, partitions.filter((each) => first.get(each) !== each.next)] as const,
    );
    return new Map(rest.filter(([, partitions]) => partitions.length > 0));
  }

  async #take(decoded: DecodedFetch | null, asked: AskedOffsets, askedMs: number): Promise<void> {
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
    { node }: BrokerFetches,
    {
      connection,
      fetchable,
      waitMs,
    }: { readonly connection: 'first' | 'second'; readonly fetchable: Fetchable; readonly waitMs: number },
  ): Promise<DecodedFetch | null> {
    const { cluster, second, kafka, bytesMax = usualBytesMax } = this.#options;
    const topics = [...fetchable].map(([topic, partitions]) => ({
      topic,
      partitions: partitions.map(({ partition, next }) => ({
        partition,
        fetchOffset: (next ?? 0).toString(),
        maxBytes: partitionBytesMax,
      })),
    }));
    const limits = { maxWaitTime: waitMs, minBytes: 1, maxBytes: bytesMax };
    let broker: KafkaBroker | null = null;
    try {
      broker = await (connection === 'first' ? cluster.findBroker({ nodeId: node }) : second.find(node));
      const request = broker.fetch({ ...limits, isolationLevel: readCommitted, topics });
      return await within(waitMs + fetchLateAfterMs, 'a fetch', request);
    } catch (failure) {
      if (this.#isEnded) return null;
      kafka.logger().debug('a broker cannot be fetched from', { node, connection, error: textOf(failure) });
      // Its connection may be dead without our knowing.
      if (broker !== null) passOver(broker);
      this.#watcher.leadersChanged();
      await systemClock.sleep(retryMs, this.#woken.signal);
      return null;
    }
  }

  /**
   * Returns how long a fetch waits for records. The time is short if only a late response would show that the
   * broker is frozen.
   */
  #waitMs(node: string): number {
    const { maxWaitMs } = this.#options;
    if (this.#watcher.hears(node)) return Math.max(parkedMs, maxWaitMs);
    return this.#partitions.hasPausedTopic ? Math.min(maxWaitMs, pausedWaitMs) : maxWaitMs;
  }

  #passOn({ responses }: DecodedFetch, asked: AskedOffsets): Brought {
    let records = 0;
    let isFull = false;
    const all = responses.flatMap(({ topicName, partitions }) =>
      partitions.map((fetched) => ({ topic: topicName, fetched })),
    );
    for (const { topic, fetched } of all) {
      const fetch = this.#passOnFrom(topic, fetched, asked);
      if (fetch === null) continue;
      records += fetch.records.length;
      // What waits for a transaction cannot be fetched sooner.
      isFull ||= fetch.nextOffset < Number(fetched.lastStableOffset);
    }
    return { records, isFull };
  }

  #passOnFrom(topic: string, fetched: FetchedPartition, asked: AskedOffsets): Fetch | null {
    const at = this.#partitions.get({ topic, partition: fetched.partition });
    const fetchedOffset = at === undefined ? undefined : asked.get(at);
    // It was taken away, sought elsewhere, or asked for again meanwhile.
    if (at === undefined || fetchedOffset === undefined || at.next !== fetchedOffset) return null;
    if (fetched.errorCode !== 0) this.#refused(at);
    if (fetched.mark instanceof BeyondMark && isFetchedAgain(at, fetchedOffset)) return null;
    const fetch = fetchOf(at, fetchedOffset, fetched);
    if (fetch !== null) this.#passOnOne(at, fetch);
    else this.#passOnEnds(at, fetchedOffset, fetched);
    return fetch;
  }

  #passOnOne(at: ReadPartition, fetch: Fetch): void {
    at.next = fetch.nextOffset;
    at.isHalted = fetch.undecodable !== undefined || fetch.isOutside === true;
    at.shownEnd = fetch.logEnd ?? at.shownEnd;
    this.#watcher.fetched(fetch);
  }

  #passOnEnds(at: ReadPartition, fetchedOffset: number, fetched: FetchedPartition): void {
    const ends = fetchOfEnds(at, fetchedOffset, { fetched, shownEnd: at.shownEnd });
    if (ends !== null) this.#passOnOne(at, ends);
  }

  #refused(at: ReadPartition): void {
    at.notBeforeMs = performance.now() + retryMs;
    this.#watcher.leadersChanged();
    // A timer may fire a little early.
    void systemClock.sleep(retryMs + 2).then(() => {
      this.#wake();
    });
  }
}

const ask = (
  asked: AskedOffsets,
  { of, insteadOf }: { readonly of: Fetchable; readonly insteadOf: AskedOffsets },
): AskedOffsets => {
  asked.clear();
  for (const each of [...of.values()].flat()) {
    asked.set(each, each.next ?? 0);
    insteadOf.delete(each);
  }
  return asked;
};

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });

/** Several partitions are sought or resumed in one turn, and one fetch is enough for all. */
const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

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
  /**
   * Returns the minimum time in milliseconds between the starts of two fetches. It is read once after each
   * fetch that is followed by a pause, with the number of records that the fetch returned.
   */
  readonly everyMs: (records: number) => number;
  /**
   * Which fetches are followed by a pause. `several` means those of two records or more, so that a till's
   * next request never waits.
   */
  readonly after: 'several' | 'any';
  /** If true, the pause also lasts until the records would be of use (`ConsumerListener.untilOfUse`). */
  readonly waitsForUse?: boolean;
}

interface Brought {
  readonly records: number;
  /** More records follow, and a reader that is behind does not pause. */
  readonly isFull: boolean;
}

/**
 * Returns how long to pause after a fetch. Without pauses each fetch would return one or two records, at a
 * cost for the broker and for this process. A record that arrives after a silence never waits. `askedMs` is
 * from a monotonic clock.
 */
export const pauseAfter = (
  { after, everyMs }: FetchSpacing,
  { records, isFull }: Brought,
  { askedMs, nowMs }: { readonly askedMs: number; readonly nowMs: number },
): number => {
  if (isFull || records < (after === 'any' ? 1 : 2)) return 0;
  return Math.max(0, Math.round(askedMs + everyMs(records) - nowMs));
};
