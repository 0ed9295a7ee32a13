import { seededRandom } from '@loyalty/kernel/testing';

/** Draws an integer between both bounds, inclusive. Generated values depend only on the draws. */
export type Dice = (min: number, max: number) => number;

/** Dice whose draws for a seed never change. */
export const seededDice = (seed: number): Dice => {
  const random = seededRandom(seed);
  return (min, max) => min + Math.floor(random() * (max - min + 1));
};

/** Returns true in the given number of a hundred cases. */
export const chance = (dice: Dice, percent: number): boolean => dice(0, 99) >= 100 - percent;

export const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice(0, list.length - 1)] as T;

/** Draws a subset of the list. */
export const someOf = <T>(dice: Dice, list: readonly T[]): T[] => list.filter(() => chance(dice, 50));

/** Makes between `min` and `max` things, each from its place. */
export const several = <T>(
  dice: Dice,
  [min, max]: readonly [number, number],
  make: (place: number) => T,
): T[] => Array.from({ length: dice(min, max) }, (_, place) => make(place));

/** Returns the given fields in the given number of a hundred cases, otherwise none. */
export const optional = <T extends object>(dice: Dice, percent: number, make: () => T): T | object =>
  chance(dice, percent) ? make() : {};
