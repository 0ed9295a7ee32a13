import type { ProducerPort } from '@loyalty/kafka';
import { awaitAll } from '@loyalty/kernel';
import { FactPublisher } from '@loyalty/streams/outbox';
import { type BatchLimits, createStreamRuntime, type StreamRuntime } from '@loyalty/streams/runtime';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { MemoryStore } from '../memory-store.ts';
import { StoredConfigurations } from './losses/configurations.ts';
import { DatabaseConnections } from './losses/database-connections.ts';
import { createSimulatedStore, type WayToDatabase } from './losses/simulated-store.ts';
import type { Configurations } from './members/simulated-programme.ts';
import { silentMetrics } from './silent-metrics.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { SimulatedConsumer } from './simulated-consumer.ts';
import { SimulatedLedger } from './simulated-ledger.ts';
import { type ServerState, SimulatedLine } from './simulated-line.ts';
import { SimulatedMemberships } from './simulated-memberships.ts';
import { createSimulatedDecoder, type Operation } from './simulated-message.ts';
import { SimulatedParts } from './simulated-parts.ts';
import { createSimulatedProducer } from './simulated-producer.ts';
import type { Actor } from './simulation-scheduler.ts';
import type { SimulatedLane, World } from './world.ts';

/** The longest time for which servers keep the connections of a process that ended silently. */
const connectionMs = 3_000;
const sessionMs = 6_000;
/** Each process looks for dead members this often, as in production. */
const deadMembersEveryMs = 1_000;
/** The server ends a session with a lock that has not pinged for this long, as in production. */
const lockSilenceMs = 10_000;
/** The time of the database is asked for this often, as in production. */
const measureEveryMs = 2_000;

/** One run of one engine process: the real runtime, and everything around it that dies with it. */
export class SimulatedProcess implements Actor {
  readonly name: string;
  readonly number: number;
  readonly clock: SimulatedClock;
  readonly consumers: readonly SimulatedConsumer[];
  readonly #world: World;
  readonly operation: Operation;
  /** The topics of each of its groups. */
  readonly #groups: readonly (readonly [SimulatedLane, ...SimulatedLane[]])[];
  readonly #memberships: SimulatedMemberships;
  readonly #database: WayToDatabase;
  readonly #runtime: StreamRuntime;
  /** Its parts apart from the streams. */
  readonly #parts: SimulatedParts;
  isFrozen = false;
  isGone = false;
  /** True once it was asked to stop in an orderly way. */
  isStopping = false;
  /** True if the database does not respond to this process although it responds to others. */
  isCut = false;
  /** True if that lasts when all other faults have ended. */
  isCutForGood = false;
  #isStarted = false;
  /** When the database last responded; null before the first time. */
  #respondedAtMs: number | null = null;
  /** The servers that have noticed its end: they ignore its calls that are still on their way. */
  readonly #closedBy = new Set<keyof World['servers']>();

