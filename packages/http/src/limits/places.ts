import type { EnvironmentId } from '@loyalty/kernel';

/** Slots for work that moves megabytes: a page of a list, a large body. */
export interface Places {
  /**
   * Runs the work in a slot of the environment, after waiting for one if all are taken. Returns null when the wait was too
   * long, or the work has become unnecessary.
   */
  run<T>(owner: EnvironmentId, work: () => Promise<T> | null): Promise<T | null>;
}

interface OwnerQueue {
  busy: number;
  readonly waiting: Set<() => void>;
}

/** Creates `atOnce` slots for each environment. Work that waits longer than `waitMs` gets none. */
export const createPlaces = (atOnce: number, waitMs: number): Places => {
  const lanes = new Map<EnvironmentId, OwnerQueue>();

  const laneOf = (owner: EnvironmentId): OwnerQueue => {
    const known = lanes.get(owner);
    if (known !== undefined) return known;
    const lane: OwnerQueue = { busy: 0, waiting: new Set() };
    lanes.set(owner, lane);
    return lane;
  };

  const leave = (owner: EnvironmentId, lane: OwnerQueue): void => {
    const [next] = lane.waiting;
    if (next !== undefined) next();
    else if ((lane.busy -= 1) === 0) lanes.delete(owner);
  };

  return {
    run: async (owner, work) => {
      const lane = laneOf(owner);
      if (lane.busy < atOnce) lane.busy += 1;
      else if (!(await waitIn(lane, waitMs))) return null;
      try {
        return await work();
      } finally {
        leave(owner, lane);
      }
    },
  };
};

/** Resolves with true when a finished work passes on its slot. */
const waitIn = ({ waiting }: OwnerQueue, waitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (hasPlace: boolean): void => {
      clearTimeout(timer);
      waiting.delete(take);
      resolve(hasPlace);
    };
    const take = (): void => {
      settle(true);
    };
    const timer = setTimeout(settle, waitMs, false);
    waiting.add(take);
  });
