import type { TaskSpec } from '@loyalty/task-queue';
import type { Random } from '../random.ts';
import { SimulationScheduler } from '../simulation-scheduler.ts';
import type { Manner, TaskFaultProfile } from './task-fault-profile.ts';
import { TaskProcess } from './task-process.ts';
import { createTaskWorld, type TaskWorld } from './task-world.ts';

/** The events of one environment: how many a second, each for this many endpoints. */
interface Flood {
  readonly name: string;
  readonly endpoints: number;
  readonly eventsPerSecond: number;
}

/** Far more than endpoints that take 400 ms can bear: they count as fast, and their tasks pile up. */
const floods: readonly Flood[] = [
  { name: 'a hundred endpoints', endpoints: 100, eventsPerSecond: 50 },
  { name: 'one endpoint', endpoints: 1, eventsPerSecond: 2_000 },
];

const arrivalMs = 20;
/** More than three seconds' worth of arrivals. */
const arrivals = 150;
/** After this many arrivals another environment has an event, for one endpoint that responds at once. */
const arrivalsPerOther = 5;
/** The other environment's first attempt must begin within this, whatever floods. */
const startMsMax = 1_000;
const factsMax = 500;
const batchMs = 5;
const stepsMax = 400_000;

const [flooding, other] = [1, 2];

const profileOf = ({ endpoints }: Flood): TaskFaultProfile => ({
  processes: 1,
  manners: [...Array.from({ length: endpoints }, (): Manner => 'leisurely'), 'quick'],
  jobs: 0,
  limits: { initial: 4, max: 64 },
  faults: [],
  faultChance: 0,
  failChance: 0,
  refusal: 0,
  loss: 0,
  steps: 0,
});

/**
 * Runs one process on a stream in which one environment makes far more tasks than its endpoints can take.
 * Returns how late the first attempts of another environment were, or null.
 */
export const simulateFloods = async (random: Random): Promise<string | null> => {
  for (const flood of floods) {
    const late = await new FloodSimulation(flood, random).run();
    if (late !== null) return `while ${flood.name} flooded, ${late}`;
  }
  return null;
};

class FloodSimulation {
  readonly #flood: Flood;
  readonly #world: TaskWorld;
  readonly #process: TaskProcess;
  /** Facts that nobody has read yet, with the tasks that each makes. */
  readonly #facts: TaskSpec[][] = [];
  readonly #others: TaskSpec[] = [];
  #steps = 0;
  /** Everything that has arrived must have its first attempt by then. Arrivals may come late. */
  #endMs = 0;

  constructor(flood: Flood, random: Random) {
    this.#flood = flood;
    this.#world = createTaskWorld(random, profileOf(flood), new SimulationScheduler(random, 0));
    this.#process = new TaskProcess(this.#world, 1);
  }

  async run(): Promise<string | null> {
    this.#process.start();
    this.#arrive(1);
    void this.#follow();
    while (this.#world.turns.nowMs <= this.#endMs && this.#steps < stepsMax) await this.#step();
    this.#process.crash();
    return this.#world.accidents[0] ?? this.#late();
  }

  async #step(): Promise<void> {
    this.#steps += 1;
    await new Promise((resolve) => setImmediate(resolve));
    this.#world.turns.next()?.run();
  }

  #arrive(turn: number): void {
    const { endpoints, eventsPerSecond } = this.#flood;
    this.#endMs = this.#world.turns.nowMs + arrivalMs + startMsMax;
    for (let n = 0; n < (eventsPerSecond * arrivalMs) / 1_000; n += 1)
      this.#facts.push(Array.from({ length: endpoints }, (_, lane) => this.#world.newWork(lane, flooding)));
    if (turn % arrivalsPerOther === 0) {
      const work = this.#world.newWork(endpoints, other);
      this.#others.push(work);
      this.#facts.push([work]);
    }
    const next = (): void => {
      this.#arrive(turn + 1);
    };
    if (turn < arrivals) this.#world.turns.atServer('facts arrive', next, { afterMs: arrivalMs });
  }

  /** Follows the facts as the stream runtime does: one batch at a time, of all that have arrived. */
  async #follow(): Promise<void> {
    const { clock } = this.#process;
    while (!this.#process.isGone) {
      const works = this.#facts.splice(0, factsMax).flat();
      if (works.length > 0) await this.#process.make(works);
      await clock.sleep(batchMs);
    }
  }

  #late(): string | null {
    const waits = this.#others.map(
      ({ id, createdAtMs }) => (this.#world.askedAtMs.get(id) ?? Infinity) - createdAtMs,
    );
    const worstMs = Math.max(...waits);
    if (this.#steps >= stepsMax) return 'time did not pass';
    return worstMs <= startMsMax ? null : `another environment waited ${worstMs.toString()} ms`;
  }
}
