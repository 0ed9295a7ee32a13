import { centsInUnit, shownCurrency } from './currency.ts';
import { centsText, pointsText, withMinus } from './figures.ts';

/** A number in the locale's short form, with its unit separate. */
export interface ShortFigure {
  readonly digits: string;
  /** The unit with the blank that the locale writes before it; empty if the number is shown in full. */
  readonly unit: string;
}

/** Up to here all digits are worth their room. */
const wholeBelow = 10_000;

/** Returns numbers of five digits or more in three digits and a unit, such as «5.55» and «M». */
export const shortFigure = (value: number, locale?: string): ShortFigure => {
  if (Math.abs(value) < wholeBelow) return { digits: pointsText(value, locale), unit: '' };
  const parts = new Intl.NumberFormat(locale, {
    notation: 'compact',
    minimumSignificantDigits: 3,
    maximumSignificantDigits: 3,
  }).formatToParts(value);
  const at = parts.findIndex(
    ({ type }, place) => type === 'compact' || (parts[place + 1]?.type === 'compact' && type === 'literal'),
  );
  const textOf = (some: typeof parts): string => some.map((part) => part.value).join('');
  return { digits: withMinus(textOf(parts.slice(0, at))), unit: textOf(parts.slice(at)) };
};

/** Returns a short number as a label next to a chart. */
export const shortText = (value: number, locale?: string): string =>
  withMinus(
    new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }).format(value),
  );

/** Returns an amount of money: with its decimals below ten thousand, and in short form above. */
export const shortCentsText = (cents: number, locale?: string): string =>
  Math.abs(cents) < wholeBelow * centsInUnit()
    ? centsText(cents, locale)
    : withMinus(
        new Intl.NumberFormat(locale, {
          style: 'currency',
          currency: shownCurrency(),
          currencyDisplay: 'narrowSymbol',
          notation: 'compact',
          maximumSignificantDigits: 3,
        }).format(cents / centsInUnit()),
      );

/** Returns a rate. Below ten it has one decimal, so that a low rate does not look like zero. */
export const rateText = (perSecond: number, locale?: string): string =>
  new Intl.NumberFormat(locale, {
    maximumFractionDigits: perSecond < 1 ? 2 : perSecond < 100 ? 1 : 0,
  }).format(perSecond);

export const percentText = (share: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
