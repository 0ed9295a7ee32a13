import type { EnvironmentId } from '@loyalty/kernel';

/** What waits in memory, or may. */
export interface HandedSize {
  readonly jobs: number;
  readonly bytes: number;
}

/** Work that would wait in memory. */
export interface Sized {
  readonly environmentId: EnvironmentId;
  readonly bytes: number;
}

/** What an environment may have of all of it: eight have to fill theirs before all of it is full. */
const environmentPart = 1 / 8;

const nothing: HandedSize = { jobs: 0, bytes: 0 };

/** What was handed over and waits in memory for lanes of one kind: all of it, and the share of each environment. */
export class HandedShares {
  readonly #max: HandedSize;
  #all: HandedSize = nothing;
  readonly #ofEnvironment = new Map<EnvironmentId, HandedSize>();

  constructor(max: HandedSize) {
    this.#max = max;
  }

  get isFull(): boolean {
    return !fits(this.#all, this.#max);
  }

  /** So much more of an environment's waits; less, where it is negative. */
  add(environmentId: EnvironmentId, by: HandedSize): void {
    this.#all = sumOf(this.#all, by);
    const own = sumOf(this.#own(environmentId), by);
    if (own.jobs === 0) this.#ofEnvironment.delete(environmentId);
    else this.#ofEnvironment.set(environmentId, own);
  }

  /** Admits new work one by one, as far as its environment's share goes; `isBounded`: and as far as all of it goes. */
  admission(isBounded: boolean): (work: Sized) => boolean {
    const more = new HandedShares(this.#max);
    return (work) => {
      const { environmentId, bytes } = work;
      const own = sumOf(this.#own(environmentId), more.#own(environmentId));
      const all = isBounded ? sumOf(this.#all, more.#all) : nothing;
      // The first always fits, however large it is.
      const isAdmitted = fits(own, this.#max, environmentPart) && fits(all, this.#max);
      if (isAdmitted) more.add(environmentId, { jobs: 1, bytes });
      return isAdmitted;
    };
  }

  #own(environmentId: EnvironmentId): HandedSize {
    return this.#ofEnvironment.get(environmentId) ?? nothing;
  }
}

const fits = ({ jobs, bytes }: HandedSize, max: HandedSize, part = 1): boolean =>
  jobs < max.jobs * part && bytes < max.bytes * part;

const sumOf = (a: HandedSize, b: HandedSize): HandedSize => ({
  jobs: a.jobs + b.jobs,
  bytes: a.bytes + b.bytes,
});

/** What these wait with. */
export const sizeOf = (jobs: readonly { readonly bytes: number }[]): HandedSize => ({
  jobs: jobs.length,
  bytes: jobs.reduce((sum, { bytes }) => sum + bytes, 0),
});

export const less = ({ jobs, bytes }: HandedSize): HandedSize => ({ jobs: -jobs, bytes: -bytes });
