import type { RandomNumber } from '@loyalty/kernel/testing';

/** One of several. */
export const pick = <T>(random: RandomNumber, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0];

/** The same things in another order. */
export const shuffled = <T>(random: RandomNumber, things: readonly T[]): T[] =>
  things
    .map((thing) => ({ thing, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
