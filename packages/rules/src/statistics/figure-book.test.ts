import fc from 'fast-check';
import {
  type CountedPurchase,
  type DayOpening,
  FigureBook,
  type FigureWrites,
  type MemberFigures,
  noFigures,
} from './figure-book.ts';
import { windowOf } from './purchase-statistics.ts';

const today = 20_000;

/** The stored rows of one member, updated from the writes of a book in the plainest way. */
class StoredMember {
  figures: MemberFigures = noFigures;
  #days: DayOpening[] = [];

  add(purchases: readonly CountedPurchase[]): void {
    const book = new FigureBook(this.figures);
    for (const purchase of purchases) book.add(purchase);
    this.#store(book.writes());
  }

  /** Removes days that no window reaches. */
  purge(): void {
    this.#days = this.#days.filter(({ day }) => day >= today - 366);
  }

  windowOf(days: number) {
    const opening = this.#days.find(({ day }) => day > today - days) ?? null;
    return windowOf(this.figures, opening);
  }

  #store({ figures, opened, backdated }: FigureWrites): void {
    for (const { day } of backdated) this.#fill(day);
    for (const { day, cents, txns } of backdated) {
      this.#days = this.#days.map((one) =>
        one.day > day
          ? { ...one, spendBefore: one.spendBefore + cents, txnsBefore: one.txnsBefore + txns }
          : one,
      );
    }
    this.#days.push(...opened);
    this.#days.sort((a, b) => a.day - b.day);
    // Refuses duplicates, as the table's key does.
    if (new Set(this.#days.map(({ day }) => day)).size < this.#days.length)
      throw new Error('a day began twice');
    this.figures = figures;
  }

  #fill(day: number): void {
    const next = this.#days.find((one) => one.day >= day);
    if (next === undefined || next.day === day) return;
    this.#days.push({ ...next, day });
    this.#days.sort((a, b) => a.day - b.day);
  }
}

const purchases = fc.record({
  // Often the same few days, some of them ahead, some beyond every window.
  day: fc.oneof(
    fc.integer({ min: today - 9, max: today + 1 }),
    fc.integer({ min: today - 400, max: today }),
    fc.constantFrom(today - 7, today - 6, today - 30, today - 365, today - 366),
  ),
  cents: fc.integer({ min: -50_000, max: 100_000 }),
  txns: fc.constantFrom(1, 1, 1, 0, -1),
});
const batches = fc.array(fc.array(purchases, { maxLength: 12 }), { maxLength: 8 });

/** The definition of a window: the sum of its days' purchases. */
const bruteForce = (all: readonly CountedPurchase[], days: number) => {
  const within = all.filter(({ day }) => day > today - days);
  return {
    spendCents: within.reduce((sum, { cents }) => sum + cents, 0),
    txnCount: within.reduce((sum, { txns }) => sum + txns, 0),
  };
};

const asked = [1, 2, 7, 30, 90, 365];

it('windows are the sums of their days, in whatever order and batches purchases and returns come', () => {
  fc.assert(
    fc.property(batches, fc.nat(7), (all, purgedAfter) => {
      const member = new StoredMember();
      all.forEach((batch, at) => {
        member.add(batch);
        if (at === purgedAfter) member.purge();
      });
      const flat = all.flat();
      expect(asked.map((days) => member.windowOf(days))).toEqual(asked.map((days) => bruteForce(flat, days)));
      const lifetime = bruteForce(flat, Infinity);
      expect(member.figures).toMatchObject(lifetime);
    }),
    { numRuns: 2_000 },
  );
});

it('the last day is the newest of all', () => {
  fc.assert(
    fc.property(fc.array(purchases, { minLength: 1 }), (all) => {
      const book = new FigureBook(noFigures);
      for (const purchase of all) book.add(purchase);
      expect(book.writes().figures.lastTxnDay).toBe(Math.max(...all.map(({ day }) => day)));
    }),
  );
});

const max = Number.MAX_SAFE_INTEGER;
const bought = (day: number, cents: number): CountedPurchase => ({ day, cents, txns: 1 });
const booked = (stored: MemberFigures, ...all: readonly CountedPurchase[]): FigureWrites => {
  const book = new FigureBook(stored);
  for (const purchase of all) book.add(purchase);
  return book.writes();
};

it('further purchases of an opened day open nothing', () => {
  const stored = { spendCents: 10, txnCount: 1, lastTxnDay: today };
  const { figures, opened, backdated } = booked(stored, bought(today, 5), bought(today, 5));
  expect(figures).toEqual({ spendCents: 20, txnCount: 3, lastTxnDay: today });
  expect([opened, backdated]).toEqual([[], []]);
});

it('totals and openings end at 2^53−1, and never fail a receipt', () => {
  const { figures, opened } = booked(
    noFigures,
    bought(today, max),
    bought(today + 1, max),
    bought(today - 1, max),
  );
  expect(figures.spendCents).toBe(max);
  expect(opened.map(({ spendBefore }) => spendBefore)).toEqual([0, max, max]);
  expect(booked(noFigures, bought(today, -max), bought(today, -max)).figures.spendCents).toBe(-max);
});

it('a purchase on the last stored day changes no day, though the batch has begun a later one', () => {
  const stored = { spendCents: 10, txnCount: 1, lastTxnDay: today - 1 };
  const { opened, backdated } = booked(stored, bought(today, 5), bought(today - 1, 7));
  expect(opened).toEqual([{ day: today, spendBefore: 17, txnsBefore: 2 }]);
  expect(backdated).toEqual([]);
});
