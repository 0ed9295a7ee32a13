import fc from 'fast-check';
import { hasAtMostDecimals } from './has-at-most-decimals.ts';

it.each([
  [1, 0, true],
  [-7, 3, true],
  [Number.MAX_SAFE_INTEGER, 3, true],
  [0.5, 0, false],
  [0.333, 3, true],
  [0.3333, 3, false],
  [1.005, 3, true],
  [-1.005, 3, true],
  [99_999.999, 3, true],
  [99_999.9999, 3, false],
  [0.0001, 4, true],
  [0.00001, 4, false],
  [0.1 + 0.2, 3, false],
  [Number.NaN, 3, false],
])('%d has at most %d decimals: %s', (value, decimals, expected) => {
  expect(hasAtMostDecimals(value, decimals)).toBe(expected);
});

/** A number as a caller writes it: so many whole units, and so many digits after the point. */
const written = fc.tuple(fc.nat(100_000), fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }));

it('a number has the decimals that it is written with, less the noughts at the end', () => {
  fc.assert(
    fc.property(written, fc.nat(6), ([whole, digits], decimals) => {
      const value = Number(`${whole.toString()}.${digits.join('')}`);
      const needed = digits.findLastIndex((digit) => digit !== 0) + 1;
      expect(hasAtMostDecimals(value, decimals)).toBe(needed <= decimals);
    }),
  );
});
