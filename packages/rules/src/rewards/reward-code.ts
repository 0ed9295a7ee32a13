import { invariant } from '@loyalty/kernel';

/** The bytes must be unpredictable. */
type RandomBytes = (count: number) => Uint8Array;

/**
 * The alphabet lacks 0, O, 1, I and L, because codes are read out at tills. Its size 31 is prime, which the
 * check symbol needs.
 */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** These symbols have 17 × log2(31) = 84.2 bits, too many to guess (D61). */
const randomSymbols = 17;
const shownGroup = 6;

/**
 * Returns a code in the form in which it is shown, such as `98XYTK-9C6JMS-88NAY9`. The check symbol finds any
 * single wrong symbol, and any two that were swapped.
 */
export const makeRewardCode = (randomBytes: RandomBytes): string => {
  const values = drawValues(randomBytes);
  return shown([...values, checkOf(values)].map((value) => alphabet.charAt(value)).join(''));
};

/**
 * Returns the stored form of a generated code, which may be given in any case, with any dashes and spaces.
 * Other codes are trimmed.
 */
export const normaliseCode = (text: string): string => {
  const symbols = text.replace(/[\s-]/g, '').toUpperCase();
  return isGenerated(symbols) ? shown(symbols) : text.trim();
};

/** 31 × 8. A byte from here on would make some symbols likelier. */
const fairBelow = 248;
/** 49,999 times of 50,000 at least 17 of them are fair. */
const drawnAtOnce = 24;
/** Only a broken source of bytes needs this many. */
const drawsMax = 16;

const drawValues = (randomBytes: RandomBytes): number[] => {
  const values: number[] = [];
  for (let draws = 0; values.length < randomSymbols; draws += 1) {
    invariant(draws < drawsMax, 'random bytes are random');
    const fair = randomBytes(drawnAtOnce).filter((byte) => byte < fairBelow);
    values.push(...Array.from(fair, (byte) => byte % alphabet.length));
  }
  return values.slice(0, randomSymbols);
};

const checkOf = (values: readonly number[]): number =>
  values.reduce((sum, value, at) => sum + (at + 1) * value, 0) % alphabet.length;

const isGenerated = (symbols: string): boolean => {
  if (symbols.length !== randomSymbols + 1) return false;
  const values = Array.from(symbols, (symbol) => alphabet.indexOf(symbol));
  return !values.includes(-1) && checkOf(values.slice(0, randomSymbols)) === values[randomSymbols];
};

const shown = (symbols: string): string =>
  Array.from({ length: symbols.length / shownGroup }, (_, group) =>
    symbols.slice(group * shownGroup, (group + 1) * shownGroup),
  ).join('-');
