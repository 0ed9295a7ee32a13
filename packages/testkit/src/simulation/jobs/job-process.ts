import type { Part } from '@loyalty/kernel';
import { MemoryStore } from '../../memory-store.ts';
import { SimulatedClock } from '../simulated-clock.ts';
import { SimulatedLine } from '../simulated-line.ts';
import type { Actor } from '../turns.ts';
import type { JobWorld } from './job-world.ts';
import { createSimulatedJob } from './simulated-job.ts';

/** How long the database holds on to a process that ended without a word, at most. */
const connectionMs = 3_000;
/** As in production: the server ends a session that has not pinged for so long. */
const sessionSilenceMs = 10_000;

/** One run of one process with the job. */
export class JobProcess implements Actor {
  readonly name: string;
  readonly number: number;
  readonly clock: SimulatedClock;
  readonly #world: JobWorld;
  readonly #job: Part;
  isFrozen = false;
  isGone = false;
  isStopping = false;
  /** Outbox rows that are unpublished. */
  unpublished = 0;
  #isClosed = false;

  constructor(world: JobWorld, number: number) {
    this.name = `p${number.toString()}`;
    this.number = number;
    this.#world = world;
    this.clock = new SimulatedClock(this, world.turns);
    const { database, profile, members, random, chunks, server, turns } = world;
    const isClosed = (): boolean => this.#isClosed;
    const line = new SimulatedLine({ server, actor: this, turns, random, isClosed });
    this.#job = createSimulatedJob({
      ...{ ...profile, members, line, clock: this.clock },
      store: new MemoryStore({ database, line, owner: number }),
      unpublished: () => this.unpublished,
      onChunk: (outcome) => chunks.set(outcome, (chunks.get(outcome) ?? 0) + 1),
      mayFail: () => {
        if (world.mayFail && random.chance(profile.failChance)) throw new TypeError('a mistake of the job');
      },
    });
  }

  /** True when it may be told to do something else. */
  get isSteady(): boolean {
    return !this.isFrozen && !this.isGone && !this.isStopping;
  }

  start(): void {
    void this.#job.start?.();
  }

  /** Ends in an orderly way, once the chunk in hand is stored. */
  stop(): void {
    this.isStopping = true;
    const { accidents } = this.#world;
    (this.#job.stop?.() ?? Promise.resolve())
      .catch((failure: unknown) => accidents.push(`${this.name} cannot stop: ${String(failure)}`))
      .finally(() => {
        this.crash();
      });
  }

  /** Is gone from one await to the next; the database notices later. */
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

  /** Stands still for `forMs`; the database ends its lock session when that is too long. */
  freeze(forMs: number): void {
    const { turns, database } = this.#world;
    this.isFrozen = true;
    const drop = (): void => {
      if (this.isFrozen) database.dropJobLocks(this.number);
    };
    turns.atServer(`the lock session of ${this.name} ends`, drop, { afterMs: sessionSilenceMs });
    const wake = (): void => {
      this.isFrozen = false;
    };
    turns.atServer(`${this.name} wakes`, wake, { afterMs: forMs });
  }
}
