/** Returns a number in [0, 1). */
export type RandomNumber = () => number;

/** Returns a generator (mulberry32). Golden files and simulations rely on the numbers of each seed. */
export const seededRandom = (seed: number): RandomNumber => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
