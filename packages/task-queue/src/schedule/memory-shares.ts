import type { EnvironmentId } from '@loyalty/kernel';

/** How much waits in memory, or may. */
export interface TaskMemory {
  readonly tasks: number;
  readonly bytes: number;
}

/** A task that would wait in memory. */
export interface Sized {
  readonly environmentId: EnvironmentId;
  readonly bytes: number;
}

/** The share of one environment: eight have to fill theirs before all of it is full. */
const environmentPart = 1 / 8;

const nothing: TaskMemory = { tasks: 0, bytes: 0 };

/** The leased tasks that wait in memory for destinations of one speed, in all and by environment. */
export class MemoryShares {
  readonly #max: TaskMemory;
  #all: TaskMemory = nothing;
  readonly #ofEnvironment = new Map<EnvironmentId, TaskMemory>();

  constructor(max: TaskMemory) {
    this.#max = max;
  }

  get isFull(): boolean {
    return !fits(this.#all, this.#max);
  }

  /** Adds to what waits of an environment; negative numbers subtract. */
  add(environmentId: EnvironmentId, by: TaskMemory): void {
    this.#all = sumOf(this.#all, by);
    const own = sumOf(this.#own(environmentId), by);
    if (own.tasks === 0) this.#ofEnvironment.delete(environmentId);
    else this.#ofEnvironment.set(environmentId, own);
  }

  /** Admits tasks one by one within their environment's share; with `isBounded` also within the whole. */
  admission(isBounded: boolean): (work: Sized) => boolean {
    const more = new MemoryShares(this.#max);
    return (work) => {
      const { environmentId, bytes } = work;
      const own = sumOf(this.#own(environmentId), more.#own(environmentId));
      const all = isBounded ? sumOf(this.#all, more.#all) : nothing;
      // The first always fits, however large it is.
      const isAdmitted = fits(own, this.#max, environmentPart) && fits(all, this.#max);
      if (isAdmitted) more.add(environmentId, { tasks: 1, bytes });
      return isAdmitted;
    };
  }

  #own(environmentId: EnvironmentId): TaskMemory {
    return this.#ofEnvironment.get(environmentId) ?? nothing;
  }
}

const fits = ({ tasks, bytes }: TaskMemory, max: TaskMemory, part = 1): boolean =>
  tasks < max.tasks * part && bytes < max.bytes * part;

const sumOf = (a: TaskMemory, b: TaskMemory): TaskMemory => ({
  tasks: a.tasks + b.tasks,
  bytes: a.bytes + b.bytes,
});

/** The memory that these take. */
export const sizeOf = (tasks: readonly { readonly bytes: number }[]): TaskMemory => ({
  tasks: tasks.length,
  bytes: tasks.reduce((sum, { bytes }) => sum + bytes, 0),
});

export const less = ({ tasks, bytes }: TaskMemory): TaskMemory => ({ tasks: -tasks, bytes: -bytes });
