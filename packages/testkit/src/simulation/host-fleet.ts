import type { HostWorld, SimulatedHost } from './simulated-host.ts';

const restartMsMax = 5_000;

export interface HostFleetOptions<Host extends SimulatedHost> {
  readonly world: Pick<HostWorld, 'turns' | 'random'>;
  /** The number of processes to keep running. */
  readonly processes: number;
  readonly make: (number: number) => Host;
  /** No process is started before this instant. */
  readonly downUntilMs: () => number;
}

/** The processes of a run; it also starts new ones. */
export class HostFleet<Host extends SimulatedHost> {
  readonly #options: HostFleetOptions<Host>;
  #processes: Host[] = [];
  #started = 0;

  constructor(options: HostFleetOptions<Host>) {
    this.#options = options;
    for (let n = 0; n < options.processes; n += 1) this.#start();
  }

  get living(): readonly Host[] {
    return this.#processes.filter(({ isGone }) => !isGone);
  }

  get steady(): readonly Host[] {
    return this.living.filter(({ isSteady }) => isSteady);
  }

  get isComplete(): boolean {
    return this.living.length === this.#options.processes;
  }

  /** Replaces dead processes, each after a while. */
  replaceTheDead(): void {
    const { world, downUntilMs } = this.#options;
    const { turns, random } = world;
    const dead = this.#processes.filter(({ isGone }) => isGone);
    this.#processes = this.#processes.filter(({ isGone }) => !isGone);
    const run = (): void => {
      this.#start();
    };
    const waitMs = Math.max(0, downUntilMs() - turns.nowMs);
    for (const { name } of dead)
      turns.atServer(`${name} is replaced`, run, { afterMs: waitMs + random.below(restartMsMax) });
  }

  #start(): void {
    this.#started += 1;
    const process = this.#options.make(this.#started);
    this.#processes.push(process);
    process.start();
  }
}
