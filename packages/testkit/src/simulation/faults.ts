import { partitionKeyOf } from '@loyalty/kernel';
import type { StoredPosition } from '../memory-database.ts';
import type { FaultName } from './fault-profile.ts';
import type { FaultsOptions } from './faults-options.ts';
import { causesOfLosses } from './losses/loss-faults.ts';
import type { LossName } from './losses/loss-profile.ts';
import type { Losses } from './losses/losses.ts';
import { repaired } from './losses/repair.ts';
import type { Fleet } from './fleet.ts';
import { setPosition } from './operator.ts';
import { accountKeyOf } from './simulated-message.ts';
import { placeInLog } from './place-in-log.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { toOneOf } from './to-one-of.ts';
import type { World } from './world.ts';

/** Causes one fault; returns its target as text. */
type Cause = () => string;

const awayMsMax = 8_000;
/** Long enough for every process to tell its groups. */
const awayForLongMsMax = 60_000;
/** Some faults end within one batch. */
const briefMsMax = 400;
const frozenMsMax = 20_000;
const stepMsMax = 60_000;
const refusingMsMax = 30_000;
/** Longer than any transaction of a process may last. */
const rowLockedMsMax = 15_000;

/** Causes faults, and undoes all of them at the end. */
export class Faults {
  readonly #options: FaultsOptions;
  readonly #causes: Readonly<Record<FaultName, Cause>>;
  readonly #losses: Readonly<Record<LossName, Cause>> | null;

