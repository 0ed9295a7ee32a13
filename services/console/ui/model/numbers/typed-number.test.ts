import { centsField, numberField, typedCents, typedNumber } from './typed-number.ts';

describe('a typed number', () => {
  it.each([
    ['1000', 'en-GB', 1_000],
    ['1,000', 'en-GB', 1_000],
    ['1 000', 'en-GB', 1_000],
    ['1,000.50', 'en-GB', 1_000.5],
    ['1 000,50', 'en-GB', null],
    ['12,3', 'en-GB', null],
    ['1,0,0', 'en-GB', null],
    ['1.000,50', 'de-DE', 1_000.5],
    ['1.000', 'de-DE', 1_000],
    ['10.5', 'de-DE', null],
    ['1 000,50', 'fr-FR', 1_000.5],
    ['10.5', 'fr-FR', 10.5],
    ["1'000.5", 'de-CH', 1_000.5],
    ['-5', 'en-GB', -5],
    ['−5', 'en-GB', -5],
    ['1e3', 'en-GB', null],
    ['0x10', 'en-GB', null],
    ['', 'en-GB', null],
    ['.', 'en-GB', null],
    ['5.', 'en-GB', null],
    ['1.2.3', 'en-GB', null],
    ['Infinity', 'en-GB', null],
  ])('«%s» in %s is %p', (text, locale, read) => {
    expect(typedNumber(text, locale)).toBe(read);
  });

  it('money is whole cents', () => {
    expect(typedCents('150', 'en-GB')).toBe(15_000);
    expect(typedCents('19.99', 'en-GB')).toBe(1_999);
    expect(typedCents('0.005', 'en-GB')).toBeNull();
    expect(typedCents('90,071,992,547,409.92', 'en-GB')).toBeNull();
  });

  it.each(['en-GB', 'de-DE', 'fr-FR', 'en-ZA', 'hi-IN'])(
    'a field of %s is read as what it holds',
    (locale) => {
      for (const value of [0, 7, -5, 1_234_567, 0.25])
        expect(typedNumber(numberField(value, locale), locale)).toBe(value);
      for (const cents of [0, 100, 1_999, 123_456_789])
        expect(typedCents(centsField(cents, locale), locale)).toBe(cents);
      expect(numberField(null, locale) + centsField(undefined, locale)).toBe('');
    },
  );
});
