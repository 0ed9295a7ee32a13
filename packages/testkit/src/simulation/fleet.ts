import { SimulatedProcess } from './simulated-process.ts';
import type { Operation } from './simulated-message.ts';
import type { World } from './world.ts';

const restartMsMax = 5_000;

/** The engine processes of a run; it also starts new ones. */
export class Fleet {
  readonly #world: World;
  #processes: SimulatedProcess[] = [];
  #started = 0;

  constructor(world: World) {
    this.#world = world;
    for (let n = 0; n < world.profile.processes; n += 1) this.#start('evaluate');
    for (let n = 0; n < world.profile.burners; n += 1) this.#start('redeem');
    world.wakeConsumers = () => {
      for (const { consumers } of this.living) for (const consumer of consumers) consumer.pump();
    };
  }

  get living(): readonly SimulatedProcess[] {
    return this.#processes.filter(({ isGone }) => !isGone);
  }

  /** The processes that can take an instruction. */
  get steady(): readonly SimulatedProcess[] {
    return this.living.filter(({ isSteady }) => isSteady);
  }

  /** Replaces dead processes, each after some time. */
  replaceTheDead(): void {
    const { turns, random } = this.#world;
    const dead = this.#processes.filter(({ isGone }) => isGone);
    this.#processes = this.#processes.filter(({ isGone }) => !isGone);
    for (const { name, operation } of dead) {
      const run = (): void => {
        this.#start(operation);
      };
      turns.atServer(`${name} is replaced`, run, { afterMs: random.below(restartMsMax) });
    }
  }

  #start(operation: Operation): void {
    this.#started += 1;
    const process = new SimulatedProcess(this.#world, this.#started, operation);
    this.#processes.push(process);
    process.start();
  }
}
