import type { EnvironmentId } from '@loyalty/kernel';

/** What waits in memory, or may. */
export interface TaskMemory {
  readonly tasks: number;
  readonly bytes: number;
}

/** Work that would wait in memory. */
export interface Sized {
  readonly environmentId: EnvironmentId;
  readonly bytes: number;
}

/** What an environment may have of all of it: eight have to fill theirs before all of it is full. */
const environmentPart = 1 / 8;

const nothing: TaskMemory = { tasks: 0, bytes: 0 };

/** What was handed over and waits in memory for lanes of one kind: all of it, and the share of each environment. */
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

  /** So much more of an environment's waits; less, where it is negative. */
  add(environmentId: EnvironmentId, by: TaskMemory): void {
    this.#all = sumOf(this.#all, by);
    const own = sumOf(this.#own(environmentId), by);
    if (own.tasks === 0) this.#ofEnvironment.delete(environmentId);
    else this.#ofEnvironment.set(environmentId, own);
  }

  /** Admits new work one by one, as far as its environment's share goes; `isBounded`: and as far as all of it goes. */
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

/** What these wait with. */
export const sizeOf = (tasks: readonly { readonly bytes: number }[]): TaskMemory => ({
  tasks: tasks.length,
  bytes: tasks.reduce((sum, { bytes }) => sum + bytes, 0),
});

export const less = ({ tasks, bytes }: TaskMemory): TaskMemory => ({ tasks: -tasks, bytes: -bytes });
