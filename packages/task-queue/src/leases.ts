import type { Task, NewTask, TaskSpec } from './task.ts';
import { TaskSubmission } from './task-submission.ts';
import type { InFlight } from './in-flight.ts';
import type { PersistTasks, TaskStore } from './task-store.ts';

export interface LeasesOptions<Tx> {
  readonly store: Pick<
    TaskStore<Tx>,
    'transact' | 'lockOwned' | 'createLease' | 'deleteLeases' | 'reclaimLeases'
  >;
  readonly persistTasks: PersistTasks<Tx>;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
}

export interface SubmitOptions<Result> {
  /** Null: the process may start nothing now. */
  readonly inFlight: InFlight<Result> | null;
  readonly tasks: readonly NewTask<Result>[];
  /** It has been taken in hand. */
  readonly onLeased: () => void;
  /** Rows of it are due. */
  readonly onOverflow: () => void;
}

/** Rows of one transaction: short enough that nobody waits long for its connection or its locks. */
const releasedMax = 1_000;
/** A commit whose answer was lost is known to the database by then. */
const confirmationMs = 15_000;

/** What was handed over to this process: its debts, from the transaction that makes them to the one that pays them. */
export class Leases<Tx, Result> {
  readonly #options: LeasesOptions<Tx>;
  /** Debts of which it was not heard that they were stored, and since when. */
  readonly #unconfirmed = new Map<number, number>();

  constructor(options: LeasesOptions<Tx>) {
    this.#options = options;
  }

  /** False while there may be debts that nobody knows of. */
  get isConfirmed(): boolean {
    return this.#unconfirmed.size === 0;
  }

  /** The process has another number: what it owed under the one before is given rows by whoever finds it gone. */
  clear(): void {
    this.#unconfirmed.clear();
  }

  submit({ inFlight, tasks, onLeased, onOverflow }: SubmitOptions<Result>): TaskSubmission<Tx, Result> {
    const { store, persistTasks, elapsedMs } = this.#options;
    return new TaskSubmission({
      inFlight,
      tasks,
      store,
      persistTasks,
      onOverflow,
      onLeaseCreated: (leaseId) => {
        this.#unconfirmed.set(leaseId, elapsedMs());
      },
      onLeased: (leaseId, inMemory) => {
        // Unless the process has another number by now.
        if (!this.#unconfirmed.delete(leaseId)) return;
        inFlight?.addLeased(leaseId, inMemory, elapsedMs());
        onLeased();
      },
    });
  }

  /** Gives rows to what was owed by transactions of whose commit nothing was heard. */
  async reclaimUnconfirmed(inFlight: InFlight<Result>): Promise<void> {
    const { store, persistTasks, elapsedMs } = this.#options;
    const sinceMs = elapsedMs() - confirmationMs;
    const leaseIds = [...this.#unconfirmed].flatMap(([leaseId, atMs]) => (atMs <= sinceMs ? [leaseId] : []));
    if (leaseIds.length === 0) return;
    await store.reclaimLeases(inFlight.owner, leaseIds, persistTasks);
    for (const debtId of leaseIds) this.#unconfirmed.delete(debtId);
  }

  /** Gives rows to jobs that were not asked, some a transaction; those that were taken from the process have them. */
  async release(inFlight: InFlight<Result>, tasks: readonly Task[]): Promise<void> {
    let left = tasks;
    try {
      for (; left.length > 0; left = left.slice(releasedMax))
        await this.#releaseChunk(inFlight, left.slice(0, releasedMax));
    } catch (failure) {
      // Perhaps it was done: then it is asked twice, and counted once.
      for (const task of left) inFlight.scheduler.put(task, this.#options.elapsedMs());
      throw failure;
    }
  }

  async #releaseChunk(inFlight: InFlight<Result>, tasks: readonly Task[]): Promise<void> {
    const { store, persistTasks } = this.#options;
    await store.transact(async (tx) => {
      const ours = await store.lockOwned(tx, inFlight.owner, tasks);
      if (ours.size === 0) return;
      await persistTasks(
        tx,
        tasks.flatMap((task) => (ours.has(task) ? specOf(task) : [])),
      );
      await store.deleteLeases(tx, inFlight.leasesEndedBy(tasks));
    });
    inFlight.remove(tasks);
  }
}

/** What a debt says of a job; nothing of one that was claimed. */
export const specOf = ({ lease, ...task }: Task): TaskSpec[] =>
  lease === null ? [] : [{ ...task, sourceId: lease.sourceId }];
