import { seededRandom } from '@loyalty/kernel';

/** Draws an integer between both bounds, inclusive. What is made of draws is a function of what was drawn. */
export type Dice = (min: number, max: number) => number;

/** Dice that depend on the seed alone. */
export const seededDice = (seed: number): Dice => {
  const random = seededRandom(seed);
  return (min, max) => min + Math.floor(random() * (max - min + 1));
};

/** True in so many of a hundred cases. */
export const chance = (dice: Dice, percent: number): boolean => dice(0, 99) >= 100 - percent;

export const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice(0, list.length - 1)] as T;

/** Each entry of the list or not, as the dice fall. */
export const someOf = <T>(dice: Dice, list: readonly T[]): T[] => list.filter(() => chance(dice, 50));

/** Between `min` and `max` things, each made by its place. */
export const several = <T>(
  dice: Dice,
  [min, max]: readonly [number, number],
  make: (place: number) => T,
): T[] => Array.from({ length: dice(min, max) }, (_, place) => make(place));

/** The given fields in so many of a hundred cases, otherwise none. */
export const optional = <T extends object>(dice: Dice, percent: number, make: () => T): T | object =>
  chance(dice, percent) ? make() : {};
