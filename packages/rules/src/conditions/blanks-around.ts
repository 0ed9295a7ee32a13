import type { Warning } from '@loyalty/contracts/http';
import { pointerTo } from '@loyalty/kernel';

/**
 * Returns a warning for each text that begins or ends with a blank or an invisible character, at most `most`.
 * Such a text is compared as it is (D9), so it looks like one that it is not equal to.
 *
 * @param compared What campaigns or segments compare, by its name in the body: texts, lists, trees of conditions.
 */
export const blanksAround = (
  compared: Readonly<Record<string, unknown>>,
  most: number,
): readonly Warning[] => {
  const pointers: string[] = [];
  visit(compared, '', { pointers, most });
  return pointers.map((pointer) => ({
    code: 'BLANKS_AROUND',
    message: 'This text begins or ends with a blank or an invisible character. It is compared as it is.',
    pointer,
  }));
};

interface Found {
  readonly pointers: string[];
  readonly most: number;
}

const visit = (value: unknown, pointer: string, found: Found): void => {
  if (found.pointers.length === found.most) return;
  if (typeof value === 'string') {
    if (blankAround.test(value)) found.pointers.push(pointer);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) visit(inner, pointerTo(pointer, name), found);
};

/** Variation selectors, which end many emoji, are not among them. */
const blank = String.raw`[\p{Z}\p{Cc}\p{Cf}\u2800\u3164]`;
const blankAround = new RegExp(`^${blank}|${blank}$`, 'u');
