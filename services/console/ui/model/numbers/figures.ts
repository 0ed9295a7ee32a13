/** Returns digits in groups, as the locale writes them. */
export const pointsText = (points: number, locale?: string): string =>
  new Intl.NumberFormat(locale).format(points);

/** The number has its sign, and a minus that is as wide as a plus. */
export const changeText = (points: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(points).replace('-', '−');

/** Programmes count in cents of a rand; a receipt may have another currency. Whole cents stay whole. */
export const centsText = (cents: number, locale?: string, currency = 'ZAR'): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(cents / 100);

/** Returns cents that so many points are worth at the till, which pays whole cents and rounds down. */
export const valueCents = (points: number, pointsPerRand: number): number =>
  Math.floor((points / pointsPerRand) * 100 + 1e-6);

/** Returns a share of the way from 0 to 1. */
export const shareOf = (done: number, missing: number): number => {
  const whole = done + missing;
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, done / whole));
};
