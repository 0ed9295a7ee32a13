import type { Json } from '../../../model/drafts/draft.ts';
import { typedNumber } from '../../../model/numbers/typed-number.ts';

/** The kinds of plain JSON values. A text alone does not show which kind it is: `40` may be either. */
export const plainKinds = ['text', 'number', 'truth', 'nothing'] as const;
export type PlainKind = (typeof plainKinds)[number];

export const plainKindOf = (value: Json | undefined): PlainKind => {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'truth';
  return value === null ? 'nothing' : 'text';
};

/** Reads a text as a value of this kind; what is not a number stays a text. */
export const typedPlain = (text: string, kind: PlainKind, locale?: string): Json => {
  switch (kind) {
    case 'number':
      return typedNumber(text, locale) ?? text;
    case 'truth':
      return text !== 'false';
    case 'nothing':
      return null;
    case 'text':
      return text;
  }
};

export const plainText = (value: Json | undefined): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value);
