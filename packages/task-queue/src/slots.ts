import type { EnvironmentId } from '@loyalty/kernel';
import type { Destination } from './destination.ts';

/** Attempts under way. */
interface Used {
  fast: number;
  slow: number;
}

const unused: Readonly<Used> = { fast: 0, slow: 0 };

/** Of all slots, and of an environment's share of them: lanes of one kind leave the rest to those of the other. */
const fastPart = 3 / 4;
const slowPart = 1 / 2;
/** What one environment may have of all slots. */
const environmentPart = 1 / 2;

/**
 * Who may have how many attempts under way. Neither kind of lane and no environment has all slots, and neither kind has all of an
 * environment's: what is slow or hangs keeps nobody waiting, and what is fast leaves room for new lanes to show that they are.
 */
export class Slots {
  readonly #max: number;
  readonly #all: Used = { ...unused };
  readonly #ofEnvironment = new Map<EnvironmentId, Used>();

  constructor(max: number) {
    this.#max = max;
  }

  get running(): number {
    return this.#all.fast + this.#all.slow;
  }

  /** One more may begin in lanes of this kind, as far as all of them together go. */
  hasSlotFor({ isFast }: Pick<Destination, 'isFast'>): boolean {
    return hasSlot(this.#max, this.#all, isFast);
  }

  /** One more may begin in this lane, as far as its environment goes. */
  hasShareFor({ environmentId, isFast }: Destination): boolean {
    const used = this.#ofEnvironment.get(environmentId) ?? unused;
    return hasSlot(this.#max * environmentPart, used, isFast);
  }

  begin(destination: Destination): void {
    this.#count(destination, destination.isFast ? { fast: 1, slow: 0 } : { fast: 0, slow: 1 });
  }

  end(destination: Destination): void {
    this.#count(destination, destination.isFast ? { fast: -1, slow: 0 } : { fast: 0, slow: -1 });
  }

  /** A lane has become fast, or is so no more. */
  reclassify(destination: Destination): void {
    const moved = destination.isFast ? destination.running.size : -destination.running.size;
    this.#count(destination, { fast: moved, slow: -moved });
  }

  #count({ environmentId }: Destination, by: Readonly<Used>): void {
    const used = this.#ofEnvironment.get(environmentId) ?? { ...unused };
    for (const counts of [used, this.#all]) {
      counts.fast += by.fast;
      counts.slow += by.slow;
    }
    if (used.fast + used.slow === 0) this.#ofEnvironment.delete(environmentId);
    else this.#ofEnvironment.set(environmentId, used);
  }
}

const hasSlot = (max: number, { fast, slow }: Readonly<Used>, isFast: boolean): boolean =>
  fast + slow < max && (isFast ? fast < max * fastPart : slow < max * slowPart);
