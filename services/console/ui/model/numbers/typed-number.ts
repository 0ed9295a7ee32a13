import { centsInUnit, currencyFormat } from './currency.ts';

/** Returns how a locale writes a number, such as `1.000,50` or `1,000.50`. */
const marksOf = (locale?: string): { readonly group: string; readonly decimal: string } => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(-12_345.6);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: of('group'), decimal: of('decimal') };
};

/**
 * Reads a number as the locale writes it. A point also stands for its decimal mark if the locale has no other
 * use for it. Returns null for what can be read in two ways, or in none: `1e3`, `1,0,0`, `12,3` in English.
 */
export const typedNumber = (text: string, locale?: string): number | null => {
  const { group, decimal } = marksOf(locale);
  // Spaces of every width group digits in some locale and mean nothing else in any.
  const bare = text.replaceAll(/[\s\u2019']/g, '').replace('\u2212', '-');
  const isGroup = group.trim() !== '' && group !== decimal;
  const [whole = '', ...others] = splitDecimal(bare, decimal, isGroup && group === '.');
  const digits = isGroup && whole.includes(group) ? ungrouped(whole, group) : whole;
  return digits === null || others.length > 1 ? null : numberOf(digits, others[0] ?? null);
};

const numberOf = (digits: string, fraction: string | null): number | null => {
  if (!/^-?\d{1,16}$/.test(digits)) return null;
  if (fraction === null) return Number(digits);
  return /^\d{1,15}$/.test(fraction) ? Number(`${digits}.${fraction}`) : null;
};

const splitDecimal = (text: string, decimal: string, isPointGroup: boolean): readonly string[] =>
  text.includes(decimal) || isPointGroup ? text.split(decimal) : text.split('.');

/** Returns null unless each group has three digits. */
const ungrouped = (whole: string, group: string): string | null => {
  const [first = '', ...rest] = whole.split(group);
  return /^-?\d{1,3}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part))
    ? first + rest.join('')
    : null;
};

/** Reads an amount in the currency of the environment as whole cents; returns null if it has fractions of a cent. */
export const typedCents = (text: string, locale?: string): number | null => {
  const amount = typedNumber(text, locale);
  if (amount === null) return null;
  const unit = centsInUnit();
  const cents = Math.round(amount * unit);
  return Math.abs(amount * unit - cents) < 1e-4 && Number.isSafeInteger(cents) ? cents : null;
};

/** Returns the text of a number field, in a form that is read as the same number. */
export const numberField = (value: number | null | undefined, locale?: string): string =>
  value === null || value === undefined
    ? ''
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 15 }).format(value);

export const centsField = (cents: number | null | undefined, locale?: string): string => {
  if (cents === null || cents === undefined) return '';
  const unit = centsInUnit();
  const { maximumFractionDigits } = currencyFormat();
  const minimumFractionDigits = cents % unit === 0 ? 0 : maximumFractionDigits;
  const digits = { useGrouping: false, minimumFractionDigits, maximumFractionDigits };
  return new Intl.NumberFormat(locale, digits).format(cents / unit);
};
