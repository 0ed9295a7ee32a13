import type { Task, TaskSpec } from '@loyalty/task-queue';
import type { TaskRow } from '@loyalty/task-queue/task-tables';
import type { MemoryTransaction } from './memory-database.ts';
import { MemoryTable } from './memory-table.ts';

/** A task's row with its owner; the owner 0 means that no process has claimed it. */
export interface StoredTask extends Task {
  readonly owner: number;
}

/** Tasks of an owner that have no row. */
export interface StoredLease {
  readonly owner: number;
  readonly tasks: readonly TaskSpec[];
}

/** The tables of one queue. */
export class TaskTables {
  /** The tasks by their numbers. */
  readonly tasks = new MemoryTable<StoredTask>();
  /** Heartbeats by owner. */
  readonly owners = new MemoryTable<number>();
  /** The leases by their ids. */
  readonly leases = new MemoryTable<StoredLease>();
  #numbers = 0;
  #owners = 0;
  #leaseIds = 0;

  add(tx: MemoryTransaction, row: TaskRow): void {
    this.#numbers += 1;
    const stored = { abandoned: 0, ...row, number: this.#numbers, owner: 0, lease: null };
    this.tasks.write(tx, stored.number.toString(), stored);
  }

  nextLease(): number {
    this.#leaseIds += 1;
    return this.#leaseIds;
  }

  nextOwner(): number {
    this.#owners += 1;
    return this.#owners;
  }
}
