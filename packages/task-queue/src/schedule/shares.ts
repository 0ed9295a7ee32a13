import type { EnvironmentId } from '@loyalty/kernel';
import type { Destination } from './destination.ts';

/** Running attempts. */
interface Used {
  fast: number;
  slow: number;
}

const unused: Readonly<Used> = { fast: 0, slow: 0 };

/** Of all slots, and of an environment's share: destinations of one speed leave the rest to the other. */
const fastPart = 3 / 4;
const slowPart = 1 / 2;
/** The share of one environment in all slots. */
const environmentPart = 1 / 2;

/**
 * Shares of running attempts. Neither speed and no environment has all slots, and neither speed has all of an environment's. So slow
 * destinations delay no fast one, and fast ones leave slots to new destinations, which begin as slow.
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

  /** One more attempt may begin at this speed, by the share of the speed. */
  hasSlotFor({ isFast }: Pick<Destination, 'isFast'>): boolean {
    return hasSlot(this.#max, this.#all, isFast);
  }

  /** One more attempt may begin at this destination, by the share of its environment. */
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

  /** A destination has become fast, or slow. */
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
