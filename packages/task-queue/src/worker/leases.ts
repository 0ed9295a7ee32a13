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
  /** The tasks are in flight. */
  readonly onLeased: () => void;
  /** Some tasks got rows, which are due. */
  readonly onOverflow: () => void;
}

/** Rows of one transaction: few enough that others wait only briefly for its connection and its locks. */
const releasedMax = 1_000;
/** A statement or commit whose response was lost may still run for so long. */
export const confirmationMs = 15_000;

/** The leases of this process, from the transaction that creates them to the one that deletes them. */
export class Leases<Tx, Result> {
  readonly #options: LeasesOptions<Tx>;
  /** Leases whose commit is not confirmed, and since when. */
  readonly #unconfirmed = new Map<number, number>();

  constructor(options: LeasesOptions<Tx>) {
    this.#options = options;
  }

  /** False while the commit of a lease is unconfirmed. */
  get isConfirmed(): boolean {
    return this.#unconfirmed.size === 0;
  }

  /** The process has another number. The process that expires the one before gives its leased tasks rows. */
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

  /** Gives rows to the tasks of leases whose commit was never confirmed. */
  async reclaimUnconfirmed(inFlight: InFlight<Result>): Promise<void> {
    const { store, persistTasks, elapsedMs } = this.#options;
    const sinceMs = elapsedMs() - confirmationMs;
    const leaseIds = [...this.#unconfirmed].flatMap(([leaseId, atMs]) => (atMs <= sinceMs ? [leaseId] : []));
    if (leaseIds.length === 0) return;
    await store.reclaimLeases(inFlight.owner, leaseIds, persistTasks);
    for (const leaseId of leaseIds) this.#unconfirmed.delete(leaseId);
  }

  /** Gives rows to tasks that were not attempted, some a transaction. Tasks that the process has lost have rows already. */
  async release(inFlight: InFlight<Result>, tasks: readonly Task[]): Promise<void> {
    let left = tasks;
    try {
      for (; left.length > 0; left = left.slice(releasedMax))
        await this.#releaseChunk(inFlight, left.slice(0, releasedMax));
    } catch (failure) {
      // Perhaps it was committed: then the task is attempted twice, and counted once.
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

/** The task as its lease names it; nothing for a claimed task. */
export const specOf = ({ lease, ...task }: Task): TaskSpec[] =>
  lease === null ? [] : [{ ...task, sourceId: lease.sourceId }];
