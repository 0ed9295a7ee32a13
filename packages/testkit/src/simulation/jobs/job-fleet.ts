import { HostFleet } from '../host-fleet.ts';
import { toOneOf } from '../to-one-of.ts';
import type { JobFaultName } from './job-fault-profile.ts';
import { JobProcess } from './job-process.ts';
import type { JobWorld } from './job-world.ts';

const awayMsMax = 8_000;
const frozenMsMax = 20_000;
const stepMsMax = 60_000;
const blackoutMsMax = 900_000;

/** The processes of a run and their faults; it also starts new processes. */
export class JobFleet {
  readonly #world: JobWorld;
  readonly #causes: Readonly<Record<JobFaultName, () => string>>;
  readonly #processes: HostFleet<JobProcess>;

  constructor(world: JobWorld) {
    this.#world = world;
    this.#processes = new HostFleet({
      world,
      processes: world.profile.processes,
      make: (number) => new JobProcess(world, number),
      downUntilMs: () => world.downUntilMs,
    });
    this.#causes = { ...this.#causesOfProcesses(), ...this.#causesOfServer() };
  }

  get living(): readonly JobProcess[] {
    return this.#processes.living;
  }

  get isComplete(): boolean {
    return this.#processes.isComplete;
  }

  /** Replaces dead processes, each after a while. */
  replaceTheDead(): void {
    this.#processes.replaceTheDead();
  }

  /** Causes a fault by chance; returns its description, or null. */
  perhaps(): string | null {
    const { random, profile } = this.#world;
    if (profile.faults.length === 0 || !random.chance(profile.faultChance)) return null;
    const name = random.pick(profile.faults);
    return `fault: ${name} ${this.#causes[name]()}`;
  }

  /** Ends all faults and repairs their effects. */
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

  #causesOfProcesses() {
    const { random, turns } = this.#world;
    const toOne = toOneOf(random, () => this.#processes.steady);
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
