import { hasCodePoints } from '@loyalty/kernel';

/** What is wrong with a text as the code of a reward, as the end of a sentence; null when it can be one. */
export const findCodeFault = (code: string): string | null => {
  if (!hasCodePoints(code, 1, 255)) return 'must have 1 to 255 characters';
  if (/\p{Cc}/u.test(code)) return 'has a control character in it';
  // What decoding makes of bytes that are no UTF-8.
  return code.isWellFormed() && !code.includes('\uFFFD') ? null : 'is not UTF-8';
};
