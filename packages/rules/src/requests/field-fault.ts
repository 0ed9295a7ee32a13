import { isReference } from '@loyalty/kernel';

/** One fault of a request. `message` is safe to show: it never repeats what was sent (D7). */
export interface FieldFault {
  /** JSON pointer into the HTTP body, however the request came. */
  readonly pointer: string;
  readonly message: string;
}

/** Returns what is wrong with a reference, a SKU or a category; null when it is sound (D9, D10, D75). */
export const textFault = (text: string): string | null => {
  if (isReference(text)) return null;
  const isStorable = !text.includes('\0') && text.isWellFormed();
  return isStorable ? 'must have 1 to 255 characters' : 'must not contain NUL or lone surrogates';
};
