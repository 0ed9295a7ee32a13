import type { NewTask } from './task.ts';
import type { InFlight } from './in-flight.ts';
import type { PersistTasks, TaskStore } from './task-store.ts';

export interface TaskSubmissionOptions<Tx, Result> {
  readonly tasks: readonly NewTask<Result>[];
  /** Null: the process may start nothing now. */
  readonly inFlight: InFlight<Result> | null;
  readonly store: Pick<TaskStore<Tx>, 'createLease'>;
  readonly persistTasks: PersistTasks<Tx>;
  /** A debt was made in a transaction that is still open. */
  readonly onLeaseCreated: (leaseId: number) => void;
  readonly onLeased: (leaseId: number, inMemory: readonly NewTask<Result>[]) => void;
  readonly onOverflow: () => void;
}

/**
 * Work on its way from the transaction that makes it to its first attempt: most of it in memory, guarded by one debt, and what there is
 * no room for as rows.
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

  /** In the transaction that makes the work. */
  async store(tx: Tx): Promise<void> {
    const { inFlight, store, persistTasks, onLeaseCreated } = this.#options;
    if (inFlight !== null && this.#inMemory.length > 0)
      this.#leaseId = await store.createLease(tx, inFlight.owner, this.#inMemory);
    if (this.#leaseId === null) {
      // Declared gone meanwhile: nobody would look for the debt.
      this.#overflow = this.#options.tasks;
      this.#inMemory = [];
    } else onLeaseCreated(this.#leaseId);
    if (this.#overflow.length > 0) await persistTasks(tx, this.#overflow);
  }

  /** After its commit. */
  committed(): void {
    const { onLeased, onOverflow } = this.#options;
    if (this.#leaseId !== null) onLeased(this.#leaseId, this.#inMemory);
    if (this.#overflow.length > 0) onOverflow();
  }
}
