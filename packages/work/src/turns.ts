import type { EnvironmentId } from '@loyalty/kernel';
import type { Lane } from './lane.ts';

/** Who may start one more. */
export interface MayStart {
  /** Of the environment any lane that is here. */
  readonly environment: (one: Lane) => boolean;
  readonly lane: (lane: Lane) => boolean;
}

/**
 * Lanes of one kind that have something waiting, in the order of their turns. Environments take turns, and so do the lanes of each: who
 * has a hundred lanes comes no more often than who has one.
 */
export class Turns {
  readonly #ofEnvironment = new Map<EnvironmentId, Map<string, Lane>>();

  /** One that is here already keeps its turn. */
  add(lane: Lane): void {
    const lanes = this.#ofEnvironment.get(lane.environmentId);
    if (lanes === undefined) this.#ofEnvironment.set(lane.environmentId, new Map([[lane.id, lane]]));
    else if (!lanes.has(lane.id)) lanes.set(lane.id, lane);
  }

  remove(lane: Lane): void {
    const lanes = this.#ofEnvironment.get(lane.environmentId);
    if (lanes?.delete(lane.id) === true && lanes.size === 0) this.#ofEnvironment.delete(lane.environmentId);
  }

  /** The lane whose turn it is among those that may; the others come before it the next time. Null: nobody may. */
  next(may: MayStart): Lane | null {
    for (const [environmentId, lanes] of this.#ofEnvironment) {
      const lane = nextOf(lanes, may);
      if (lane === null) continue;
      lanes.delete(lane.id);
      lanes.set(lane.id, lane);
      this.#ofEnvironment.delete(environmentId);
      this.#ofEnvironment.set(environmentId, lanes);
      return lane;
    }
    return null;
  }
}

const nextOf = (lanes: ReadonlyMap<string, Lane>, may: MayStart): Lane | null => {
  const [one] = lanes.values();
  if (one === undefined || !may.environment(one)) return null;
  for (const lane of lanes.values()) if (may.lane(lane)) return lane;
  return null;
};
