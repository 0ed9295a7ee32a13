import type { LedgerPosting } from '@loyalty/rules/earning';
import { createBitFlips } from './bit-flips.ts';
import { Faults } from './faults.ts';
import { Fleet } from './fleet.ts';
import { Judge } from './judge.ts';
import { drawLossProfile } from './losses/loss-profile.ts';
import { createLosses, type LossCounts, type Losses } from './losses/losses.ts';
import type { Mechanism } from './losses/mechanisms.ts';
import { unexpiredAt } from './members/judge-members.ts';
import { lookAheadMs } from './members/simulated-expiry.ts';
import { wrongSumOf } from './members/wrong-sums.ts';
import { Random } from './random.ts';
import { withJitterFrom } from './with-jitter-from.ts';
import { Workload } from './workload.ts';
import { createWorld, type World } from './world.ts';

export interface SimulationResult {
  readonly seed: number;
  /** The first violation; null if there was none. */
  readonly violation: string | null;
  /** The number of steps up to the end or the violation. */
  readonly steps: number;
  /** The number of stored effects. */
  readonly effects: number;
  /** The number of ledger entries by their type, and of erased members. */
  readonly writes: Readonly<Record<LedgerPosting['type'] | 'erased', number>>;
  /** The losses, only for a run with losses. */
  readonly losses?: LossCounts;
  /** The number of flipped bits. */
  readonly flips: number;
}

export interface SimulationOptions {
  readonly seed: number;
  /**
   * True if the database may lose its last commits, logs may lose records, and topics may get partitions.
   * Default: false. `without` switches a mechanism off.
   */
  readonly losses?: boolean | { readonly without: Mechanism };
  /** True if the group of the tills also has a bulk topic, as followers of facts have. Default: false. */
  readonly hasBulkTopic?: boolean;
  /** True where some producers write in transactions, which they commit, abort, or leave open for long. Default false. */
  readonly hasTransactions?: boolean;
  /** True where bits flip on the disks of brokers. Default false. `without` has consumers compare no checksum. */
  readonly flips?: boolean | { readonly without: 'checksum' };
  /** Called with every step. */
  readonly trace?: (line: string) => void;
}

/** Once faults have stopped, everything must settle within this much simulated time, and this many steps. */
const settleMsMax = 600_000;
const settleStepsMax = 60_000;
const lookEvery = 16;

/** Lets every process continue as far as it can without another turn. */
const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const lossesOf = (asked: SimulationOptions['losses'] = false, random: Random): Losses | null => {
  if (asked === false) return null;
  return createLosses(drawLossProfile(random), asked === true ? null : asked.without);
};

class Simulation {
  readonly #world: World;
  readonly #judge: Judge;
  readonly #fleet: Fleet;
  readonly #faults: Faults;
  readonly #workload: Workload;
  readonly #trace: (line: string) => void;
  steps = 0;

