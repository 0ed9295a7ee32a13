import fc from 'fast-check';
import { hasAtMostDecimals, toDecimals } from './request-values.ts';

describe('decimals', () => {
  it.each([
    { value: 0, decimals: 0, holds: true },
    { value: 1.5, decimals: 1, holds: true },
    { value: 0.1 + 0.2, decimals: 3, holds: true },
    { value: 0.300_000_01, decimals: 3, holds: false },
    { value: 1e-12, decimals: 3, holds: false },
    { value: 1.005, decimals: 3, holds: true },
    { value: 1.0005, decimals: 3, holds: false },
    { value: 1e-7, decimals: 4, holds: false },
    { value: 100_000, decimals: 3, holds: true },
    { value: 1e21, decimals: 3, holds: true },
    { value: -2.25, decimals: 1, holds: false },
  ])('$value has at most $decimals: $holds', ({ value, decimals, holds }) => {
    expect(hasAtMostDecimals(value, decimals)).toBe(holds);
  });

  it('are counted as they were written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 6 }),
        (n, decimals) => {
          expect(hasAtMostDecimals(Number(`${n.toString()}e-${decimals.toString()}`), decimals)).toBe(true);
        },
      ),
    );
  });

  it.each([
    { value: 0.1 + 0.2, decimals: 3, means: 0.3 },
    { value: 1.1 * 3, decimals: 3, means: 3.3 },
    { value: 0.7 + 0.1, decimals: 3, means: 0.8 },
    { value: 4.35 * 100, decimals: 3, means: 435 },
    { value: 1.005 * 1000, decimals: 3, means: 1005 },
    { value: 99_999.999_000_000_5, decimals: 3, means: 99_999.999 },
    { value: 0.300_000_000_9, decimals: 3, means: 0.3 },
    { value: 0.299_999_999_1, decimals: 3, means: 0.3 },
    { value: 33.3 * 1.1, decimals: 4, means: 36.63 },
    { value: -0.1 - 0.2, decimals: 1, means: -0.3 },
    { value: 0.300_000_002, decimals: 3, means: null },
    { value: 1.0005, decimals: 3, means: null },
    { value: 1e-10, decimals: 3, means: null },
    { value: 0, decimals: 3, means: 0 },
  ])('$value with at most $decimals is $means', ({ value, decimals, means }) => {
    expect(toDecimals(value, decimals)).toBe(means);
  });
});
