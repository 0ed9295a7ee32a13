import type { Part } from '@loyalty/kernel';
import { MemoryStore } from '../../memory-store.ts';
import { SimulatedHost } from '../simulated-host.ts';
import type { JobWorld } from './job-world.ts';
import { createSimulatedJob } from './simulated-job.ts';

/** The server ends a session that has not pinged for this long, as in production. */
const sessionSilenceMs = 10_000;

/** One run of one process with the job. */
export class JobProcess extends SimulatedHost {
  readonly #world: JobWorld;
  protected readonly part: Part;
  /** The number of unpublished outbox rows. */
  unpublished = 0;

  constructor(world: JobWorld, number: number) {
    super(world, number);
    this.#world = world;
    const { database, profile, members, random, chunks } = world;
    const { line, clock } = this;
    this.part = createSimulatedJob({
      ...profile,
      members,
      line,
      clock,
      store: new MemoryStore({ database, line, owner: number }),
      unpublished: () => this.unpublished,
      onChunk: (outcome) => chunks.set(outcome, (chunks.get(outcome) ?? 0) + 1),
      mayFail: () => {
        if (world.mayFail && random.chance(profile.failChance)) throw new TypeError('a mistake of the job');
      },
    });
  }

  /** Freezes the process. The database ends its lock session when that lasts too long. */
  override freeze(forMs: number): void {
    const { turns, database } = this.#world;
    const drop = (): void => {
      if (this.isFrozen) database.dropJobLocks(this.number);
    };
    turns.atServer(`the lock session of ${this.name} ends`, drop, { afterMs: sessionSilenceMs });
    super.freeze(forMs);
  }
}