  constructor(
    {
      seed,
      losses,
      hasBulkTopic = false,
      hasTransactions = false,
      flips = false,
      trace = () => undefined,
    }: SimulationOptions,
    random: Random,
  ) {
    this.#world = createWorld(random, {
      lossesOf: (drawn) => lossesOf(losses, drawn),
      hasBulkTopic,
      hasTransactions,
      flips: flips === false ? null : createBitFlips({ isChecked: flips === true }),
    });
    this.#trace = trace;
    trace(`seed ${seed.toString()}: ${JSON.stringify(this.#world.profile)}`);
    if (this.#world.losses !== null) trace(JSON.stringify(this.#world.losses.profile));
    this.#judge = new Judge(this.#world);
    this.#fleet = new Fleet(this.#world);
    this.#workload = new Workload(this.#world);
    this.#faults = new Faults({ world: this.#world, fleet: this.#fleet, judge: this.#judge });
  }

  get effects(): number {
    return this.#world.database.effects.rows.size;
  }

  get writes(): SimulationResult['writes'] {
    const { entries, accounts } = this.#world.database;
    const writes = { EARN: 0, REDEEM: 0, EXPIRE: 0, ADJUST: 0, RETURN: 0, REFUND: 0, erased: 0 };
    for (const { type } of entries.rows.values()) writes[type] += 1;
    for (const { state } of accounts.rows.values()) writes.erased += Number(state === 'anonymized');
    return writes;
  }

  get losses(): LossCounts | null {
    const { losses } = this.#world;
    return losses === null ? null : { ...losses.counts, differences: this.#judge.differences };
  }

  get flips(): number {
    return this.#world.flips?.count ?? 0;
  }

  get accidents(): string[] {
    return this.#world.accidents;
  }

  /** Returns the first violation, or null. */
  async run(): Promise<string | null> {
    while (this.steps < this.#world.profile.steps) {
      const fault = this.#faults.perhaps();
      if (fault !== null) this.#trace(`      ${fault}`);
      const wrong = await this.#step();
      if (wrong !== null) return wrong;
    }
    this.#trace('      faults have stopped');
    this.#faults.stop();
    return (await this.#settle()) ?? this.#wrongSum();
  }

  async #settle(): Promise<string | null> {
    const dueAtMs = this.#world.turns.nowMs + lookAheadMs;
    return (
      (await this.#until(() => this.#judge.unsettled() ?? unexpiredAt(this.#world.database, dueAtMs))) ??
      (await this.#until(() => this.#judge.unpublished())) ??
      (await this.#restart()) ??
      (await this.#until(() => this.#judge.unpublished() ?? this.#unready()))
    );
  }

  #wrongSum(): string | null {
    const { losses, database } = this.#world;
    return losses === null ? null : wrongSumOf(database);
  }

  async #restart(): Promise<string | null> {
    this.#faults.stopLasting();
    const old = this.#fleet.living;
    this.#trace('      everything is restarted');
    for (const process of old) if (process.isSteady) process.stop();
    return this.#until(() => {
      const slow = old.find(({ isGone, isStopping }) => isStopping && !isGone);
      return slow === undefined ? null : `${slow.name} does not stop`;
    });
  }

  #unready(): string | null {
    const ready = this.#fleet.living.filter(({ isReady }) => isReady).length;
    const { processes, burners } = this.#world.profile;
    return ready === processes + burners ? null : 'a process does not become ready';
  }

  async #until(missing: () => string | null): Promise<string | null> {
    const endMs = this.#world.turns.nowMs + settleMsMax;
    const endStep = this.steps + settleStepsMax;
    for (let left = this.#missing(missing); left !== null; left = this.#missing(missing)) {
      if (this.#world.turns.nowMs > endMs || this.steps > endStep) return `does not settle: ${left}`;
      this.#faults.unparkAll();
      const wrong = await this.#steps();
      if (wrong !== null) return wrong;
    }
    return null;
  }

  #missing(missing: () => string | null): string | null {
    return this.#workload.isDone ? missing() : 'not everything was sent yet';
  }

  async #steps(): Promise<string | null> {
    for (let n = 0; n < lookEvery; n += 1) {
      const wrong = await this.#step();
      if (wrong !== null) return wrong;
    }
    return null;
  }

  async #step(): Promise<string | null> {
    const { turns, database, accidents } = this.#world;
    this.steps += 1;
    this.#fleet.replaceTheDead();
    const turn = turns.next();
    if (turn === null) return 'nobody can go on';
    database.expire();
    this.#trace(`${this.steps.toString().padStart(5)} ${(turns.nowMs % 10_000_000).toString()} ${turn.what}`);
    turn.run();
    if (!turn.isAtServer) await drained();
    return this.#judge.violations[0] ?? accidents[0] ?? null;
  }
}

/**
 * Runs the stream runtime through the faults that the seed draws, one step at a time, and checks every
 * invariant at every step. The same seed gives the same run. A process runs one simulation at a time.
 */
export const simulate = (options: SimulationOptions): Promise<SimulationResult> => {
  const random = new Random(options.seed);
  return withJitterFrom(random, async () => {
    const simulation = new Simulation(options, random);
    const noteUnhandled = (reason: unknown): void => {
      simulation.accidents.push(`nobody heard a rejection: ${String(reason)}`);
    };
    process.on('unhandledRejection', noteUnhandled);
    const violation = await simulation.run();
    process.off('unhandledRejection', noteUnhandled);
    const { steps, effects, writes, losses, flips } = simulation;
    const seen = { seed: options.seed, violation, steps, effects, writes, flips };
    return { ...seen, ...(losses === null ? {} : { losses }) };
  });
};
