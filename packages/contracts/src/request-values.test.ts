import fc from 'fast-check';
import { currencyCodes, hasAtMostDecimals, isCurrencyCode } from './request-values.ts';

describe('currency codes', () => {
  it('are three letters each, none of them twice', () => {
    expect([...currencyCodes].filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(currencyCodes.size).toBe(184);
  });

  it.each(['ZAR', 'USD', 'EUR', 'JPY', 'NAD', 'ZWG', 'BGN', 'HRK', 'ANG'])('have %s', (code) => {
    expect(isCurrencyCode(code)).toBe(true);
  });

  it.each(['zar', 'ZZZ', 'ZA', 'ZARR', '', 'constructor'])('do not have %j', (code) => {
    expect(isCurrencyCode(code)).toBe(false);
  });
});

describe('decimals', () => {
  it.each([
    { value: 0, decimals: 0, holds: true },
    { value: 1.5, decimals: 1, holds: true },
    { value: 0.1 + 0.2, decimals: 3, holds: false },
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
});
