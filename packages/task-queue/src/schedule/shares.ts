import { type EnvironmentId, groupBy } from '@loyalty/kernel';
import type { Destination } from './destination.ts';

interface Used {
  fast: number;
  slow: number;
}

const unused: Readonly<Used> = { fast: 0, slow: 0 };

/**
 * This share is of all slots, and of an environment's share: destinations of one speed leave the rest to the
 * other.
 */
const fastShare = 3 / 4;
const slowShare = 1 / 2;
/** The share of one environment in all slots. */
const environmentSlotsShare = 1 / 2;

/**
 * Shares of running attempts. Neither speed and no environment gets all slots, and neither speed gets all
 * slots of an environment. So slow destinations delay no fast one, and fast ones leave slots to new
 * destinations, which begin as slow.
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

  /** Returns true if one more attempt may begin at this speed, by the share of the speed. */
  hasSlotFor({ isFast }: Pick<Destination, 'isFast'>): boolean {
    return hasSlot(this.#max, this.#all, isFast);
  }

  /** Returns true if one more attempt may begin at this destination, by the share of its environment. */
  hasShareFor({ environmentId, isFast }: Destination): boolean {
    const used = this.#ofEnvironment.get(environmentId) ?? unused;
    return hasSlot(this.#max * environmentSlotsShare, used, isFast);
  }

  begin(destination: Destination): void {
    this.#count(destination, destination.isFast ? { fast: 1, slow: 0 } : { fast: 0, slow: 1 });
  }

  end(destination: Destination): void {
    this.#count(destination, destination.isFast ? { fast: -1, slow: 0 } : { fast: 0, slow: -1 });
  }

  /** Called when a destination has become fast, or slow. */
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
  fast + slow < max && (isFast ? fast < max * fastShare : slow < max * slowShare);

/** How much waits in memory, or may wait there. */
export interface TaskMemory {
  readonly tasks: number;
  readonly bytes: number;
}

export interface Sized {
  readonly environmentId: EnvironmentId;
  readonly bytes: number;
}

/** The share of one environment: eight have to fill theirs before all of it is full. */
const environmentMemoryShare = 1 / 8;

const nothing: TaskMemory = { tasks: 0, bytes: 0 };

/** The leased tasks that wait in memory for destinations of one speed, in total and by environment. */
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

  /** Adds to what waits in an environment; negative numbers subtract. */
  add(environmentId: EnvironmentId, by: TaskMemory): void {
    this.#all = sumOf(this.#all, by);
    const own = sumOf(this.#own(environmentId), by);
    if (own.tasks === 0) this.#ofEnvironment.delete(environmentId);
    else this.#ofEnvironment.set(environmentId, own);
  }

  /**
   * Returns a function that admits tasks one by one within their environment's share and, with `isBounded`,
   * also within the whole.
   */
  admission(isBounded: boolean): (work: Sized) => boolean {
    const more = new MemoryShares(this.#max);
    return (work) => {
      const { environmentId, bytes } = work;
      const own = sumOf(this.#own(environmentId), more.#own(environmentId));
      const all = isBounded ? sumOf(this.#all, more.#all) : nothing;
      // The first always fits, however large it is.
      const isAdmitted = fits(own, this.#max, environmentMemoryShare) && fits(all, this.#max);
      if (isAdmitted) more.add(environmentId, { tasks: 1, bytes });
      return isAdmitted;
    };
  }

  #own(environmentId: EnvironmentId): TaskMemory {
    return this.#ofEnvironment.get(environmentId) ?? nothing;
  }
}

const fits = ({ tasks, bytes }: TaskMemory, max: TaskMemory, share = 1): boolean =>
  tasks < max.tasks * share && bytes < max.bytes * share;

const sumOf = (a: TaskMemory, b: TaskMemory): TaskMemory => ({
  tasks: a.tasks + b.tasks,
  bytes: a.bytes + b.bytes,
});

export const sizeOf = (tasks: readonly { readonly bytes: number }[]): TaskMemory => ({
  tasks: tasks.length,
  bytes: tasks.reduce((sum, { bytes }) => sum + bytes, 0),
});

export const less = ({ tasks, bytes }: TaskMemory): TaskMemory => ({ tasks: -tasks, bytes: -bytes });

/** A destination that could take this many more rows. */
interface WantedCapacity {
  readonly destination: Destination;
  readonly most: number;
}

/**
 * Shares capacity for this many rows: equally among environments, and equally among the destinations of each.
 * If there is not enough for all, the first ones get it. Destinations without a share are left out.
 */
export const shareCapacity = (
  wanted: readonly WantedCapacity[],
  capacity: number,
): Map<Destination, number> => {
  const wanting = wanted.filter(({ most }) => most > 0);
  const ofEnvironment = groupBy(wanting, ({ destination }) => destination.environmentId);
  const shares = new Map<Destination, number>();
  const share = equalShareOf(capacity, ofEnvironment.size);
  let left = Math.max(0, capacity);
  for (const destinations of ofEnvironment.values())
    left -= shareAmong(destinations, Math.min(share, left), shares);
  return shares;
};

const shareAmong = (
  wanting: readonly WantedCapacity[],
  capacity: number,
  shares: Map<Destination, number>,
): number => {
  const each = equalShareOf(capacity, wanting.length);
  let left = capacity;
  for (const { destination, most } of wanting) {
    const given = Math.min(most, each, left);
    if (given > 0) shares.set(destination, given);
    left -= given;
  }
  return capacity - left;
};

const equalShareOf = (whole: number, parts: number): number => Math.max(1, Math.floor(whole / parts));

/** Decides who may start one more attempt. */
interface StartPolicy {
  /** Gets any destination of the environment. */
  readonly environment: (one: Destination) => boolean;
  readonly destination: (destination: Destination) => boolean;
}

/**
 * The destinations of one speed with waiting tasks, in the order of their turns. Environments take turns, and
 * so do the destinations of each, so an environment with a hundred destinations gets no more turns than one
 * with a single destination.
 */
export class RoundRobin {
  readonly #ofEnvironment = new Map<EnvironmentId, Map<string, Destination>>();

  /** Adds a destination. One that is already there keeps its turn. */
  add(destination: Destination): void {
    const destinations = this.#ofEnvironment.get(destination.environmentId);
    if (destinations === undefined)
      this.#ofEnvironment.set(destination.environmentId, new Map([[destination.id, destination]]));
    else if (!destinations.has(destination.id)) destinations.set(destination.id, destination);
  }

  remove(destination: Destination): void {
    const destinations = this.#ofEnvironment.get(destination.environmentId);
    if (destinations?.delete(destination.id) === true && destinations.size === 0)
      this.#ofEnvironment.delete(destination.environmentId);
  }

  /**
   * Returns the destination whose turn it is among those that may start, and moves it to the end; null if
   * none may.
   */
  next(may: StartPolicy): Destination | null {
    for (const [environmentId, destinations] of this.#ofEnvironment) {
      const destination = nextOf(destinations, may);
      if (destination === null) continue;
      destinations.delete(destination.id);
      destinations.set(destination.id, destination);
      this.#ofEnvironment.delete(environmentId);
      this.#ofEnvironment.set(environmentId, destinations);
      return destination;
    }
    return null;
  }
}

const nextOf = (destinations: ReadonlyMap<string, Destination>, may: StartPolicy): Destination | null => {
  const [one] = destinations.values();
  if (one === undefined || !may.environment(one)) return null;
  for (const destination of destinations.values()) if (may.destination(destination)) return destination;
  return null;
};
