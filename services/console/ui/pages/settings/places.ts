import { currencyCodes, isEnvironmentCurrency } from '@loyalty/contracts/currencies';

/** Returns the time zones that the browser knows. */
export const timeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

interface Country {
  /** Two letters (ISO 3166-1). */
  readonly code: string;
  readonly name: string;
}

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** Codes that name no country with telephone numbers of its own. */
const noCountries: readonly string[] = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];

/** Returns the countries, with their names in the locale. */
export const countries = (locale = 'en'): readonly Country[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.includes(code))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name }];
    });
};

/** Returns the currencies that an environment can have, with their names in the locale. */
export const currencies = (locale = 'en'): readonly { readonly value: string; readonly text: string }[] => {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return [...currencyCodes]
    .filter(isEnvironmentCurrency)
    .map((value) => ({ value, text: names.of(value) ?? value }));
};
