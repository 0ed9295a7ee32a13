import type { EnvironmentId } from './ids.ts';

export const noSlot: unique symbol = Symbol('no slot');

/** Slots for scarce things. Each environment has its own, so that none waits for another (D118). */
export interface EnvironmentSlots {
  /**
   * Runs the work in a slot of its environment, after waiting for one in order of arrival. Returns `noSlot`,
   * and runs nothing, when too much waits already or the wait was too long.
   */
  run<T>(owner: EnvironmentId, work: () => Promise<T>): Promise<T | typeof noSlot>;
}

/** The bounds of each environment. */
export interface SlotLimits {
  readonly atOnce: number;
  /** How much work may wait for a slot. Default: any. */
  readonly waitingMax?: number;
  /** How long work waits, in milliseconds. */
  readonly waitMs: number;
}

interface OwnerQueue {
  busy: number;
  readonly waiting: Set<() => void>;
}

/** Creates the slots. An environment without work takes no memory. */
export const createEnvironmentSlots = ({
  atOnce,
  waitingMax = Infinity,
  waitMs,
}: SlotLimits): EnvironmentSlots => {
  const lanes = new Map<EnvironmentId, OwnerQueue>();

  const laneOf = (owner: EnvironmentId): OwnerQueue => {
    const known = lanes.get(owner);
    if (known !== undefined) return known;
    const lane: OwnerQueue = { busy: 0, waiting: new Set() };
    lanes.set(owner, lane);
    return lane;
  };

  const enter = async (lane: OwnerQueue): Promise<boolean> => {
    if (lane.busy < atOnce) lane.busy += 1;
    else return lane.waiting.size < waitingMax && waitIn(lane, waitMs);
    return true;
  };

  const leave = (owner: EnvironmentId, lane: OwnerQueue): void => {
    const [next] = lane.waiting;
    if (next !== undefined) next();
    else if ((lane.busy -= 1) === 0) lanes.delete(owner);
  };

  return {
    run: async (owner, work) => {
      const lane = laneOf(owner);
      if (!(await enter(lane))) return noSlot;
      try {
        return await work();
      } finally {
        leave(owner, lane);
      }
    },
  };
};

/** Resolves with true when finished work passes on its slot. */
const waitIn = ({ waiting }: OwnerQueue, waitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (hasSlot: boolean): void => {
      clearTimeout(timer);
      waiting.delete(take);
      resolve(hasSlot);
    };
    const take = (): void => {
      settle(true);
    };
    const timer = setTimeout(settle, waitMs, false);
    waiting.add(take);
  });
