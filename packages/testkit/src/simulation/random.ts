import { type RandomNumber, seededRandom } from '@loyalty/kernel/testing';

/** Draws that depend only on the seed: the same seed gives the same run. */
export class Random {
  /** Returns a number in [0, 1). */
  readonly next: RandomNumber;

  constructor(seed: number) {
    this.next = seededRandom(seed ^ 0x9e37_79b9);
  }

  /** Returns a whole number in [0, end). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns a whole number in [first, last]. */
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
