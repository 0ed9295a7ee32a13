/**
 * Returns true for 1 to 255 code points without NUL (Postgres) and lone surrogates (UTF-8) (D9, D10, D75).
 * All parts use this function, so none refuses what another accepted. It runs for each text of each receipt,
 * so it counts code points only in long texts.
 */
export const isReference = (text: string): boolean => {
  if (text.length < 1 || (text.length > 255 && !hasCodePoints(text, 1, 255))) return false;
  return !text.includes('\0') && text.isWellFormed();
};

/**
 * Returns true if a reader sees any of the text. Blanks of every script, controls, and characters that
 * Unicode says to ignore, such as a zero width space or a byte order mark, are invisible.
 */
export const isVisible = (text: string): boolean => visibleCharacter.test(text);

/** U+2800 is a Braille cell without dots. */
const visibleCharacter = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns true if the number of code points is within these bounds. UTF-16 units decide for most texts,
 * because a code point has one or two of them (D75).
 */
export const hasCodePoints = (text: string, min: number, max: number): boolean => {
  const units = text.length;
  if (units < min || units > 2 * max) return false;
  if (units <= max && units >= 2 * min - 1) return true;
  const points = codePointsOf(text);
  return points >= min && points <= max;
};

/** Returns the number of code points, as Postgres' `char_length` counts them; a lone surrogate is one. */
export const codePointsOf = (text: string): number => {
  let points = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isSecondHalf(text.charCodeAt(at)) && isFirstHalf(text.charCodeAt(at - 1))) points -= 1;
  }
  return points;
};

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * Compares by code units, independently of the locale of the process and the release of Node, because several
 * processes lock rows in this order.
 */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Returns the JSON pointer of a member or an element from the pointer of its parent (RFC 6901). */
export const pointerTo = (parent: string, name: string | number): string =>
  `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
