/** A number as the locale writes it in short, with its unit apart. */
export interface ShortFigure {
  readonly digits: string;
  /** Empty where the number stands whole. */
  readonly unit: string;
}

/** Up to here all digits are worth their room. */
const wholeBelow = 10_000;

/** Returns three digits and a unit of numbers that have five digits or more: «5.55» and «M». */
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

/** The text is a label next to a chart. */
export const shortText = (value: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }).format(value);

/** Returns an amount of money in short; whole cents stay whole below ten thousand. */
export const shortCentsText = (cents: number, locale?: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'ZAR',
    currencyDisplay: 'narrowSymbol',
    ...(Math.abs(cents) < wholeBelow * 100
      ? { maximumFractionDigits: cents % 100 === 0 ? 0 : 2 }
      : { notation: 'compact', maximumSignificantDigits: 3 }),
  }).format(cents / 100);

/** A rate below ten has one decimal, so that something little does not look like nothing. */
export const rateText = (perSecond: number, locale?: string): string =>
  new Intl.NumberFormat(locale, {
    maximumFractionDigits: perSecond < 1 ? 2 : perSecond < 100 ? 1 : 0,
  }).format(perSecond);

export const percentText = (share: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
