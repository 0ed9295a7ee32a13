/** Limits how many traces are followed because their callers sampled them. */
export interface TraceShares {
  /**
   * Takes one trace. Returns false if this owner, or all owners together, have used up their number for this
   * second.
   */
  take(owner: number | string): boolean;
}

/** An evaluate makes some six spans; forty traces a second are a hundredth of what one collector keeps. */
const ofAllMax = 40;
/** A quarter, as of every share (D118). */
const ofOwnerMax = 10;
const windowMs = 1_000;

/**
 * Creates the shares of this process. What is left of one second is not saved, so an owner has at most twice
 * its share in any second.
 */
export const createTraceShares = (nowMs: () => number = () => performance.now()): TraceShares => {
  const taken = new Map<number | string, number>();
  let beganMs = -Infinity;
  let ofAll = 0;
  return {
    take: (owner) => {
      const atMs = nowMs();
      if (atMs - beganMs >= windowMs) {
        beganMs = atMs;
        ofAll = 0;
        taken.clear();
      }
      const own = taken.get(owner) ?? 0;
      if (own >= ofOwnerMax || ofAll >= ofAllMax) return false;
      taken.set(owner, own + 1);
      ofAll += 1;
      return true;
    },
  };
};
