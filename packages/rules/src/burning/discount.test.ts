import fc from 'fast-check';
import { centsOf, fewestPointsWithin, percentOf, randsOf } from './discount.ts';

/** Rates of at most 4 decimals, up to the greatest that a campaign may have. */
const rates = fc
  .oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 10_000_000_000 }))
  .map((tenThousandths) => tenThousandths / 10_000);
const points = fc.oneof(fc.nat(10_000), fc.maxSafeNat());

/** As a person would count, in whole numbers without bounds. */
const exactRands = (count: number, pointsPerRand: number): bigint =>
  (BigInt(count) * 10_000n) / BigInt(Math.round(pointsPerRand * 10_000));

it.each([
  { count: 500, pointsPerRand: 10, cents: 5_000 },
  { count: 509, pointsPerRand: 10, cents: 5_000 },
  { count: 9, pointsPerRand: 10, cents: 0 },
  { count: 1, pointsPerRand: 0.01, cents: 10_000 },
  { count: 3, pointsPerRand: 0.3333, cents: 900 },
])('$count points at $pointsPerRand a rand are $cents cents', ({ count, pointsPerRand, cents }) => {
  expect(centsOf(randsOf(count, { pointsPerRand }))).toBe(cents);
});

it('a discount is exact wherever it can be written exactly, and never less than 2^53 beyond', () => {
  fc.assert(
    fc.property(points, rates, (count, pointsPerRand) => {
      const exact = exactRands(count, pointsPerRand);
      const rands = BigInt(randsOf(count, { pointsPerRand }));
      const most = BigInt(Number.MAX_SAFE_INTEGER);
      expect([rands > most, exact > most || rands === exact]).toEqual([exact > most, true]);
    }),
  );
});

it('a cap takes the fewest points that give the greatest discount within it (D88)', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1, max: 40_000 }), (randsMax, tenThousandths) => {
      const pointsPerRand = tenThousandths / 10_000;
      const found = fewestPointsWithin(randsMax, { pointsPerRand });
      const worth = (count: number) => Number(exactRands(count, pointsPerRand));
      const all = Array.from({ length: Math.ceil((randsMax + 2) * pointsPerRand) + 1 }, (_, n) => n);
      const best = Math.max(...all.map(worth).filter((rands) => rands <= randsMax));
      expect([worth(found), found]).toEqual([best, all.find((count) => worth(count) === best)]);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  { randsMax: 150, pointsPerRand: 0.01, fewest: 1 },
  { randsMax: 50, pointsPerRand: 10, fewest: 500 },
  { randsMax: 0, pointsPerRand: 10, fewest: 0 },
  { randsMax: 3, pointsPerRand: 2.5, fewest: 8 },
  { randsMax: 90_000_000_000_000, pointsPerRand: 99.9999, fewest: 8_999_991_000_000_000 },
])('R$randsMax at $pointsPerRand a rand take $fewest points', ({ randsMax, pointsPerRand, fewest }) => {
  expect(fewestPointsWithin(randsMax, { pointsPerRand })).toBe(fewest);
});

it.each([
  { amountCents: 15_000, percent: 50, cents: 7_500 },
  { amountCents: 999, percent: 33.3333, cents: 332 },
  { amountCents: Number.MAX_SAFE_INTEGER, percent: 33.3333, cents: 3_002_396_749_180_578 },
  { amountCents: Number.MAX_SAFE_INTEGER, percent: 100, cents: Number.MAX_SAFE_INTEGER },
])('$percent per cent of $amountCents cents are $cents, rounded down', ({ amountCents, percent, cents }) => {
  expect(percentOf(amountCents, percent)).toBe(cents);
});
