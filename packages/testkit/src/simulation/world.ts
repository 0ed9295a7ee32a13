import type { TopicPartition } from '@loyalty/storage/positions';
import { MemoryBroker } from '../memory-broker.ts';
import { MemoryDatabase, StoreFailure } from '../memory-database.ts';
import type { BitFlips } from './bit-flips.ts';
import { drawFaultProfile, type FaultProfile } from './fault-profile.ts';
import { commitsKept } from './losses/loss-profile.ts';
import type { Losses } from './losses/losses.ts';
import { configurationsOf, type Configured } from './members/simulated-programme.ts';
import type { Random } from './random.ts';
import { ResponseCache } from './response-cache.ts';
import { SimulatedGroup } from './simulated-group.ts';
import type { ServerState } from './simulated-line.ts';
import { SimulationScheduler } from './simulation-scheduler.ts';

/**
 * The topics that engines read, with one lane and consumer group each, in the processes of the engine that
 * decides their messages. One tenant owns the bulk topic; tenants share the others.
 */
export const lanes = [
  {
    lane: 'interactive' as const,
    topic: 'tills' as const,
    consumerGroup: 'engine' as const,
    isTenantOwned: false,
    operation: 'evaluate' as const,
  },
  {
    lane: 'bulk' as const,
    topic: 'receipts' as const,
    consumerGroup: 'engine-bulk' as const,
    isTenantOwned: true,
    operation: 'evaluate' as const,
  },
  {
    lane: 'interactive' as const,
    topic: 'redeems' as const,
    consumerGroup: 'burn-engine' as const,
    isTenantOwned: false,
    operation: 'redeem' as const,
  },
] as const;

/** A bulk topic in the group of the tills, as followers of facts have one: it is fetched and taken behind the other. */
const behindTills = {
  lane: 'bulk',
  topic: 'behind-tills',
  consumerGroup: 'engine',
  isTenantOwned: false,
  operation: 'evaluate',
} as const;

export type SimulatedLane = (typeof lanes)[number] | typeof behindTills;

/** The state that all processes of a simulation share: the servers, the time, and the draws. */
export interface World {
  readonly random: Random;
  readonly profile: FaultProfile;
  /** All topics that engines read. A group may have several; all but the first are bulk topics. */
  readonly lanes: readonly SimulatedLane[];
  readonly turns: SimulationScheduler;
  readonly broker: MemoryBroker;
  readonly database: MemoryDatabase;
  readonly cache: ResponseCache;
  /** The initial configuration of each environment. */
  readonly configurations: ReadonlyMap<number, Configured>;
  /** The losses of servers; null if they lose nothing. */
  readonly losses: Losses | null;
  /** The flipped bits of its logs; null if none flips. */
  readonly flips: BitFlips | null;
  /** True where some producers write in transactions. */
  readonly hasTransactions: boolean;
  /** Members whose erasure was requested and has no response yet; callers repeat the request until it has. */
  readonly erasing: Set<string>;
  readonly servers: Readonly<Record<'database' | 'broker' | 'registry', ServerState>>;
  readonly groups: ReadonlyMap<string, SimulatedGroup>;
  /**
   * The writes that the database refuses without a fault of the data: everything for a while, or one
   * statement.
   */
  refusing: 'nothing' | 'one' | 'everything';
  /** The difference between the broker's clock and the simulated time. */
  brokerSkewMs: number;
  /** Lets every consumer check whether it can fetch. */
  wakeConsumers: () => void;
  /** Events that no process may cause: unexpected ends, unhandled rejections. */
  readonly accidents: string[];
}

/** Options of a world. The draws of its seed depend on them. */
export interface WorldOptions {
  /** Draws its losses, or null. */
  readonly lossesOf: (random: Random) => Losses | null;
  /** True if the group of the tills has a bulk topic, too. */
  readonly hasBulkTopic: boolean;
  readonly hasTransactions: boolean;
  readonly flips: BitFlips | null;
}

/** Creates the world of a run. */
export const createWorld = (
  random: Random,
  { lossesOf, hasBulkTopic, hasTransactions, flips }: WorldOptions,
): World => {
  const all: readonly SimulatedLane[] = hasBulkTopic ? [...lanes, behindTills] : lanes;
  const drawn = drawFaultProfile(random);
  const losses = lossesOf(random);
  const profile = losses === null ? drawn : { ...drawn, ...losses.profile.workload };
  const turns = new SimulationScheduler(random);
  const broker = new MemoryBroker();
  for (const { topic } of all) broker.createTopic(topic, profile.partitions);
  for (const topic of ['facts', 'replies', 'loyalty.dead-letters']) broker.createTopic(topic, 2);
  const database = new MemoryDatabase({ keepsCommits: losses === null ? 0 : commitsKept });
  database.now = () => turns.nowMs;
  const groups = new Map(
    lanes.map(({ consumerGroup }) => [
      consumerGroup,
      new SimulatedGroup(partitionsOf(all, broker, consumerGroup), { turns, random }),
    ]),
  );
  const servers = createServers(random, profile);
  return {
    random,
    profile,
    lanes: all,
    turns,
    broker,
    database,
    groups,
    servers,
    losses,
    flips,
    hasTransactions,
    cache: new ResponseCache(() => turns.nowMs),
    configurations: configurationsOf(profile.pointsExpiry),
    erasing: new Set(),
    refusing: 'nothing',
    brokerSkewMs: 0,
    wakeConsumers: () => undefined,
    accidents: [],
  };
};

/** Returns the partitions of all topics of a group. */
export const partitionsOf = (
  all: readonly SimulatedLane[],
  broker: MemoryBroker,
  consumerGroup: string,
): TopicPartition[] =>
  all
    .filter((lane) => lane.consumerGroup === consumerGroup)
    .flatMap(({ topic }) =>
      Array.from({ length: broker.partitionsOf(topic) }, (_, partition) => ({ topic, partition })),
    );

const createServers = (random: Random, { hazards }: FaultProfile): World['servers'] => {
  const failing = (name: keyof FaultProfile['hazards'], failure: ServerState['failure']): ServerState => ({
    name,
    failure,
    ...hazards[name],
    isAway: false,
  });
  return {
    // Some refusals of a database are lost races.
    database: failing(
      'database',
      (what) => new StoreFailure(random.chance(0.3) ? 'race' : 'unavailable', what),
    ),
    broker: failing('broker', (what) => new Error(`broker: ${what}`)),
    registry: failing('registry', (what) => new Error(`registry: ${what}`)),
  };
};
