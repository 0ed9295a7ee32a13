import { HostFleet } from '../host-fleet.ts';
import { toOneOf } from '../to-one-of.ts';
import type { TaskFaultName } from './task-fault-profile.ts';
import { TaskProcess } from './task-process.ts';
import type { TaskWorld } from './task-world.ts';

const awayMsMax = 12_000;
const frozenMsMax = 30_000;
const stepMsMax = 60_000;
const blackoutMsMax = 60_000;

/** The processes of a run and their faults. */
export class TaskFleet {
  readonly #world: TaskWorld;
  readonly #causes: Readonly<Record<TaskFaultName, () => string>>;
  readonly processes: HostFleet<TaskProcess>;

  constructor(world: TaskWorld) {
    this.#world = world;
    this.processes = new HostFleet({
      world,
      processes: world.profile.processes,
      make: (number) => new TaskProcess(world, number),
      downUntilMs: () => world.downUntilMs,
    });
    this.#causes = { ...this.#causesOfProcesses(), ...this.#causesOfServer() };
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
    for (const process of this.processes.living) process.isFrozen = false;
  }

  #causesOfProcesses() {
    const { random } = this.#world;
    const toOne = toOneOf(random, () => this.processes.steady);
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
      'clock-step': toOne(({ clock }) => {
        clock.step(random.between(-stepMsMax, stepMsMax));
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
        for (const process of this.processes.living) process.crash();
        return 'of everybody';
      },
    };
  }
}
