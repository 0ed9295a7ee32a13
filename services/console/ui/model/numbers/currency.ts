import { decimalsOf, defaultCurrency, minorUnitsIn } from '@loyalty/contracts/currencies';

/** Like the locale, it is known to all: the frame sets it before any page shows an amount. */
let shown = defaultCurrency;

/** Sets the currency of the environment that is shown, which amounts have that name none. */
export const showAmountsIn = (currency: string): void => {
  shown = currency;
};

export const shownCurrency = (): string => shown;

/** Returns how many cents, as the API calls every minor unit, are one unit of the currency. */
export const centsInUnit = (currency: string = shown): number => minorUnitsIn(currency);

/** Returns the options of `Intl.NumberFormat` for an amount. Intl itself has other decimals for some currencies. */
export const currencyFormat = (currency: string = shown) => {
  const decimals = decimalsOf(currency);
  return {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
};

/** Returns the symbol that stands before or behind an amount, such as «R» or «KWD». */
export const currencySymbol = (locale?: string): string =>
  new Intl.NumberFormat(locale, currencyFormat()).formatToParts(0).find(({ type }) => type === 'currency')
    ?.value ?? shown;