  constructor(options: FaultsOptions) {
    this.#options = options;
    this.#causes = {
      ...causesOfProcesses(options),
      ...causesOfServers(options.world),
      ...causesOfLocks(options.world),
      ...causesOfKafka(options.world),
      ...causesOfOperators(options),
    };
    const { losses } = options.world;
    this.#losses = losses === null ? null : causesOfLosses(options, losses);
  }

  /** Causes a fault with some probability. Returns its description, or null. */
  perhaps(): string | null {
    return perhapsFlip(this.#options) ?? this.#perhapsFault();
  }

  #perhapsFault(): string | null {
    const { random, profile, losses } = this.#options.world;
    if (
      this.#losses !== null &&
      losses !== null &&
      random.chance(chanceOfLoss(this.#options.world, losses))
    ) {
      const lost = random.pick(losses.profile.losses);
      return `loss: ${lost} ${this.#losses[lost]()}`;
    }
    if (profile.faults.length === 0 || !random.chance(profile.faultChance)) return null;
    const name = random.pick(profile.faults);
    return `fault: ${name} ${this.#causes[name]()}`;
  }

  /** Ends all faults and repairs their effects. */
  stop(): void {
    const { world, fleet } = this.#options;
    for (const server of Object.values(world.servers)) {
      server.isAway = false;
      server.refusal = 0;
      server.loss = 0;
    }
    world.refusing = 'nothing';
    world.flips?.flipped.clear();
    for (const process of fleet.living) {
      process.wake();
      if (!process.isCutForGood) process.reachDatabase();
    }
    // A cut log that has grown back to its old end is compared when its next record comes, or when a consumer joins.
    if (world.losses !== null) for (const group of world.groups.values()) group.rebalance();
    world.wakeConsumers();
  }

  /** Ends the faults that outlast the others. */
  stopLasting(): void {
    for (const process of this.#options.fleet.living) process.reachDatabase();
  }

  /** Unparks every parked partition, as an operator does. */
  unparkAll(): void {
    const { world, judge } = this.#options;
    const { database, turns } = world;
    for (const [key, position] of database.positions.rows)
      if (position.state === 'PARKED')
        setPosition({ database, turns, judge }, key, repaired(world, key, position));
  }
}

/** Returns the chance of a loss. Just after a reply was sent, more can be lost. */
const chanceOfLoss = ({ turns, cache }: World, { profile }: Losses): number =>
  turns.nowMs - cache.redeemedAtMs < briefMsMax / 10 ? profile.chance * 5 : profile.chance;

/** Returns true for the last process of its operation that is not cut off for good. */
const isLastOf = ({ steady }: Fleet, { operation, name }: SimulatedProcess): boolean =>
  steady.every((each) => each.operation !== operation || each.name === name || each.isCutForGood);

const causesOfProcesses = ({ world: { random, turns }, fleet }: FaultsOptions) => {
  const toOne = toOneOf(random, () => fleet.steady);
  return {
    crash: toOne((process) => {
      process.crash();
    }),
    stop: toOne((process) => {
      process.stop();
    }),
    freeze: toOne((process) => {
      process.freeze(random.below(frozenMsMax));
    }),
    'taken-for-dead': toOne((process) => {
      process.takeForDead();
    }),
    'consumer-failure': toOne(({ consumers }) => {
      random.pick(consumers).fail();
    }),
    'consumer-restart': toOne(({ consumers }) => {
      random.pick(consumers).restart(random.below(briefMsMax));
    }),
    'clock-step': toOne(({ clock }) => {
      clock.step(random.between(-stepMsMax, stepMsMax));
    }),
    'database-cut': toOne((process) => {
      const mend = (): void => {
        process.reachDatabase();
      };
      process.cutFromDatabase();
      process.isCutForGood = random.chance(0.3) && !isLastOf(fleet, process);
      if (process.isCutForGood) return;
      const afterMs = random.below(random.pick([awayMsMax, awayForLongMsMax]));
      turns.atServer(`${process.name} reaches the database`, mend, { afterMs });
    }),
  };
};

const causesOfServers = (world: World) => {
  const { servers, random, turns, database } = world;
  let hasRefused = false;
  const away = (name: keyof typeof servers) => (): string => {
    const server = servers[name];
    server.isAway = true;
    if (name === 'database') database.disconnect('everyone');
    const run = (): void => {
      server.isAway = false;
      world.wakeConsumers();
    };
    const forMsMax = name === 'database' ? random.pick([awayMsMax, awayForLongMsMax]) : awayMsMax;
    turns.atServer(`${name} is back`, run, { afterMs: random.below(forMsMax) });
    return '';
  };
  return {
    'database-away': away('database'),
    'broker-away': away('broker'),
    'registry-away': away('registry'),
    'cache-flush': () => {
      world.cache.clear();
      return '';
    },
    'statement-refused': () => {
      if (hasRefused) return 'no more';
      hasRefused = true;
      world.refusing = 'one';
      return '';
    },
    'data-refused': () => {
      if (hasRefused) return 'no more';
      hasRefused = true;
      world.refusing = 'everything';
      const run = (): void => {
        world.refusing = 'nothing';
      };
      turns.atServer('the database takes data again', run, { afterMs: random.below(refusingMsMax) });
      return '';
    },
  };
};

const causesOfLocks = ({ database, random, turns, profile }: World) => ({
  'row-locked': () => {
    const member = `m${random.below(profile.members).toString()}`;
    const key = accountKeyOf({ environmentId: random.between(1, 2), member });
    const free = database.holdAccount(key);
    const afterMs = random.below(random.pick([briefMsMax, rowLockedMsMax]));
    turns.atServer(`the row of ${key} is free`, free, { afterMs });
    return `of ${key}`;
  },
});

const causesOfKafka = (world: World) => {
  const { random, broker, groups, losses, lanes } = world;
  const toOne = (work: (at: { topic: string; partition: number; consumerGroup: string }) => void) => () => {
    const lane = random.pick(lanes);
    const at = { ...lane, partition: random.below(broker.partitionsOf(lane.topic)) };
    work(at);
    return partitionKeyOf(at);
  };
  return {
    rebalance: toOne(({ consumerGroup }) => groups.get(consumerGroup)?.rebalance()),
    'broker-clock-step': () => {
      world.brokerSkewMs += random.between(-stepMsMax, stepMsMax);
      return '';
    },
    'offset-reset': toOne((at) => {
      broker.commit(at.consumerGroup, at, random.below(broker.log(at).length + 1));
    }),
    'control-record': toOne(({ topic, partition }) => {
      // In the place of the last record read, a control record would hide the cut.
      if (losses?.cut.has(partitionKeyOf({ topic, partition })) === true) return;
      broker.appendControl({ topic, partition });
      world.wakeConsumers();
    }),
  };
};

const causesOfOperators = ({ world: { database, random, turns, losses }, judge }: FaultsOptions) => {
  const options = { database, turns, judge };
  const toOne = (work: (key: string, position: StoredPosition) => void) => (): string => {
    const known = [...database.positions.rows];
    if (known.length === 0) return 'of nothing';
    const [key, position] = random.pick(known);
    work(key, position);
    return `of ${key}`;
  };
  return {
    'operator-move': toOne((key, position) => {
      // Moving the position of a cut log would remove the evidence of the cut.
      if (losses?.cut.has(partitionKeyOf(placeInLog(key))) === true) return;
      const nextOffset = random.below(position.nextOffset + 1);
      setPosition(options, key, { ...position, nextOffset, lastTimestamp: null });
    }),
    'operator-park': toOne((key, position) => {
      setPosition(options, key, { ...position, state: 'PARKED' });
      const unpark = (): void => {
        const parked = database.positions.rows.get(key);
        if (parked !== undefined) setPosition(options, key, { ...parked, state: 'RUNNING' });
      };
      const afterMs = random.below(random.pick([briefMsMax, awayMsMax]));
      turns.atServer(`an operator unparks ${key}`, unpark, { afterMs });
    }),
  };
};

const flipChance = 0.01;
/** Until another broker leads, or the copy is made again. */
const rottenMsMax = 8_000;

/** Flips a bit by chance; returns the description, or null. Where there are no flips nothing is drawn. */
const perhapsFlip = (options: FaultsOptions): string | null => {
  const { world } = options;
  const { flips, random, broker, lanes, turns } = world;
  if (flips === null || !random.chance(flipChance)) return null;
  const { topic } = random.pick(lanes);
  const at = { topic, partition: random.below(broker.partitionsOf(topic)) };
  const end = broker.log(at).length;
  if (end === 0) return null;
  const offset = random.below(end);
  const key = partitionKeyOf(at);
  flips.flipped.set(key, (flips.flipped.get(key) ?? new Set()).add(offset));
  flips.everFlipped.add(key);
  flips.count += 1;
  const run = (): void => {
    flips.flipped.delete(key);
    unparkAllOf(options, key);
    world.wakeConsumers();
  };
  turns.atServer(`a sound copy of ${key} leads`, run, { afterMs: random.below(rottenMsMax) });
  return `fault: bit-flip of ${key} at ${offset.toString()}`;
};

const unparkAllOf = ({ world, judge }: FaultsOptions, partition: string): void => {
  const { database, turns } = world;
  for (const [key, position] of database.positions.rows)
    if (position.state === 'PARKED' && partitionKeyOf(placeInLog(key)) === partition)
      setPosition({ database, turns, judge }, key, repaired(world, key, position));
};
