import type { ProducerPort } from '@loyalty/kafka';
import { PartitionCounts } from '@loyalty/kafka/metadata';
import { awaitAll, type Clock, pauseToTick, systemClock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { Tracer } from '@loyalty/telemetry/tracing';
import { type BatchLimits, createBatchTaker, defaultBatchLimits } from '../batch/batch-limits.ts';
import { BatchProcessor } from '../batch/batch-processor.ts';
import { startTopicCounters } from '../batch/batch-telemetry.ts';
import type { Batch } from '../batch/batch.ts';
import { type ConsumerGroupOptions, GroupIntake } from '../intake/group-intake.ts';
import type { GroupLane } from '../intake/group-lane.ts';
import type { QueueLimits } from '../intake/intake-queue.ts';
import { StoreReach } from '../intake/store-reach.ts';
import type { FactPublisher } from '../outbox/fact-publisher.ts';
import type { BatchHandler, Lane, Store } from '../ports.ts';
import { showLanes } from './lane-figures.ts';
import { RunningBatch, ProgressWatch } from './progress.ts';

export interface StreamRuntimeOptions<T, Tx, Plan> {
  readonly groups: readonly ConsumerGroupOptions<T>[];
  readonly store: Store<Tx>;
  readonly handler: BatchHandler<T, Tx, Plan>;
  /** The publisher of facts. Other parts of this process may share it. */
  readonly facts: FactPublisher;
  readonly replies: ProducerPort;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer?: Tracer;
  /** Called at most once, if a consumer has failed or the code has a defect: the process must end. */
  readonly onFatal: (reason: unknown) => void;
  readonly clock?: Clock;
  readonly limits?: BatchLimits;
  /**
   * Returns how long ago the store responded to this process; Infinity before the first response. If that is
   * too long, others take its partitions. Without this function they never do.
   */
  readonly storeSilentMs?: () => number;
}

export interface StreamRuntime {
  /** Starts the runtime. It may be repeated after a failure. */
  start(): Promise<void>;
  /** Finishes the batch in flight, then leaves its groups. */
  stop(): Promise<void>;
  isReady(): boolean;
  /** Returns true if others read this process' partitions, because the store does not respond to it. */
  isReadByOthers(): boolean;
  /**
   * Returns how long work has been stuck; 0 while facts cannot be published. While the database is
   * unavailable, attempts fail and so do end.
   */
  stuckForMs(): number;
}

/**
 * Four batches: the next is always full, and a rebalance discards little. Decoded, a record takes six times
 * its bytes.
 */
const queueLimits: QueueLimits = { entriesMax: 2_000, bytesMax: 16 * 1024 * 1024 };
const idleSettleMs = 1_000;
const commitEveryMs = 5_000;
const commitLastMs = 1_000;
/** An operator who moves or unparks a partition waits up to twice this long. */
const followEveryMs = 2_000;

const reachEveryMs = 1_000;

/** Positions are read within milliseconds, so the group is polled often. */
const servedPollMs = 20;
const servedWithinMs = 5_000;

export const createStreamRuntime = <T, Tx, Plan>(options: StreamRuntimeOptions<T, Tx, Plan>): StreamRuntime =>
  new Runtime(options);

class Runtime<T, Tx, Plan> implements StreamRuntime {
  readonly #options: StreamRuntimeOptions<T, Tx, Plan>;
  readonly #clock: Clock;
  readonly #groups: GroupIntake<T, Tx>[];
  readonly #lanes: readonly GroupLane<T>[];
  readonly #started = new Set<GroupIntake<T, Tx>>();
  readonly #publisher: FactPublisher;
  readonly #processor: BatchProcessor<T, Tx, Plan>;
  readonly #partitionCounts: PartitionCounts;
  readonly #take: ReturnType<typeof createBatchTaker<T>>;
  #wake: (() => void) | null = null;
  #inFlight: Promise<void> = Promise.resolve();
  #batch: Batch<T> = [];
  readonly #underWay: RunningBatch;
  readonly #progress = new ProgressWatch();
  readonly #reach: StoreReach;
  #isRunning = false;
  #running: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(options: StreamRuntimeOptions<T, Tx, Plan>) {
    const clock = options.clock ?? systemClock;
    this.#options = options;
    this.#clock = clock;
    this.#underWay = new RunningBatch(clock);
    this.#reach = new StoreReach(options.storeSilentMs ?? (() => 0));
    this.#partitionCounts = new PartitionCounts(options.metrics, 'reads', (topic) => {
      startTopicCounters(options.metrics, topic);
    });
    this.#groups = options.groups.map((group) => this.#intakeOf(group));
    this.#publisher = options.facts;
    this.#processor = this.#createProcessor(clock);
    const lanes = this.#groups.flatMap((group) => group.lanes);
    this.#lanes = lanes;
    this.#take = createBatchTaker(lanes, options.limits ?? defaultBatchLimits, clock);
    showLanes({ ...options, clock, groups: lanes, inFlight: () => this.#batch });
    options.metrics.gauge('loyalty_groups_read_by_others', {}, () => this.#readByOthers().length);
    options.store.onHistoryChange(() => {
      for (const group of this.#groups) void group.rejoinAll();
    });
  }

  #createProcessor(clock: Clock): BatchProcessor<T, Tx, Plan> {
    const options = this.#options;
    const tenantOwned = new Set(
      options.groups.flatMap((group) => (group.isTenantOwned === true ? [group.consumerGroup] : [])),
    );
    return new BatchProcessor({
      ...options,
      clock,
      isTenantOwned: (consumerGroup) => tenantOwned.has(consumerGroup),
      publisher: this.#publisher,
      isStopped: () => this.#stopping.signal.aborted,
      onSent: () => {
        this.#underWay.sent();
      },
      onAttempted: () => {
        this.#progress.attempted();
      },
      onLost: (lost) => {
        for (const group of this.#groups) void group.rejoin(lost.filter((at) => group.owns(at)));
      },
      onGivenBack: (partitions, afterMs) => {
        for (const group of this.#groups) void group.beginLater(partitions, afterMs);
      },
      onParked: (at) => {
        for (const group of this.#groups) if (group.owns(at)) group.halt(at, at.reason);
      },
    });
  }

  /** The tills' first group, then the others together. Batches are processed from the first join on. */
  async start(): Promise<void> {
    this.#run();
    const [first, ...others] = interactiveFirst(this.#groups);
    if (first !== undefined) await this.#join(first);
    await awaitAll(others.map((group) => this.#join(group)));
  }

  /** Once: a start that failed is repeated. */
  async #join(group: GroupIntake<T, Tx>): Promise<void> {
    if (this.#started.has(group)) return;
    await group.start();
    this.#started.add(group);
    await this.#untilServed(group);
  }

  /** Once: a start that failed is repeated. */
  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#running = Promise.all([this.#consume(), this.#followMoves()]).then(
      () => undefined,
      (failure: unknown) => {
        this.#options.onFatal(failure);
      },
    );
    void this.#commitOffsets();
    if (this.#options.storeSilentMs !== undefined) void this.#followReach();
  }

  /** A database that is unavailable does not hold up the next join for ever. */
  async #untilServed(group: GroupIntake<T, Tx>): Promise<void> {
    for (let waitedMs = 0; !group.isReady && waitedMs < servedWithinMs; waitedMs += servedPollMs)
      await this.#clock.sleep(servedPollMs, this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake?.();
    await this.#running;
    await this.#commitLast();
    await Promise.all(this.#groups.map((group) => group.stop()));
    await this.#deletePublished();
  }

  isReady(): boolean {
    return !this.#stopping.signal.aborted && this.#groups.every((group) => group.isReady);
  }

  isReadByOthers(): boolean {
    return this.#readByOthers().length > 0;
  }

  stuckForMs(): number {
    return this.#progress.stuckForMs();
  }

  #intakeOf(group: ConsumerGroupOptions<T>): GroupIntake<T, Tx> {
    return new GroupIntake({
      ...group,
      store: this.#options.store,
      clock: this.#clock,
      logger: this.#options.logger,
      // A tenant's topic has a name that the tenant chose, and there are hundreds.
      partitionCounts: group.isTenantOwned === true ? null : this.#partitionCounts,
      queueLimits,
      wake: () => this.#wake?.(),
      idle: () => this.#inFlight,
      untilOfUse: () => (this.#hasBulk() ? null : this.#underWay.untilSent()),
      reach: this.#reach,
      onJoined: () => {
        this.#options.metrics.count('loyalty_rebalances_total', { group: group.consumerGroup });
      },
      onFailed: this.#options.onFatal,
    });
  }

  /** Batches are then full of bulk records, and each fetch of interactive ones fills the next. */
  #hasBulk(): boolean {
    return this.#lanes.some(({ lane, queue }) => lane === 'bulk' && queue.size > 0);
  }

  async #consume(): Promise<void> {
    let isIdle = false;
    while (!this.#stopping.signal.aborted) {
      const batch = this.#take(isIdle, this.#processor.hadEffect);
      if (batch.length === 0) {
        isIdle = await this.#idle();
        continue;
      }
      isIdle = false;
      this.#batch = batch;
      this.#inFlight = this.#process(batch);
      await this.#inFlight;
      this.#batch = [];
      for (const group of this.#groups) group.drained();
    }
  }

  /** A batch is in flight once it is taken: while it waits for capacity, no position is read either. */
  async #process(batch: Batch<T>): Promise<void> {
    await this.#publisher.waitForCapacity(this.#stopping.signal);
    await this.#options.handler.waitForCapacity?.();
    this.#underWay.begin();
    this.#progress.began();
    try {
      await this.#processor.process(batch);
    } finally {
      this.#underWay.sent();
      this.#progress.rested();
    }
  }

  /** Waits about a second for a record. When none came, deletes published outbox rows and returns true. */
  async #idle(): Promise<boolean> {
    const woken = new AbortController();
    this.#wake = () => {
      // An explicit reason: the default one captures a stack trace.
      woken.abort('woken');
    };
    await pauseToTick(this.#clock, idleSettleMs, woken.signal);
    this.#wake = null;
    if (!woken.signal.aborted) await this.#deletePublished();
    return !woken.signal.aborted;
  }

  async #deletePublished(): Promise<void> {
    if (this.#publisher.published().length === 0) return;
    const { store } = this.#options;
    try {
      // In a transaction, because the epoch of the rows is known once it has its connection.
      const settled = await store.transact(async (tx) => {
        const published = this.#publisher.published();
        if (published.length > 0) await store.deleteOutbox(tx, published);
        return published;
      });
      this.#publisher.forget(settled);
    } catch {
      // The next batch deletes the rows that are left, or a sweeper publishes them once more.
    }
  }

  async #commitOffsets(): Promise<void> {
    for (;;) {
      await pauseToTick(this.#clock, commitEveryMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      for (const group of this.#groups) {
        await group.commitOffsets();
        await group.followEnds();
      }
    }
  }

  /** A broker that does not respond delays no stop: these offsets are for figures alone. */
  async #commitLast(): Promise<void> {
    const committed = new AbortController();
    const commits = Promise.all(this.#groups.map((group) => group.commitOffsets())).then(() => {
      committed.abort('committed');
    });
    await Promise.race([commits, this.#clock.sleep(commitLastMs, committed.signal)]);
  }

  #readByOthers(): GroupIntake<T, Tx>[] {
    return this.#groups.filter(({ isReadByOthers }) => isReadByOthers);
  }

  /** A member that cannot store would hold its partitions for ever: to Kafka it is alive. */
  async #followReach(): Promise<void> {
    const { logger } = this.#options;
    for (;;) {
      await pauseToTick(this.#clock, reachEveryMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      const news = this.#reach.tick();
      if (news === 'lost')
        logger.warn({}, 'the database has not responded for 10 s; others may read for this process');
      if (news === 'back') logger.info({}, 'the database responds again; this process reads its share again');
      for (const group of this.#groups) group.followReach();
    }
  }

  async #followMoves(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await pauseToTick(this.#clock, followEveryMs, this.#stopping.signal);
      for (const group of this.#groups) await group.followMoves();
    }
  }
}

const interactiveFirst = <Group extends { readonly lane: Lane }>(groups: readonly Group[]): Group[] =>
  groups.toSorted((one, other) => Number(one.lane === 'bulk') - Number(other.lane === 'bulk'));
