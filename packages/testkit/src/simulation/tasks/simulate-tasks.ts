import { HostFleet } from '../host-fleet.ts';
import { Random } from '../random.ts';
import { withJitterFrom } from '../with-jitter-from.ts';
import { simulateFloods } from './simulate-floods.ts';
import type { TaskFaultName } from './task-fault-profile.ts';
import { TaskJudge } from './task-judge.ts';
import { TaskProcess } from './task-process.ts';
import { createTaskWorld, type TaskWorld } from './task-world.ts';

export interface TaskSimulationResult {
  readonly seed: number;
  /** The first violation; null if there was none. */
  readonly violation: string | null;
  readonly steps: number;
  /** The number of tasks that came to an end. */
  readonly jobs: number;
}

export interface TaskSimulationOptions {
  readonly seed: number;
  /** Called with every step. */
  readonly trace?: (line: string) => void;
}

/** Once faults have stopped, all tasks must end within this much simulated time. */
const settleMsMax = 7_200_000;
const stepsMax = 300_000;
/** One of this many seeds ends with floods, which take a thousand times the tasks of the others. */
const floodEvery = 30;
/**
 * A destination known to be fast starts within this, whatever else hangs. It is a second, and the longest rest
 * between two polls that the run has slowed down (`poll-interval.ts` of task-queue).
 */
const startMsMax = 1_000 + 2_500;

const tooLong = (waitedMs: number): string | null =>
  waitedMs <= startMsMax ? null : `a fast lane waited ${waitedMs.toString()} ms`;

const longestMs = { away: 12_000, frozen: 30_000, blackout: 60_000 };

const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class TaskSimulation {
  readonly world: TaskWorld;
  readonly #judge: TaskJudge;
  readonly #fleet: HostFleet<TaskProcess, TaskFaultName>;
  readonly #trace: (line: string) => void;
  #jobs = 0;
  steps = 0;

  constructor({ seed, trace = () => undefined }: TaskSimulationOptions, random: Random) {
    this.world = createTaskWorld(random);
    this.#trace = trace;
    trace(`seed ${seed.toString()}: ${JSON.stringify(this.world.profile)}`);
    this.#judge = new TaskJudge(this.world);
    this.#fleet = new HostFleet({
      world: this.world,
      longestMs,
      make: (number) => new TaskProcess(this.world, number),
      causes: (usual) => usual,
    });
  }

  /** Returns the first violation, or null. */
  async run(): Promise<string | null> {
    while (this.steps < this.world.profile.steps) {
      const fault = this.#fleet.perhaps();
      if (fault !== null) this.#trace(`      ${fault}`);
      this.#perhapsAdd();
      const wrong = await this.#step();
      if (wrong !== null) return wrong;
    }
    this.#trace('      faults have stopped');
    this.#fleet.calm();
    return (
      (await this.#until(() => (this.#fleet.isComplete ? null : 'not all are back'))) ??
      (await this.#until(() => this.#judge.missing())) ??
      (await this.#startsInTime()) ??
      (await this.#stop())
    );
  }

  #perhapsAdd(): void {
    const { jobs, steps, manners } = this.world.profile;
    const { random } = this.world;
    if (this.#jobs >= jobs || !random.chance((2 * jobs) / steps)) return;
    const lane = random.below(manners.length);
    if (random.chance(0.5)) this.#add(lane);
    else this.#submit(lane, random.between(1, 5));
  }

  /** Lets a process make tasks that it then works off itself. */
  #submit(lane: number, count: number): void {
    const { steady } = this.#fleet;
    if (steady.length === 0) return;
    this.#jobs += count;
    const works = Array.from({ length: count }, () => this.world.newWork(lane));
    this.world.random.pick(steady).submit(works);
  }

  #addMany(count: number, lane: number): void {
    for (let n = 0; n < count; n += 1) this.#add(lane);
  }

  #add(lane: number): string {
    this.#jobs += 1;
    return this.world.addJob(lane);
  }

  /** Checks that destinations that hang or flood do not delay a fast one. */
  async #startsInTime(): Promise<string | null> {
    const { profile, askedAtMs, turns } = this.world;
    const quick = profile.manners.indexOf('quick');
    const hanging = profile.manners.indexOf('hangs');
    if (quick < 0 || hanging < 0) return null;
    this.#addMany(20, quick);
    const warm = await this.#until(() => this.#judge.missing());
    this.#addMany(200, hanging);
    const beganMs = turns.nowMs;
    const early = await this.#until(() => (turns.nowMs - beganMs > 3_000 ? null : 'it is early'));
    const addedAtMs = turns.nowMs;
    const id = this.#add(quick);
    const late = await this.#until(() => (askedAtMs.has(id) ? null : `${id} is not asked`));
    const waitedMs = (askedAtMs.get(id) ?? Infinity) - addedAtMs;
    return warm ?? early ?? late ?? tooLong(waitedMs);
  }

  /** Stops all processes and checks that no task is in flight. */
  async #stop(): Promise<string | null> {
    const old = this.#fleet.living;
    for (const process of old) if (process.isSteady) process.stop();
    return this.#until(() => {
      const slow = old.find(({ isGone }) => !isGone);
      return slow === undefined ? null : `${slow.name} does not stop`;
    });
  }

  async #until(missing: () => string | null): Promise<string | null> {
    const endMs = this.world.turns.nowMs + settleMsMax;
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
    await drained();
    this.#fleet.replaceTheDead();
    const turn = turns.next();
    if (turn === null) return this.#fleet.living.length === 0 ? null : 'nobody can go on';
    database.expire();
    this.#trace(`${this.steps.toString().padStart(5)} ${(turns.nowMs % 10_000_000).toString()} ${turn.what}`);
    turn.run();
    return this.#judge.violations[0] ?? accidents[0] ?? null;
  }
}

/**
 * Works off a queue in one to three processes through the faults that the seed draws. It checks that each
 * attempt counts once, each task ends once, and destinations keep their limits. A fast destination must start
 * soon even next to a hanging one or a flood. The same seed gives the same run. A process runs one simulation
 * at a time.
 */
export const simulateTasks = (options: TaskSimulationOptions): Promise<TaskSimulationResult> => {
  const random = new Random(options.seed);
  return withJitterFrom(random, async () => {
    const simulation = new TaskSimulation(options, random);
    const { accidents, ends } = simulation.world;
    const noteUnhandled = (reason: unknown): void => {
      accidents.push(`nobody heard a rejection: ${String(reason)}`);
    };
    process.on('unhandledRejection', noteUnhandled);
    const wrong = await simulation.run();
    const isFlooded = wrong === null && options.seed % floodEvery === 0;
    const violation = isFlooded ? await simulateFloods(random) : wrong;
    process.off('unhandledRejection', noteUnhandled);
    return { seed: options.seed, violation, steps: simulation.steps, jobs: ends.rows.size };
  });
};
