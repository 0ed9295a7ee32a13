import type { EnvironmentId } from './ids.ts';

/** The usual share: four environments that use theirs fill the whole. */
export const defaultShare = 1 / 4;

/**
 * The weights that environments hold of one resource, in any unit, with a share for each and a whole for all
 * (D118).
 */
export interface ShareWeights {
  /**
   * Returns true if the environment has no share left, or if `take` refused it and it has freed nothing
   * since.
   */
  isFull(owner: EnvironmentId): boolean;
  /** Adds a weight, whatever is left: the last one that `isFull` admits may exceed the share. */
  add(owner: EnvironmentId, weight: number): void;
  /**
   * Adds a weight. Returns false, and adds nothing, if the weight exceeds what is left to the environment.
   */
  take(owner: EnvironmentId, weight: number): boolean;
  free(owner: EnvironmentId, weight: number): void;
  /** The weight of all environments together. */
  readonly used: number;
}

interface WeightLimits {
  /** All environments may hold so much. */
  readonly whole: number;
  /** Each may hold so much. Default: a quarter of the whole. */
  readonly share?: number;
  /** Each may hold so much even while others hold the whole. Default: 0. */
  readonly floor?: number;
}

/** Creates the weights. An environment that holds nothing takes no memory. */
export const createShareWeights = ({
  whole,
  share = whole * defaultShare,
  floor = 0,
}: WeightLimits): ShareWeights => {
  const weights = new Map<EnvironmentId, number>();
  const refused = new Set<EnvironmentId>();
  let used = 0;

  const add = (owner: EnvironmentId, weight: number): void => {
    const own = (weights.get(owner) ?? 0) + weight;
    used += weight;
    if (own === 0) weights.delete(owner);
    else weights.set(owner, own);
  };
  const leftOf = (owner: EnvironmentId): number => {
    const own = weights.get(owner) ?? 0;
    return Math.min(share - own, Math.max(whole - used, floor - own));
  };
  return {
    isFull: (owner) => refused.has(owner) || leftOf(owner) <= 0,
    add,
    take: (owner, weight) => {
      const isAdmitted = weight <= leftOf(owner);
      if (isAdmitted) add(owner, weight);
      // An environment that holds nothing frees nothing, and may try again.
      else if (weights.has(owner)) refused.add(owner);
      return isAdmitted;
    },
    free: (owner, weight) => {
      refused.delete(owner);
      add(owner, -weight);
    },
    get used() {
      return used;
    },
  };
};
