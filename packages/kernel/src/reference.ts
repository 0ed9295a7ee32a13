/**
 * Whether a text can be a reference, a name, a SKU or a category (D9, D10, D75): 1 to 255 code points, without NUL, which
 * Postgres does not store, and without lone surrogates, which UTF-8 does not have. Every part judges by this one, so that
 * what one of them accepted no other refuses. It is asked for each text of each receipt, so it stands in one function,
 * and nothing is counted unless there are more than 255 units of UTF-16.
 */
export const isReference = (text: string): boolean => {
  if (text.length < 1 || (text.length > 255 && !hasCodePoints(text, 1, 255))) return false;
  return !text.includes('\0') && text.isWellFormed();
};

/**
 * True for a text of `min` to `max` code points (D75). Most texts are judged by their units of UTF-16 alone, as a code
 * point is one or two of them.
 */
export const hasCodePoints = (text: string, min: number, max: number): boolean => {
  const units = text.length;
  if (units < min || units > 2 * max) return false;
  if (units <= max && units >= 2 * min - 1) return true;
  const points = codePointsOf(text);
  return points >= min && points <= max;
};

/** How many Unicode code points a text has, as `char_length` of Postgres counts them; a lone surrogate is one. */
export const codePointsOf = (text: string): number => {
  let points = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isSecondHalf(text.charCodeAt(at)) && isFirstHalf(text.charCodeAt(at - 1))) points -= 1;
  }
  return points;
};

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
