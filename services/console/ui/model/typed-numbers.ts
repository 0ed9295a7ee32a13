/** How a locale writes numbers: what stands between groups of digits, and before decimals. */
const separatorsOf = (locale?: string): { readonly group: string; readonly decimal: string } => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.8);
  const separator = (type: string): string =>
    blanksAlike(parts.find((part) => part.type === type)?.value ?? '');
  return { group: separator('group'), decimal: separator('decimal') };
};

/** Blanks of every width are one: nobody types a narrow one. */
const blanksAlike = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, ' ');

interface Digits {
  readonly sign: string;
  readonly whole: string;
  readonly decimals: string;
}

/**
 * Reads digits as the reader's locale writes them. Returns null for anything else: `1e3`, or groups of another locale,
 * are not guessed at.
 */
const digitsOf = (text: string, locale?: string): Digits | null => {
  const { group, decimal } = separatorsOf(locale);
  const decimals = group === '.' ? [decimal] : [decimal, '.'];
  const given = blanksAlike(text.trim()).replace('−', '-');
  const at = Math.max(...decimals.map((mark) => given.lastIndexOf(mark)));
  const [head, tail] = at < 0 ? [given, '0'] : [given.slice(0, at), given.slice(at + 1)];
  const groups = head.replace(/^-/, '').split(group);
  const isGrouped = groups.slice(1).every((part) => part.length === 3) && (groups[0] ?? '').length <= 3;
  if (groups.length > 1 && !isGrouped) return null;
  const whole = groups.join('');
  if (!/^\d+$/.test(whole) || !/^\d+$/.test(tail)) return null;
  return { sign: head.startsWith('-') ? '-' : '', whole, decimals: tail };
};

/** Returns a typed number; null where the text is none. */
export const numberOfText = (text: string, locale?: string): number | null => {
  const digits = digitsOf(text, locale);
  return digits === null ? null : Number(`${digits.sign}${digits.whole}.${digits.decimals}`);
};

/** Returns cents of a typed amount of rands, exactly; null where the text is none. */
export const centsOfText = (text: string, locale?: string): number | null => {
  const digits = digitsOf(text, locale);
  if (digits === null) return null;
  const { sign, whole, decimals } = digits;
  const shifted = decimals.padEnd(2, '0');
  return Number(`${sign}${whole}${shifted.slice(0, 2)}.${shifted.slice(2)}0`);
};

/** A number as a field shows it: without groups, which get in the way of typing. */
export const numberText = (value: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value);

/** Cents as an amount of rands, as a field shows it; cents are left out where there are none. */
export const amountText = (cents: number, locale?: string): string => {
  const [whole, rest] = [Math.trunc(Math.abs(cents) / 100), Math.abs(cents) % 100];
  const sign = cents < 0 ? '-' : '';
  const decimals = rest === 0 ? '' : `${separatorsOf(locale).decimal}${rest.toString().padStart(2, '0')}`;
  return `${sign}${whole.toString()}${decimals}`;
};
