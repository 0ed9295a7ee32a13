/** Returns a text of `Intl` with a minus that is as wide as a plus, instead of a hyphen. */
export const withMinus = (text: string): string => text.replace('-', '−');

/** Returns points with the digits grouped as in the locale. */
export const pointsText = (points: number, locale?: string): string =>
  withMinus(new Intl.NumberFormat(locale).format(points));

/** Returns points with their sign. */
export const changeText = (points: number, locale?: string): string =>
  withMinus(new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(points));

/** Returns an amount in rand unless another currency is given. */
export const centsText = (cents: number, locale?: string, currency = 'ZAR'): string =>
  withMinus(
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).format(cents / 100),
  );

/** Returns the cents that this many points are worth at the till, which pays whole cents and rounds down. */
export const valueCents = (points: number, pointsPerRand: number): number =>
  Math.floor((points / pointsPerRand) * 100 + 1e-6);

/** Returns which share is done, from 0 to 1. */
export const shareOf = (done: number, missing: number): number => {
  const whole = done + missing;
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, done / whole));
};
