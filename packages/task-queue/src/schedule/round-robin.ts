import type { EnvironmentId } from '@loyalty/kernel';
import type { Destination } from './destination.ts';

/** Decides who may start one more attempt. */
export interface StartPolicy {
  /** Gets any destination of the environment. */
  readonly environment: (one: Destination) => boolean;
  readonly destination: (destination: Destination) => boolean;
}

/**
 * Destinations of one speed with waiting tasks, in the order of their turns. Environments take turns, and so do the destinations of each:
 * an environment with a hundred destinations comes no more often than one with a single one.
 */
export class RoundRobin {
  readonly #ofEnvironment = new Map<EnvironmentId, Map<string, Destination>>();

  /** A destination that is in already keeps its turn. */
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

  /** Returns the destination whose turn it is among those that may start, and puts it last. Null: none may. */
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
