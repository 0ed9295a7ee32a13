import type { Task, TaskKey } from './task.ts';

/** A task in flight that is not running. */
export interface WaitingTask {
  readonly task: Task;
  /** Milliseconds of a clock that never goes back. */
  readonly sinceMs: number;
}

/** Waiting tasks of one destination: by rank, and each rank in the order in which they came. */
export class WaitingTasks {
  #byRank: readonly WaitingTask[][] = [[], [], []];

  get length(): number {
    return this.#byRank.reduce((sum, { length }) => sum + length, 0);
  }

  /** The rank of the next task; null when none waits. */
  get rank(): TaskKey['rank'] | null {
    return this.#first?.[0]?.task.rank ?? null;
  }

  /** Since when the oldest has waited; null when none waits. */
  get oldestMs(): number | null {
    const heads = this.#byRank.flatMap(([head]) => head?.sinceMs ?? []);
    return heads.length === 0 ? null : Math.min(...heads);
  }

  push(waiting: WaitingTask): void {
    this.#byRank[waiting.task.rank]?.push(waiting);
  }

  /** Removes and returns the next task. */
  shift(): Task | undefined {
    return this.#first?.shift()?.task;
  }

  /** Returns all tasks, the next first. */
  all(): Task[] {
    return this.#byRank.flat().map(({ task }) => task);
  }

  /** Removes and returns the tasks that this selects. */
  take(isTaken: (waiting: WaitingTask) => boolean): Task[] {
    const taken = this.#byRank.flat().filter(isTaken);
    if (taken.length > 0)
      this.#byRank = this.#byRank.map((waiting) => waiting.filter((one) => !isTaken(one)));
    return taken.map(({ task }) => task);
  }

  get #first(): WaitingTask[] | undefined {
    return this.#byRank.find(({ length }) => length > 0);
  }
}
