import type { HostWorld, SimulatedHost } from './simulated-host.ts';
import { toOneOf } from './to-one-of.ts';

const restartMsMax = 5_000;
const stepMsMax = 60_000;

/** Causes one fault; returns its target as text. */
type Cause = () => string;

/** The faults that strike processes of every kind. */
type UsualFault = 'crash' | 'stop' | 'freeze' | 'clock-step' | 'database-away' | 'blackout';

/** The state that the processes of a fleet share. */
export interface FleetWorld<Fault extends string> extends HostWorld {
  readonly profile: {
    /** The number of processes to keep running. */
    readonly processes: number;
    readonly faults: readonly Fault[];
    /** The chance of a fault at each step. */
    readonly faultChance: number;
  };
  /** False once faults have stopped: nothing then fails because of a defect. */
  mayFail: boolean;
  /** The instant before which no process is started. */
  downUntilMs: number;
}

interface HostFleetOptions<Host extends SimulatedHost, Fault extends string> {
  readonly world: FleetWorld<Fault>;
  readonly make: (number: number) => Host;
  /** How long the faults last at most, in milliseconds. */
  readonly longestMs: { readonly away: number; readonly frozen: number; readonly blackout: number };
  /** Adds the causes of faults that only these processes have; `toOne` makes one that strikes a steady process. */
  readonly causes: (
    usual: Readonly<Record<UsualFault, Cause>>,
    toOne: (work: (process: Host) => void) => Cause,
  ) => Readonly<Record<Fault, Cause>>;
}

/** The processes of a run and their faults; it also starts new processes. */
export class HostFleet<Host extends SimulatedHost, Fault extends string> {
  readonly #options: HostFleetOptions<Host, Fault>;
  readonly #causes: Readonly<Record<Fault, Cause>>;
  #processes: Host[] = [];
  #started = 0;

  constructor(options: HostFleetOptions<Host, Fault>) {
    this.#options = options;
    for (let n = 0; n < options.world.profile.processes; n += 1) this.#start();
    const toOne = toOneOf(options.world.random, () => this.steady);
    this.#causes = options.causes({ ...this.#causesOfProcesses(toOne), ...this.#causesOfServer() }, toOne);
  }

  get living(): readonly Host[] {
    return this.#processes.filter(({ isGone }) => !isGone);
  }

  get steady(): readonly Host[] {
    return this.living.filter(({ isSteady }) => isSteady);
  }

  get isComplete(): boolean {
    return this.living.length === this.#options.world.profile.processes;
  }

  /** Replaces dead processes, each after some time. */
  replaceTheDead(): void {
    const { turns, random, downUntilMs } = this.#options.world;
    const dead = this.#processes.filter(({ isGone }) => isGone);
    this.#processes = this.#processes.filter(({ isGone }) => !isGone);
    const run = (): void => {
      this.#start();
    };
    const waitMs = Math.max(0, downUntilMs - turns.nowMs);
    for (const { name } of dead)
      turns.atServer(`${name} is replaced`, run, { afterMs: waitMs + random.below(restartMsMax) });
  }

  /** Causes a fault with some probability. Returns its description, or null. */
  perhaps(): string | null {
    const { random, profile } = this.#options.world;
    if (profile.faults.length === 0 || !random.chance(profile.faultChance)) return null;
    const name = random.pick(profile.faults);
    return `fault: ${name} ${this.#causes[name]()}`;
  }

  /** Ends all faults and repairs their effects. */
  calm(): void {
    const { world } = this.#options;
    const { server } = world;
    server.isAway = false;
    server.refusal = 0;
    server.loss = 0;
    world.mayFail = false;
    for (const process of this.living) process.isFrozen = false;
  }

  #causesOfProcesses(toOne: (work: (process: Host) => void) => Cause) {
    const { world, longestMs } = this.#options;
    const { random } = world;
    return {
      crash: toOne((process) => {
        process.crash();
      }),
      stop: toOne((process) => {
        process.stop();
      }),
      freeze: toOne((process) => {
        process.freeze(random.below(longestMs.frozen));
      }),
      'clock-step': toOne(({ clock }) => {
        clock.step(random.between(-stepMsMax, stepMsMax));
      }),
    };
  }

  #causesOfServer() {
    const { world, longestMs } = this.#options;
    const { random, turns, database, server } = world;
    return {
      'database-away': () => {
        server.isAway = true;
        database.disconnect('everyone');
        const run = (): void => {
          server.isAway = false;
        };
        turns.atServer('the database is back', run, { afterMs: random.below(longestMs.away) });
        return '';
      },
      blackout: () => {
        world.downUntilMs = turns.nowMs + random.below(longestMs.blackout);
        for (const process of this.living) process.crash();
        return 'of everybody';
      },
    };
  }

  #start(): void {
    this.#started += 1;
    const process = this.#options.make(this.#started);
    this.#processes.push(process);
    process.start();
  }
}
