import type { NewTask } from './task.ts';
import type { InFlight } from './in-flight.ts';
import type { PersistTasks, TaskStore } from './task-store.ts';

export interface TaskSubmissionOptions<Tx, Result> {
  readonly tasks: readonly NewTask<Result>[];
  /** Null: the process may start nothing now. */
  readonly inFlight: InFlight<Result> | null;
  readonly store: Pick<TaskStore<Tx>, 'createLease'>;
  readonly persistTasks: PersistTasks<Tx>;
  /** The lease was created, in a transaction that is still open. */
  readonly onLeaseCreated: (leaseId: number) => void;
  readonly onLeased: (leaseId: number, inMemory: readonly NewTask<Result>[]) => void;
  readonly onOverflow: () => void;
}

/**
 * Tasks on their way from the transaction that makes them to their first attempt. Most stay in memory, named by one lease; those
 * without room get rows.
 */
export class TaskSubmission<Tx, Result> {
  readonly #options: TaskSubmissionOptions<Tx, Result>;
  #inMemory: readonly NewTask<Result>[];
  #overflow: readonly NewTask<Result>[];
  #leaseId: number | null = null;

  constructor(options: TaskSubmissionOptions<Tx, Result>) {
    this.#options = options;
    const { tasks, inFlight } = options;
    const { inMemory, overflow } = inFlight?.scheduler.admit(tasks) ?? { inMemory: [], overflow: tasks };
    this.#inMemory = inMemory;
    this.#overflow = overflow;
  }

  /** Runs in the transaction that makes the tasks. */
  async store(tx: Tx): Promise<void> {
    const { inFlight, store, persistTasks, onLeaseCreated } = this.#options;
    if (inFlight !== null && this.#inMemory.length > 0)
      this.#leaseId = await store.createLease(tx, inFlight.owner, this.#inMemory);
    if (this.#leaseId === null) {
      // Declared dead meanwhile: no process would look for the lease.
      this.#overflow = this.#options.tasks;
      this.#inMemory = [];
    } else onLeaseCreated(this.#leaseId);
    if (this.#overflow.length > 0) await persistTasks(tx, this.#overflow);
  }

  /** Runs after its commit. */
  committed(): void {
    const { onLeased, onOverflow } = this.#options;
    if (this.#leaseId !== null) onLeased(this.#leaseId, this.#inMemory);
    if (this.#overflow.length > 0) onOverflow();
  }
}
