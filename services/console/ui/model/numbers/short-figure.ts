import { centsInUnit, currencyFormat } from './currency.ts';

/** A number in the locale's short form, with its unit separate. */
export interface ShortFigure {
  readonly digits: string;
  /** The unit; empty if the number is shown in full. */
  readonly unit: string;
}

/** Up to here all digits are worth their room. */
const wholeBelow = 10_000;

/** Returns numbers of five digits or more in three digits and a unit, such as «5.55» and «M». */
export const shortFigure = (value: number, locale?: string): ShortFigure => {
  if (Math.abs(value) < wholeBelow) return { digits: new Intl.NumberFormat(locale).format(value), unit: '' };
  const parts = new Intl.NumberFormat(locale, {
    notation: 'compact',
    minimumSignificantDigits: 3,
    maximumSignificantDigits: 3,
  }).formatToParts(value);
  const textOf = (isUnit: boolean): string =>
    parts
      .filter(({ type }) => type !== 'literal' && (type === 'compact') === isUnit)
      .map((part) => part.value)
      .join('');
  return { digits: textOf(false), unit: textOf(true) };
};

/** Returns a short number as a label next to a chart. */
export const shortText = (value: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }).format(value);

/** Returns an amount of money in short form; below ten thousand, decimals are shown only if there are any. */
export const shortCentsText = (cents: number, locale?: string): string => {
  const unit = centsInUnit();
  const { style, currency, currencyDisplay, maximumFractionDigits } = currencyFormat();
  const decimals = cents % unit === 0 ? 0 : maximumFractionDigits;
  return new Intl.NumberFormat(locale, {
    style,
    currency,
    currencyDisplay,
    ...(Math.abs(cents) < wholeBelow * unit
      ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      : { notation: 'compact', maximumSignificantDigits: 3 }),
  }).format(cents / unit);
};

/** Returns a rate. Below ten it has one decimal, so that a low rate does not look like zero. */
export const rateText = (perSecond: number, locale?: string): string =>
  new Intl.NumberFormat(locale, {
    maximumFractionDigits: perSecond < 1 ? 2 : perSecond < 100 ? 1 : 0,
  }).format(perSecond);

export const percentText = (share: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
