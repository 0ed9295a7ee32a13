import { currencyCodes, isCurrencyCode } from './currency-codes.ts';

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
