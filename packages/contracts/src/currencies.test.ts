import { currencyCodes, isCurrencyCode, isEnvironmentCurrency, minorUnitsIn } from './currencies.ts';

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

it.each([
  ['ZAR', 100],
  ['USD', 100],
  ['IQD', 1_000],
  ['KWD', 1_000],
  ['JPY', 1],
  ['CLF', 10_000],
  // ICU says 0 of these two, ISO 4217 says 2.
  ['LBP', 100],
  ['PKR', 100],
])('a unit of %s has %d minor units (D321)', (code, units) => {
  expect(minorUnitsIn(code)).toBe(units);
});

it.each([
  ['ZAR', true],
  ['JPY', true],
  ['XOF', true],
  ['XAU', false],
  ['XXX', false],
  ['zar', false],
])('an environment may sell in %s: %s', (code, may) => {
  expect(isEnvironmentCurrency(code)).toBe(may);
});
