import { toOneOf } from '../to-one-of.ts';
import type { JobFaultName } from './job-fault-profile.ts';
import { JobProcess } from './job-process.ts';
import type { JobWorld } from './job-world.ts';

const restartMsMax = 5_000;
const awayMsMax = 8_000;
const frozenMsMax = 20_000;
const stepMsMax = 60_000;
const blackoutMsMax = 900_000;

/** The processes of a run, whoever starts them again, and what goes wrong with them. */
export class JobFleet {
  readonly #world: JobWorld;
  readonly #causes: Readonly<Record<JobFaultName, () => string>>;
  #processes: JobProcess[] = [];
  #started = 0;

  constructor(world: JobWorld) {
    this.#world = world;
    this.#causes = { ...this.#causesOfProcesses(), ...this.#causesOfServer() };
    for (let n = 0; n < world.profile.processes; n += 1) this.#start();
  }

  get living(): readonly JobProcess[] {
    return this.#processes.filter(({ isGone }) => !isGone);
  }

  get isComplete(): boolean {
    return this.living.length === this.#world.profile.processes;
  }

  /** Replaces those that are gone, each after a while. */
  replaceTheDead(): void {
    const { turns, random, downUntilMs } = this.#world;
    const dead = this.#processes.filter(({ isGone }) => isGone);
    this.#processes = this.#processes.filter(({ isGone }) => !isGone);
    const run = (): void => {
      this.#start();
    };
    const waitMs = Math.max(0, downUntilMs - turns.nowMs);
    for (const { name } of dead)
      turns.atServer(`${name} is replaced`, run, { afterMs: waitMs + random.below(restartMsMax) });
  }

  /** Perhaps something goes wrong now; tells what. */
  perhaps(): string | null {
    const { random, profile } = this.#world;
    if (profile.faults.length === 0 || !random.chance(profile.faultChance)) return null;
    const name = random.pick(profile.faults);
    return `fault: ${name} ${this.#causes[name]()}`;
  }

  /** Nothing goes wrong from now on, and what was wrong is put right. */
  calm(): void {
    const { server } = this.#world;
    server.isAway = false;
    server.refusal = 0;
    server.loss = 0;
    this.#world.mayFail = false;
    for (const process of this.living) {
      process.isFrozen = false;
      process.unpublished = 0;
    }
  }

  #start(): void {
    this.#started += 1;
    const process = new JobProcess(this.#world, this.#started);
    this.#processes.push(process);
    process.start();
  }

  #causesOfProcesses() {
    const { random, turns } = this.#world;
    const toOne = toOneOf(random, () => this.living.filter(({ isSteady }) => isSteady));
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
      'session-dropped': toOne(({ number }) => {
        this.#world.database.disconnect(number);
      }),
      'lock-lost': toOne(({ number }) => {
        this.#world.database.dropJobLocks(number);
      }),
      'clock-step': toOne(({ clock }) => {
        clock.step(random.between(-stepMsMax, stepMsMax));
      }),
      unpublished: toOne((process) => {
        process.unpublished = 17;
        const publish = (): void => {
          process.unpublished = 0;
        };
        turns.atServer(`${process.name} has published`, publish, { afterMs: random.below(awayMsMax) });
      }),
    };
  }

  #causesOfServer() {
    const { random, turns, database, server } = this.#world;
    return {
      'database-away': () => {
        server.isAway = true;
        database.disconnect('everyone');
        const run = (): void => {
          server.isAway = false;
        };
        turns.atServer('the database is back', run, { afterMs: random.below(awayMsMax) });
        return '';
      },
      blackout: () => {
        this.#world.downUntilMs = turns.nowMs + random.below(blackoutMsMax);
        for (const process of this.living) process.crash();
        return 'of everybody';
      },
    };
  }
}
