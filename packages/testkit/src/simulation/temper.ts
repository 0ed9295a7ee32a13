import type { Random } from './random.ts';
import type { Kind } from './simulated-message.ts';

/** Everything that can be made to go wrong, or is merely inconvenient. */
export const faultNames = [
  'crash',
  'stop',
  'freeze',
  'rebalance',
  'consumer-failure',
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
  'operator-move',
  'operator-park',
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
 * What kind of run a seed is. Each seed has its own few faults at its own rate, because a run in which everything
 * happens all the time finds less than many in which something else happens each time.
 */
export interface Temper {
  readonly partitions: number;
  readonly processes: number;
  readonly messages: number;
  readonly members: number;
  /** How likely a message is a bad one. */
  readonly badChance: number;
  readonly badKinds: readonly Kind[];
  /** How likely a message is sent again. */
  readonly repeatChance: number;
  /** Written before anybody reads, so that queues fill and pause. */
  readonly backlog: number;
  readonly fetchMax: number;
  readonly recordsMax: number;
  readonly faults: readonly FaultName[];
  /** Chance of a fault at each step. */
  readonly faultChance: number;
  /** Per server, how likely it refuses a call, and how likely it does what it is asked and the answer is lost. */
  readonly hazards: Readonly<Record<'database' | 'broker' | 'registry', Hazard>>;
  /** Steps before faults stop. */
  readonly steps: number;
}

export const drawTemper = (random: Random): Temper => {
  const isFat = random.chance(0.02);
  const isFlood = random.chance(0.04);
  const usual = drawUsual(random);
  if (isFat) return { ...usual, ...fat, faults: drawFaults(random, fat.badChance) };
  const shaped = isFlood ? { ...usual, ...flood } : usual;
  return { ...shaped, faults: drawFaults(random, shaped.badChance) };
};

/** Enough for a queue to fill, so that the consumer is paused and resumed. Halving it for bad ones would take hours. */
const fat = { backlog: 5_000, processes: 1, fetchMax: 1_500, recordsMax: 100, badChance: 0 };

/** Enough to park a partition; alone, each of those that are found by halving would wait for half a minute. */
const flood: Pick<Temper, 'messages' | 'badChance' | 'badKinds'> = {
  messages: 260,
  badChance: 0.9,
  badKinds: ['bytes', 'denied', 'turned-down'],
};

const drawUsual = (random: Random): Omit<Temper, 'faults'> => ({
  partitions: random.between(1, 4),
  processes: random.between(1, 3),
  messages: random.between(10, 90),
  members: random.between(1, 12),
  badChance: random.pick([0, 0.03, 0.15]),
  badKinds: ['bytes', 'denied', 'poison', 'refused', 'turned-down'],
  repeatChance: random.pick([0, 0.1, 0.4]),
  backlog: random.pick([0, 0, 20]),
  fetchMax: random.between(1, 12),
  recordsMax: random.between(1, 20),
  faultChance: random.pick([0, 0.004, 0.01, 0.03]),
  hazards: { database: drawHazard(random), broker: drawHazard(random), registry: drawHazard(random) },
  steps: random.between(300, 1_200),
});

/**
 * A database that refuses what is good is told from a bad message by what else is stored, and by the time that passes: so
 * it does that once in a run, and when it refuses everything, then never together with what makes either misleading.
 */
const misleading: readonly FaultName[] = ['statement-refused', 'clock-step', 'freeze'];

const drawFaults = (random: Random, badChance: number): FaultName[] => {
  const drawn = faultNames.filter(() => random.chance(0.4));
  if (!drawn.includes('data-refused')) return drawn;
  return badChance > 0
    ? drawn.filter((name) => name !== 'data-refused')
    : drawn.filter((name) => !misleading.includes(name));
};
