import { seededRandom, type RandomNumber } from '@loyalty/kernel';

/** Draws that depend on the seed alone: the same seed, the same run. */
export class Random {
  /** In [0, 1). */
  readonly next: RandomNumber;

  constructor(seed: number) {
    this.next = seededRandom(seed ^ 0x9e37_79b9);
  }

  /** A whole number in [0, end). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** A whole number in [first, last]. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}
