import type { Job, JobChunk, JobChunkResult, JobSchedule } from '@loyalty/jobs/job';
import { type EnvironmentId, invariant } from '@loyalty/kernel';
import { blocked, type ServerLine } from './line.ts';
import type { MemoryTransaction } from './memory-database.ts';
import type { MemoryStore } from './memory-store.ts';
import { MemoryTable } from './memory-table.ts';

/**
 * The members by environment, and how often each run took each of them. The processes of a toy job share it.
 */
export class ToyMembers {
  readonly ids = new Map<EnvironmentId, readonly string[]>();
  /** The visits by {@link visitKeyOf}. */
  readonly visits = new MemoryTable<number>();
}

/** Returns the key of one member in one run. */
export const visitKeyOf = (environmentId: EnvironmentId, id: string, atMs: number): string =>
  `${environmentId.toString()}/${id}/${atMs.toString()}`;

export interface ToyJobOptions {
  readonly store: MemoryStore;
  readonly line: ServerLine;
  readonly members: ToyMembers;
  readonly schedule: JobSchedule;
  readonly sizes: { readonly min: number; readonly max: number };
  readonly burstMs: number;
  /** Throws if a chunk is to fail after it has written. */
  readonly mayFail: () => void;
}

/**
 * The smallest job: it counts how often it has taken each member. A real job needs less, because it finds
 * nothing due when it meets a member again. So this counts exactly what the job part promises.
 */
export class ToyJob implements Job<MemoryTransaction, string> {
  readonly name = 'toy';
  readonly schedule: JobSchedule;
  readonly sizes: ToyJobOptions['sizes'];
  readonly burstMs: number;
  readonly #options: ToyJobOptions;

  constructor(options: ToyJobOptions) {
    this.#options = options;
    this.schedule = options.schedule;
    this.sizes = options.sizes;
    this.burstMs = options.burstMs;
  }

  environments(): Promise<EnvironmentId[]> {
    return this.#options.line.call('list environments', () => [...this.#options.members.ids.keys()]);
  }

  /** Returns every second environment as one that callers ask for. */
  asked(): Promise<EnvironmentId[]> {
    return this.#options.line.call('list what was asked for', () =>
      [...this.#options.members.ids.keys()].filter((environmentId) => environmentId % 2 === 0),
    );
  }

  async chunk(tx: MemoryTransaction, asked: JobChunk<string>): Promise<JobChunkResult<string>> {
    const { store, members, mayFail } = this.#options;
    const ids = await store.within(tx, 'find candidates', () => this.#candidates(asked));
    await store.within(tx, 'lock members', () =>
      ids.every((id) => members.visits.lock(tx, `${asked.environmentId.toString()}/${id}`))
        ? undefined
        : blocked,
    );
    await store.within(tx, 'take members', () => {
      for (const id of ids) this.#take(tx, visitKeyOf(asked.environmentId, id, asked.atMs));
    });
    mayFail();
    invariant(ids.length <= asked.size, 'a chunk takes no more than it may');
    return { cursor: ids.length < asked.size ? null : (ids.at(-1) ?? null), taken: ids.length };
  }

  #candidates({ environmentId, cursor, size }: JobChunk<string>): string[] {
    const ids = this.#options.members.ids.get(environmentId) ?? [];
    return ids.filter((id) => cursor === null || id > cursor).slice(0, size);
  }

  #take(tx: MemoryTransaction, key: string): void {
    const { visits } = this.#options.members;
    visits.write(tx, key, (visits.read(tx, key) ?? 0) + 1);
  }
}
