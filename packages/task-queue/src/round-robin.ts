import type { EnvironmentId } from '@loyalty/kernel';
import type { Destination } from './destination.ts';

/** Who may start one more. */
export interface StartPolicy {
  /** Of the environment any lane that is here. */
  readonly environment: (one: Destination) => boolean;
  readonly destination: (destination: Destination) => boolean;
}

/**
 * Lanes of one kind that have something waiting, in the order of their turns. Environments take turns, and so do the lanes of each: who
 * has a hundred lanes comes no more often than who has one.
 */
export class RoundRobin {
  readonly #ofEnvironment = new Map<EnvironmentId, Map<string, Destination>>();

  /** One that is here already keeps its turn. */
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

  /** The lane whose turn it is among those that may; the others come before it the next time. Null: nobody may. */
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
