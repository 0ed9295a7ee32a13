import fc from 'fast-check';
import { spendPercentagePoints } from './spend-percentage.ts';

const max = Number.MAX_SAFE_INTEGER;

it.each([
  // The worked examples of D16.
  [15_000, 1, 150],
  [15_000, 2.5, 375],
  [999, 1, 9],
  [999, 0.5, 4],
  // The ends of both ranges.
  [1, 0.0001, 0],
  [1, 100, 1],
  [99, 1, 0],
  [100, 1, 1],
  [999_999, 0.0001, 0],
  [1_000_000, 0.0001, 1],
  [max, 1, 90_071_992_547_409],
  [max, 99.9999, 9_007_190_247_541_736],
  [max, 100, max],
  // Where floating point would give a point less: 10000 × 0.57 = 5699.999…
  [10_000, 0.57, 57],
])('%d cents at %d %% earn %d points', (amountCents, percentage, points) => {
  expect(spendPercentagePoints({ percentage }, amountCents)).toBe(points);
});

it('every amount at every percentage earns the floor that whole numbers give (D17)', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 1_000_000 }), (amountCents, tenThousandths) => {
      const exact = (BigInt(amountCents) * BigInt(tenThousandths)) / 1_000_000n;
      const points = spendPercentagePoints({ percentage: tenThousandths / 10_000 }, amountCents);
      expect(BigInt(points)).toBe(exact);
    }),
  );
});
