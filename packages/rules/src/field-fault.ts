/// <reference lib="es2024.string" />

/** One thing that is wrong with a request. `message` is safe to show: it never repeats what was sent (D7). */
export interface FieldFault {
  /** JSON pointer into the HTTP body, whichever way the request came. */
  readonly pointer: string;
  readonly message: string;
}

const textLengthMax = 255;

/**
 * What is wrong with a reference, a SKU or a category, or null (D9, D10). Characters are counted as UTF-16 units:
 * the length is at hand, and a reference of 255 emoji is nobody's.
 */
export const textFault = (text: string): string | null => {
  if (text.length < 1 || text.length > textLengthMax) return 'must have 1 to 255 characters';
  if (text.includes('\0') || !text.isWellFormed()) return 'must not contain NUL or lone surrogates';
  return null;
};
