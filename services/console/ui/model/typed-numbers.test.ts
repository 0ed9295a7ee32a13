import { amountText, centsOfText, numberOfText, numberText } from './typed-numbers.ts';

test.each([
  ['1000', 'en-ZA', 1_000],
  ['1 000,50', 'en-ZA', 1_000.5],
  ['1\u00a0000,50', 'en-ZA', 1_000.5],
  ['1000.50', 'en-ZA', 1_000.5],
  ['1,000.50', 'en-GB', 1_000.5],
  ['1.000,50', 'de-DE', 1_000.5],
  ['1.000', 'de-DE', 1_000],
  ['−5', 'en-GB', -5],
  ['-5', 'en-GB', -5],
  ['0.05', 'en-GB', 0.05],
  ['1 000,50', 'en-GB', null],
  ['1,00', 'en-GB', null],
  ['1,0000', 'en-GB', null],
  ['1000,500', 'en-GB', null],
  ['1e3', 'en-GB', null],
  ['0x10', 'en-GB', null],
  ['1.', 'en-GB', null],
  ['.5', 'en-GB', null],
  ['', 'en-GB', null],
  ['R5', 'en-GB', null],
])('«%s» in %s is %s', (text, locale, number) => {
  expect(numberOfText(text, locale)).toBe(number);
});

test.each([
  ['150', 15_000],
  ['150.5', 15_050],
  ['150.05', 15_005],
  ['10.1', 1_010],
  ['1.005', 100.5],
  ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ['-0.01', -1],
  ['1e3', null],
])('rands are never taken for cents: «%s» is %s cents', (text, cents) => {
  expect(centsOfText(text, 'en-GB')).toBe(cents);
});

test.each(['en-ZA', 'en-GB', 'de-DE', 'fr-FR'])('what a field shows in %s is read as it was', (locale) => {
  for (const value of [0, 5, -5, 15_000, 15_005, 123_456_789, Number.MAX_SAFE_INTEGER]) {
    expect(numberOfText(numberText(value, locale), locale)).toBe(value);
    expect(centsOfText(amountText(value, locale), locale)).toBe(value);
  }
});
