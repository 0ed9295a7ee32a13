import { defaultCurrency, isCurrencyCode } from './currency-code.ts';

it.each([defaultCurrency, 'USD', 'EUR', 'JPY', 'BHD', 'XCG', 'XTS'])('%s is a currency', (code) => {
  expect(isCurrencyCode(code)).toBe(true);
});

it.each(['', 'zar', 'Zar', ' ZAR', 'ZA', 'RAND', 'R', 'ABC', 'DEM', '710'])(
  '"%s" is not a currency',
  (code) => {
    expect(isCurrencyCode(code)).toBe(false);
  },
);
