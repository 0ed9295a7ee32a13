import { invariant } from '@loyalty/kernel';

/** So many bytes that nobody can foresee. */
export type RandomBytes = (count: number) => Uint8Array;

/** Without 0 and O, 1, I and L: a code is read out at tills. 31 is prime, which the check symbol needs. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** 17 × log2(31) = 84.2 bits: nobody guesses one (D61). */
const randomSymbols = 17;
const shownGroup = 6;

/**
 * A new code of the built-in generator, as it is shown: `98XYTK-9C6JMS-88NAY9`. 17 symbols are random, the last one checks them: any
 * one wrong symbol, and any two that changed places, are found.
 */
export const makeRewardCode = (randomBytes: RandomBytes): string => {
  const values = drawValues(randomBytes);
  return shown([...values, checkOf(values)].map((value) => alphabet.charAt(value)).join(''));
};

/**
 * A code as somebody typed it, as it is stored: a code of the generator in its shown form, whatever its case, dashes and spaces;
 * anything else as it is, trimmed.
 */
export const normaliseCode = (text: string): string => {
  const symbols = text.replace(/[\s-]/g, '').toUpperCase();
  return isGenerated(symbols) ? shown(symbols) : text.trim();
};

/** A byte from here on would make some symbols likelier than others: the greatest multiple of 31 below 256. */
const fairBelow = 248;
/** Bytes of one draw: 17 fair ones are among them 49,999 times of 50,000. */
const drawnAtOnce = 24;
/** Never reached by a source of random bytes: a broken one ends here. */
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

/** Σ place × value mod 31, places from 1. */
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