  constructor(world: World, number: number, operation: Operation) {
    this.name = `p${number.toString()}`;
    this.number = number;
    this.operation = operation;
    this.#world = world;
    this.clock = new SimulatedClock(this, world.turns);
    this.#groups = groupsOf(world.lanes.filter((lane) => lane.operation === operation));
    const members = this.#groups.map(([{ consumerGroup }]) => ({
      consumer: this.#consumerOf(consumerGroup),
      group: this.#group(consumerGroup),
    }));
    this.consumers = members.map(({ consumer }) => consumer);
    this.#memberships = new SimulatedMemberships({ process: this, turns: world.turns, members });
    const producer = this.#producer();
    const facts = new FactPublisher({ producer, logger: silentLogger });
    this.#database = this.#connect();
    this.#runtime = this.#createRuntime(facts);
    const { clock } = this;
    this.#parts = new SimulatedParts({ world, number, operation, producer, facts, clock, ...this.#database });
  }

  /** Returns true if the process can take an instruction. */
  get isSteady(): boolean {
    return this.#isStarted && !this.isFrozen && !this.isGone && !this.isStopping;
  }

  get isReady(): boolean {
    return this.isSteady && this.#runtime.isReady();
  }

  start(): void {
    const begin = async (): Promise<void> => {
      await this.#parts.start();
      void this.#measure();
      await this.#runtime.start();
      this.#isStarted = true;
    };
    begin().catch(() => {
      this.crash();
    });
  }

  /** Stops in an orderly way, once its batch is stored. */
  stop(): void {
    this.isStopping = true;
    awaitAll([this.#runtime.stop(), this.#parts.stopJobs()])
      .catch((failure: unknown) => this.#world.accidents.push(`${this.name} cannot stop: ${String(failure)}`))
      .finally(() => {
        this.#parts.stop();
        this.crash();
      });
  }

  /** Ends between one await and the next; the servers notice later. */
  crash(): void {
    if (this.isGone) return;
    this.isGone = true;
    const { turns, random, database } = this.#world;
    turns.forget(this);
    const disconnect = (): void => {
      this.#closedBy.add('database');
      database.disconnect(this.number);
    };
    turns.atServer(`the database misses ${this.name}`, disconnect, { afterMs: random.below(connectionMs) });
    const evict = this.#evict.bind(this);
    turns.atServer(`the broker misses ${this.name}`, evict, { afterMs: random.below(sessionMs) });
  }

  /** Freezes for `forMs`. Its groups evict it if that is longer than a session. */
  freeze(forMs: number): void {
    const { turns, database } = this.#world;
    this.isFrozen = true;
    const drop = (): void => {
      if (this.isFrozen) database.dropJobLocks(this.number);
    };
    turns.atServer(`the lock session of ${this.name} ends`, drop, { afterMs: lockSilenceMs });
    const evict = this.#evict.bind(this);
    if (forMs > sessionMs) turns.atServer(`the broker misses ${this.name}`, evict, { afterMs: sessionMs });
    turns.atServer(`${this.name} wakes`, this.wake.bind(this), { afterMs: forMs });
  }

  wake(): void {
    this.isFrozen = false;
    this.#memberships.renew();
  }

  /**
   * Makes its connections to the database break while it lives. Another process finds its lock free and makes
   * its members leave (docs/mechanisms/streams.md, «Groups»). They join again at their next heartbeat.
   */
  takeForDead(): void {
    const { turns, database, random } = this.#world;
    database.disconnect(this.number);
    const expel = (): void => {
      if (!this.isSteady) return;
      this.#memberships.end();
      this.#memberships.renew();
    };
    turns.atServer(`${this.name} is taken for dead`, expel, { afterMs: random.below(deadMembersEveryMs) });
  }

  /**
   * Breaks its connections: immediately if they are refused, and later if packets are lost. Others then find
   * its lock free and make its members leave. They join again with other ids, which the process cannot store.
   */
  cutFromDatabase(): void {
    this.isCut = true;
    const { turns, random, database } = this.#world;
    const fall = (): void => {
      if (!this.isCut || this.isGone) return;
      database.disconnect(this.number);
      this.takeForDead();
    };
    turns.atServer(`the database misses ${this.name}`, fall, { afterMs: random.below(lockSilenceMs) });
  }

  reachDatabase(): void {
    this.isCut = false;
    this.isCutForGood = false;
  }

  /** Measures as the part `database-clock` does. */
  async #measure(): Promise<void> {
    const line = this.#line('database');
    while (!this.isStopping) {
      await line
        .call('ask for the time', () => undefined)
        .then(
          () => (this.#respondedAtMs = this.#world.turns.nowMs),
          () => undefined,
        );
      await this.clock.sleep(measureEveryMs);
    }
  }

  #evict(): void {
    if (!this.isGone && !this.isFrozen) return;
    if (this.isGone) this.#closedBy.add('broker');
    this.#memberships.end();
  }

  #group(consumerGroup: string) {
    const group = this.#world.groups.get(consumerGroup);
    if (group === undefined) throw new RangeError(`no group ${consumerGroup}`);
    return group;
  }

  #line(server: keyof World['servers']): SimulatedLine {
    const { servers, turns, random } = this.#world;
    const isClosed = (): boolean => this.#closedBy.has(server);
    const seen = server === 'database' ? this.#seen(servers.database) : servers[server];
    return new SimulatedLine({ server: seen, actor: this, turns, random, isClosed });
  }

  /** Returns a server as this process sees it. */
  #seen(server: ServerState): ServerState {
    const isCut = (): boolean => this.isCut;
    return {
      name: server.name,
      failure: (what) => server.failure(what),
      get isAway() {
        return server.isAway || isCut();
      },
      get refusal() {
        return server.refusal;
      },
      get loss() {
        return server.loss;
      },
    };
  }

  /** Connects to the database. Without losses there is no other history to learn of. */
  #connect(): WayToDatabase {
    const { database, losses } = this.#world;
    const line = this.#line('database');
    if (losses === null) return { line, onHistoryChange: () => undefined };
    const connections = new DatabaseConnections({ line, database, losses });
    return {
      line: connections,
      onHistoryChange: (work) => {
        connections.history.onChange(work);
      },
    };
  }

  #producer(): ProducerPort {
    return createSimulatedProducer(this.#world, this.#line('broker'));
  }

  #consumerOf(groupId: string): SimulatedConsumer {
    const { broker, servers, turns, random, profile, losses, flips } = this.#world;
    return new SimulatedConsumer({
      actor: this,
      groupId,
      broker,
      turns,
      random,
      group: this.#group(groupId),
      server: servers.broker,
      line: this.#line('broker'),
      fetchMax: profile.fetchMax,
      resetsSilently: losses?.without === 'parking',
      flips,
    });
  }

  #createRuntime(facts: FactPublisher): StreamRuntime {
    const { cache, profile, losses } = this.#world;
    const isRefused = (): boolean => {
      const { refusing } = this.#world;
      if (refusing === 'one') this.#world.refusing = 'nothing';
      return refusing !== 'nothing';
    };
    const store = createSimulatedStore(this.#world, {
      ...this.#database,
      owner: this.number,
      isRefusing: isRefused,
    });
    const decoder = createSimulatedDecoder(this.#line('registry'));
    return createStreamRuntime({
      groups: this.consumers.flatMap((consumer, place) => {
        const [own, ...behind] = this.#groups[place] ?? [];
        if (own === undefined) return [];
        const { lane, consumerGroup, isTenantOwned } = own;
        const bulkTopics = behind.map(({ topic }) => topic);
        return [{ lane, consumerGroup, isTenantOwned, bulkTopics, consumer, decoder }];
      }),
      store,
      handler: new SimulatedLedger({
        store,
        clock: this.clock,
        cache,
        isRefused,
        configurations: this.#configurations(store),
        ignoresCachedRedeems: losses?.without === 'waiver',
        trustsCache: losses?.without === 'look-up',
      }),
      facts,
      replies: this.#producer(),
      logger: silentLogger,
      metrics: silentMetrics,
      onFatal: this.#onFatal.bind(this),
      storeSilentMs: () => this.#storeSilentMs,
      clock: this.clock,
      limits: limitsOf(profile),
    });
  }

  get #storeSilentMs(): number {
    if (this.#world.losses?.without === 'reach') return 0;
    return this.#respondedAtMs === null ? Infinity : this.#world.turns.nowMs - this.#respondedAtMs;
  }

  /** Returns the configurations. Without losses they never change, and are known from the start. */
  #configurations(store: MemoryStore): Configurations {
    const { losses, configurations } = this.#world;
    if (losses === null) return { ofBatch: () => Promise.resolve(configurations) };
    const { line, onHistoryChange } = this.#database;
    return new StoredConfigurations({
      store,
      line,
      expiryOf: (id) => this.#world.profile.pointsExpiry[id - 1] ?? { type: 'NONE' },
      onHistoryChange: losses.without === 'forgetting' ? () => undefined : onHistoryChange,
    });
  }

  #onFatal(reason: unknown): void {
    const isOurs = !(reason instanceof Error && reason.message === 'the consumer crashed');
    if (isOurs) this.#world.accidents.push(`${this.name} ended by itself: ${String(reason)}`);
    this.crash();
  }
}

/** Returns the topics of each group, in order. */
const groupsOf = (lanes: readonly SimulatedLane[]): (readonly [SimulatedLane, ...SimulatedLane[]])[] => {
  const groups = new Map<string, [SimulatedLane, ...SimulatedLane[]]>();
  for (const lane of lanes) {
    const group = groups.get(lane.consumerGroup);
    if (group === undefined) groups.set(lane.consumerGroup, [lane]);
    else group.push(lane);
  }
  return [...groups.values()];
};

const limitsOf = ({ recordsMax, ...profile }: World['profile']): BatchLimits => ({
  recordsMax,
  recordsMaxWithoutEffect: recordsMax,
  bytesMax: profile.bytesMax,
  costMax: Infinity,
  bulkMaxWithInteractive: Math.ceil(recordsMax / 2),
  bulkCostMaxWithInteractive: Infinity,
});
