import { periodMsOf } from '@loyalty/jobs/job';
import { Random } from '../random.ts';
import { withJitterFrom } from '../with-jitter-from.ts';
import { createJobFleet, type JobFleet } from './job-fleet.ts';
import { JobJudge } from './job-judge.ts';
import { createJobWorld, type JobWorld } from './job-world.ts';

export interface JobSimulationResult {
  readonly seed: number;
  /** The first violation; null if there was none. */
  readonly violation: string | null;
  readonly steps: number;
  /** The number of runs that were begun, over all environments. */
  readonly runs: number;
  /** The number of chunks by outcome. */
  readonly chunks: Readonly<Record<string, number>>;
}

export interface JobSimulationOptions {
  readonly seed: number;
  /** Called with every step. */
  readonly trace?: (line: string) => void;
}

/**
 * Once faults have stopped, due runs must finish within this much simulated time. Time still leaps: a leap within a chunk makes it
 * fail, and its environment then rests for four times as long, to keep to its share.
 */
const settleMsMax = 4 * 3_600_000;
const stepsMax = 200_000;
/** A daily run occurs once more at most; others three times. */
const calmMsMax = 3_600_000;

const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class JobSimulation {
  readonly world: JobWorld;
  readonly judge: JobJudge;
  readonly #fleet: JobFleet;
  readonly #trace: (line: string) => void;
  steps = 0;

  constructor({ seed, trace = () => undefined }: JobSimulationOptions, random: Random) {
    this.world = createJobWorld(random);
    this.#trace = trace;
    trace(`seed ${seed.toString()}: ${JSON.stringify(this.world.profile)}`);
    this.judge = new JobJudge(this.world);
    this.#fleet = createJobFleet(this.world);
  }

  /** Returns the first violation, or null. */
  async run(): Promise<string | null> {
    const { turns, profile } = this.world;
    while (this.steps < profile.steps) {
      const fault = this.#fleet.perhaps();
      if (fault !== null) this.#trace(`      ${fault}`);
      const wrong = await this.#step();
      if (wrong !== null) return wrong;
    }
    this.#trace('      faults have stopped');
    this.#fleet.calm();
    for (const process of this.#fleet.living) process.unpublished = 0;
    const away = await this.#until(() => (this.#fleet.isComplete ? null : 'not all are back'));
    if (away !== null) return away;
    const calmMs = turns.nowMs;
    const missed = await this.#until(() => this.judge.due(calmMs));
    if (missed !== null) return missed;
    const settledMs = turns.nowMs;
    const untilMs = settledMs + Math.min(calmMsMax, 3 * periodMsOf(profile.schedule));
    return (
      (await this.#until(
        () => (turns.nowMs < untilMs ? 'it is early' : this.judge.due(untilMs)),
        calmMsMax,
      )) ??
      this.judge.leftOut(settledMs) ??
      this.#stop()
    );
  }

  /** Stops all processes and checks that no lock is left. */
  async #stop(): Promise<string | null> {
    const old = this.#fleet.living;
    for (const process of old) if (process.isSteady) process.stop();
    return this.#until(() => {
      const slow = old.find(({ isGone }) => !isGone);
      if (slow !== undefined) return `${slow.name} does not stop`;
      const [held] = this.world.database.jobLocks.values();
      return old.some(({ number }) => number === held) ? 'a lock is left behind' : null;
    });
  }

  async #until(missing: () => string | null, withinMs = 0): Promise<string | null> {
    const endMs = this.world.turns.nowMs + settleMsMax + withinMs;
    for (let left = missing(); left !== null; left = missing()) {
      if (this.world.turns.nowMs > endMs || this.steps > stepsMax) return `does not settle: ${left}`;
      const wrong = await this.#step();
      if (wrong !== null) return wrong;
    }
    return null;
  }

  async #step(): Promise<string | null> {
    const { turns, database, accidents } = this.world;
    this.steps += 1;
    // A process that was asked to stop may be gone by now, and wait to be replaced.
    await drained();
    this.#fleet.replaceTheDead();
    const turn = turns.next();
    if (turn === null) return this.#fleet.living.length === 0 ? null : 'nobody can go on';
    database.expire();
    this.#trace(`${this.steps.toString().padStart(5)} ${(turns.nowMs % 10_000_000).toString()} ${turn.what}`);
    turn.run();
    return this.judge.violations[0] ?? accidents[0] ?? null;
  }
}

/**
 * Runs a job in one to three processes through the faults that the seed draws. At every commit it checks that
 * each run takes each member once and finishes only with all of them; at the end it checks that no run is
 * left out. The same seed gives the same run. A process runs one simulation at a time.
 */
export const simulateJobs = (options: JobSimulationOptions): Promise<JobSimulationResult> => {
  const random = new Random(options.seed);
  return withJitterFrom(random, async () => {
    const simulation = new JobSimulation(options, random);
    const { world, judge } = simulation;
    const noteUnhandled = (reason: unknown): void => {
      world.accidents.push(`nobody heard a rejection: ${String(reason)}`);
    };
    process.on('unhandledRejection', noteUnhandled);
    const violation = await simulation.run();
    process.off('unhandledRejection', noteUnhandled);
    const { steps } = simulation;
    return {
      seed: options.seed,
      violation,
      steps,
      runs: judge.runs.length,
      chunks: Object.fromEntries(world.chunks),
    };
  });
};
