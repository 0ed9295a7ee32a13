import { hasCodePoints } from '@loyalty/kernel';

/** Returns why a text cannot be the code of a reward, as the end of a sentence; null when it can. */
export const findCodeFault = (code: string): string | null => {
  if (!hasCodePoints(code, 1, 255)) return 'must have 1 to 255 characters';
  if (/\p{Cc}/u.test(code)) return 'has a control character in it';
  // Decoding replaces invalid bytes by this character.
  return code.isWellFormed() && !code.includes('\uFFFD') ? null : 'is not UTF-8';
};
