import { typedNumber } from './typed-number.ts';

/** Reads a percentage as a fraction: `12.5` is 0.125, without binary rounding errors. */
export const typedShare = (text: string, locale?: string): number | null => {
  const percent = typedNumber(text.replace(/\s*%\s*$/, ''), locale);
  return percent === null ? null : Number((percent / 100).toPrecision(15));
};
