import type { JobStore } from '@loyalty/jobs';
import type { JobCheckpoint, JobKey, JobStatus } from '@loyalty/jobs/checkpoints';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { AdvisoryLock } from '@loyalty/storage';
import { blocked, type ServerLine } from './line.ts';
import type { MemoryTransaction } from './memory-database.ts';
import type { MemoryStore } from './memory-store.ts';

export interface MemoryJobStoreOptions {
  /** The process's connection to the database; its owner identifies the session that leads jobs. */
  readonly store: MemoryStore;
  readonly line: ServerLine;
  readonly clock: Clock;
  /** The interval at which a leader checks that it still leads. Default 2 s. */
  readonly pingEveryMs?: number;
  /** Environments in which no job runs. Default: none. */
  readonly closed?: ReadonlyMap<EnvironmentId, 'MOVING' | 'MOVED'>;
}

/** The {@link JobStore} in memory: one process's connection to a MemoryDatabase. */
export class MemoryJobStore implements JobStore<MemoryTransaction> {
  readonly #options: MemoryJobStoreOptions;

  constructor(options: MemoryJobStoreOptions) {
    this.#options = options;
  }

  readStatus(name: string, environmentIds: readonly EnvironmentId[]): Promise<JobStatus> {
    const { database } = this.#options.store;
    return this.#options.line.call(`look at ${name}`, () => {
      const stored = environmentIds.flatMap((environmentId) => {
        const row = database.jobs.rows.get(keyOf({ name, environmentId }));
        return row === undefined ? [] : [[environmentId, row] as const];
      });
      return { nowMs: database.now(), checkpoints: new Map(stored) };
    });
  }

  readFinishedAtMs(name: string): Promise<number | null> {
    const { database } = this.#options.store;
    return this.#options.line.call(`see when ${name} finished`, () => {
      const ours = [...database.jobs.rows].filter(([key]) => key.startsWith(`${name}/`));
      const finished = ours.flatMap(([, { finishedAtMs }]) => finishedAtMs ?? []);
      return finished.length === 0 ? null : Math.max(...finished);
    });
  }

  readClosed(): Promise<ReadonlyMap<EnvironmentId, 'MOVING' | 'MOVED'>> {
    return Promise.resolve(this.#options.closed ?? new Map());
  }

  /**
   * Makes the process lead a job. The holder learns about the loss of its lock only through its pings, as in
   * production.
   */
  async lead(name: string): Promise<AdvisoryLock | null> {
    const { store, line } = this.#options;
    const { jobLocks } = store.database;
    // A caller that gets no result closes the session.
    const unlock = (): void => {
      if (jobLocks.get(name) === store.owner) jobLocks.delete(name);
    };
    const take = (): boolean => {
      const isFree = !jobLocks.has(name);
      if (isFree) jobLocks.set(name, store.owner);
      return isFree;
    };
    const isTaken = await line.call(`lead ${name}`, take).catch((failure: unknown) => {
      unlock();
      throw failure;
    });
    return isTaken ? this.#leadership(name, unlock) : null;
  }

  #leadership(name: string, unlock: () => void): AdvisoryLock {
    const ending = new AbortController();
    void this.#watch(name, { ending, unlock });
    return {
      isHeld: () => !ending.signal.aborted,
      release: async () => {
        if (ending.signal.aborted) return;
        ending.abort();
        await this.#options.line.call(`resign from ${name}`, unlock).catch(unlock);
      },
    };
  }

  transact<T>(work: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    return this.#options.store.transact(work);
  }

  read(tx: MemoryTransaction, place: JobKey): Promise<JobCheckpoint | null> {
    const { store } = this.#options;
    return store.within(tx, 'read checkpoint', () => store.database.jobs.read(tx, keyOf(place)) ?? null);
  }

  move(
    tx: MemoryTransaction,
    place: JobKey,
    { from, to }: { readonly from: JobCheckpoint | null; readonly to: JobCheckpoint },
  ): Promise<number | null> {
    const { store } = this.#options;
    const { jobs, now } = store.database;
    const key = keyOf(place);
    const stands = (): boolean => {
      const stored = jobs.read(tx, key);
      return stored?.atMs === from?.atMs && stored?.chunks === from?.chunks;
    };
    return store.within(tx, 'move checkpoint', () => {
      // As in Postgres, the update does not wait for a row that does not match.
      if (!stands()) return null;
      if (!jobs.lock(tx, key)) return blocked;
      const workedMs = now() - tx.beganMs;
      jobs.write(tx, key, { ...to, finishedAtMs: to.isFinished ? now() : null, workedMs });
      return workedMs;
    });
  }

  async #watch(
    name: string,
    { ending, unlock }: { readonly ending: AbortController; readonly unlock: () => void },
  ): Promise<void> {
    const { store, line, clock, pingEveryMs = 2_000 } = this.#options;
    const isOurs = (): boolean => store.database.jobLocks.get(name) === store.owner;
    const isReleased = (): boolean => ending.signal.aborted;
    while (!isReleased()) {
      await clock.sleep(pingEveryMs, ending.signal);
      const isLost = !isReleased() && !(await line.call('ping', isOurs).catch(() => false));
      if (!isLost || isReleased()) continue;
      unlock();
      ending.abort();
    }
  }
}

const keyOf = ({ name, environmentId }: JobKey): string => `${name}/${environmentId.toString()}`;
