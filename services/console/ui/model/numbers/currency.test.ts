import { centsText, plainCentsText, valueCents } from './figures.ts';
import { currencySymbol, showAmountsIn } from './currency.ts';
import { centsField, typedCents } from './typed-number.ts';

afterEach(() => showAmountsIn('ZAR'));

test.each([
  ['ZAR', 'R', '123.45', 'R100'],
  ['JPY', '¥', '12,345', '¥10,000'],
  ['KWD', 'KWD', '12.345', 'KWD10'],
  // ICU writes Lebanese pounds without decimals; ISO 4217 has two.
  ['LBP', 'L£', '123.45', 'L£100'],
])('amounts in %s have the symbol %s and its decimals (D321)', (currency, symbol, text, short) => {
  showAmountsIn(currency);
  const bare = (written: string): string => written.replaceAll(/\s/g, '');
  expect([currencySymbol('en'), bare(centsText(12_345, 'en'))]).toEqual([symbol, symbol + text]);
  const field = text.replace(',', '');
  expect([centsField(12_345, 'en'), typedCents(field, 'en')]).toEqual([field, 12_345]);
  expect(bare(plainCentsText(10_000, 'en'))).toBe(short);
});

test('an amount is read only if it is whole minor units of the currency', () => {
  const read = (currency: string, text: string): number | null => {
    showAmountsIn(currency);
    return typedCents(text, 'en');
  };
  expect([read('JPY', '1.5'), read('ZAR', '1.5'), read('ZAR', '1.555'), read('KWD', '1.555')]).toEqual([
    null,
    150,
    null,
    1_555,
  ]);
});

test('an amount that names another currency is written in it', () => {
  showAmountsIn('KWD');
  expect(centsText(12_345, 'en', 'ZAR').replaceAll(/\s/g, '')).toBe('R123.45');
});

test.each([
  ['JPY', 105],
  ['ZAR', 10_500],
  ['KWD', 105_000],
])('1,050 points at ten for a unit of %s are worth %d minor units', (currency, cents) => {
  showAmountsIn(currency);
  expect(valueCents(1_050, 10)).toBe(cents);
});
