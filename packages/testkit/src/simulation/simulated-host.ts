import type { Part } from '@loyalty/kernel';
import type { MemoryDatabase } from '../memory-database.ts';
import type { Random } from './random.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { SimulatedLine, type ServerState } from './simulated-line.ts';
import type { Actor, SimulationScheduler } from './simulation-scheduler.ts';

/** The environment of every process of a simulation. */
export interface HostWorld {
  readonly random: Random;
  readonly turns: SimulationScheduler;
  readonly database: MemoryDatabase;
  readonly server: ServerState;
  /** Events that must never happen: unhandled rejections. */
  readonly accidents: string[];
}

/** The longest time for which the database keeps the connection of a process that ended silently. */
const connectionMs = 3_000;

/** One run of one process with one part: it may crash, stop in an orderly way, or freeze. */
export abstract class SimulatedHost implements Actor {
  readonly name: string;
  readonly number: number;
  readonly clock: SimulatedClock;
  /** The host's connection to the database. */
  readonly line: SimulatedLine;
  readonly #world: HostWorld;
  isFrozen = false;
  isGone = false;
  isStopping = false;
  #isClosed = false;

  constructor(world: HostWorld, number: number) {
    this.name = `p${number.toString()}`;
    this.number = number;
    this.#world = world;
    const { turns, server, random } = world;
    this.clock = new SimulatedClock(this, turns);
    this.line = new SimulatedLine({ server, actor: this, turns, random, isClosed: () => this.#isClosed });
  }

  protected abstract readonly part: Part;

  /** Returns true if the process can take an instruction. */
  get isSteady(): boolean {
    return !this.isFrozen && !this.isGone && !this.isStopping;
  }

  start(): void {
    void this.part.start?.();
  }

  /** Stops in an orderly way, once its running work is stored. */
  stop(): void {
    this.isStopping = true;
    const { accidents } = this.#world;
    (this.part.stop?.() ?? Promise.resolve())
      .catch((failure: unknown) => accidents.push(`${this.name} cannot stop: ${String(failure)}`))
      .finally(() => {
        this.crash();
      });
  }

  /** Ends between one await and the next; the database notices later. */
  crash(): void {
    if (this.isGone) return;
    this.isGone = true;
    const { turns, random, database } = this.#world;
    turns.forget(this);
    const disconnect = (): void => {
      this.#isClosed = true;
      database.disconnect(this.number);
    };
    turns.atServer(`the database misses ${this.name}`, disconnect, { afterMs: random.below(connectionMs) });
  }

  freeze(forMs: number): void {
    this.isFrozen = true;
    const wake = (): void => {
      this.isFrozen = false;
    };
    this.#world.turns.atServer(`${this.name} wakes`, wake, { afterMs: forMs });
  }
}
