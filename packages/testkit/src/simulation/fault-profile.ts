import type { PointsExpiry } from '@loyalty/rules/campaigns';
import type { Random } from './random.ts';
import { type BadKind, badKinds } from './simulated-message.ts';

export const faultNames = [
  'crash',
  'stop',
  'freeze',
  'taken-for-dead',
  'rebalance',
  'consumer-failure',
  'consumer-restart',
  'database-away',
  'broker-away',
  'registry-away',
  'cache-flush',
  'clock-step',
  'broker-clock-step',
  'offset-reset',
  'control-record',
  'statement-refused',
  'data-refused',
  'row-locked',
  'operator-move',
  'operator-park',
  'database-cut',
] as const;

export type FaultName = (typeof faultNames)[number];

export interface Hazard {
  readonly refusal: number;
  readonly loss: number;
}

const drawHazard = (random: Random): Hazard => ({
  refusal: random.pick([0, 0, 0.01, 0.05]),
  loss: random.pick([0, 0, 0.01, 0.05]),
});

/**
 * The kind of run that a seed draws. Each seed has a few faults of its own, at its own rate: many runs with
 * different faults find more than one run with all of them.
 */
export interface FaultProfile {
  readonly partitions: number;
  /** The numbers of processes that earn, and of those that burn. */
  readonly processes: number;
  readonly burners: number;
  readonly messages: number;
  readonly members: number;
  /** The chance that a message is a bad one. */
  readonly badChance: number;
  readonly badKinds: readonly BadKind[];
  /** The chance that a message is for other readers, and the chance that it is too heavy to share a transaction. */
  readonly otherChance: number;
  readonly heavyChance: number;
  readonly redeemChance: number;
  /** The chance that sending a message also requests the erasure of a member. */
  readonly eraseChance: number;
  /** The expiry of points in each of the two environments. */
  readonly pointsExpiry: readonly PointsExpiry[];
  readonly expireEveryMs: number;
  /** The chance that a message is sent again. */
  readonly repeatChance: number;
  /** The number of messages that are written before any process reads, so that queues fill and pause. */
  readonly backlog: number;
  readonly fetchMax: number;
  readonly recordsMax: number;
  readonly bytesMax: number;
  readonly faults: readonly FaultName[];
  /** The chance of a fault at each step. */
  readonly faultChance: number;
  /**
   * For each server, the chance that it refuses a call, and the chance that it executes a call whose result
   * is lost.
   */
  readonly hazards: Readonly<Record<'database' | 'broker' | 'registry', Hazard>>;
  /** The number of steps before faults stop. */
  readonly steps: number;
}

export const drawFaultProfile = (random: Random): FaultProfile => {
  const isFat = random.chance(0.02);
  const isFlood = random.chance(0.04);
  const usual = drawUsual(random);
  if (isFat) return { ...usual, ...fat, faults: drawFaults(random) };
  const shaped = isFlood ? { ...usual, ...flood } : usual;
  return { ...shaped, faults: drawFaults(random) };
};

/** Enough to fill a queue, so that the consumer is paused and resumed. Halving it for bad messages would take hours. */
const fat = {
  backlog: 5_000,
  processes: 1,
  fetchMax: 1_500,
  recordsMax: 100,
  bytesMax: 1_000_000,
  badChance: 0,
  heavyChance: 0,
  redeemChance: 0,
};

/** Enough to park a partition, or to quarantine an environment. */
const flood: Pick<FaultProfile, 'messages' | 'badChance' | 'badKinds'> = {
  messages: 260,
  badChance: 0.9,
  badKinds: ['bytes', 'denied', 'turned-down'],
};

const drawUsual = (random: Random): Omit<FaultProfile, 'faults'> => ({
  partitions: random.between(1, 4),
  processes: random.between(1, 3),
  burners: random.between(1, 2),
  messages: random.between(10, 90),
  members: random.between(1, 12),
  badChance: random.pick([0, 0.03, 0.15]),
  badKinds,
  otherChance: random.pick([0, 0, 0.3, 0.95]),
  heavyChance: random.pick([0, 0, 0, 0.2]),
  redeemChance: random.pick([0, 0.4, 0.6]),
  eraseChance: random.pick([0, 0.02, 0.06]),
  pointsExpiry: [drawExpiry(random), drawExpiry(random)],
  expireEveryMs: random.pick([1_000, 5_000, 20_000]),
  repeatChance: random.pick([0, 0.1, 0.4]),
  backlog: random.pick([0, 0, 20]),
  fetchMax: random.between(1, 12),
  recordsMax: random.between(1, 20),
  // A message has about two hundred bytes.
  bytesMax: random.pick([50, 1_000, 1_000_000]),
  faultChance: random.pick([0, 0.004, 0.01, 0.03]),
  hazards: { database: drawHazard(random), broker: drawHazard(random), registry: drawHazard(random) },
  steps: random.between(300, 1_200),
});

/** A day is the shortest expiry; the job looks a day ahead. */
const drawExpiry = (random: Random): PointsExpiry =>
  random.pick([{ type: 'NONE' }, { type: 'ROLLING', days: 1 }, { type: 'SLIDING', days: 1 }]);

const drawFaults = (random: Random): FaultName[] => faultNames.filter(() => random.chance(0.4));
