import { centsInUnit, currencyFormat } from './currency.ts';

/** Returns a text of `Intl` with a minus that is as wide as a plus, instead of a hyphen. */
export const withMinus = (text: string): string => text.replace('-', '−');

/** Returns points with the digits grouped as in the locale. */
export const pointsText = (points: number, locale?: string): string =>
  withMinus(new Intl.NumberFormat(locale).format(points));

/** Returns points with their sign. */
export const changeText = (points: number, locale?: string): string =>
  withMinus(new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(points));

/** Returns an amount, in the currency of the environment unless another one is given. */
export const centsText = (cents: number, locale?: string, currency?: string): string =>
  withMinus(new Intl.NumberFormat(locale, currencyFormat(currency)).format(cents / centsInUnit(currency)));

/** Returns an amount for a sentence: without its decimals if they are all 0, as in «R1». */
export const plainCentsText = (cents: number, locale?: string): string => {
  const isWhole = cents % centsInUnit() === 0;
  const format = { ...currencyFormat(), ...(isWhole && { minimumFractionDigits: 0 }) };
  return withMinus(new Intl.NumberFormat(locale, format).format(cents / centsInUnit()));
};

/** Returns the cents that this many points are worth at the till, at so many points for a unit of the currency. */
export const valueCents = (points: number, pointsPerRand: number): number =>
  Math.floor((points / pointsPerRand) * centsInUnit() + 1e-6);

/** Returns which share is done, from 0 to 1. */
export const shareOf = (done: number, missing: number): number => {
  const whole = done + missing;
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, done / whole));
};
