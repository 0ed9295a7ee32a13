import { codePointsOf } from '@loyalty/kernel';
import { str } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalJson } from './canonical-json.ts';

/**
 * Replaces keywords of the library by ones whose cost does not grow with the number of schemas that use them.
 * Uniqueness of items is found once for each array, without comparing all pairs. Characters are counted once for each
 * text.
 */
export const addCountedKeywords = (ajv: Ajv2020): void => {
  for (const keyword of ['uniqueItems', 'minLength', 'maxLength']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    validate: (isAsked: boolean, items: readonly unknown[]) => !isAsked || hasNoItemTwice(items),
    error: { message: 'must not hold the same item twice' },
  });
  addLength(ajv, { keyword: 'minLength', isMet: (limit, length) => length >= limit, words: 'at least' });
  addLength(ajv, { keyword: 'maxLength', isMet: (limit, length) => length <= limit, words: 'at most' });
};

interface LengthKeyword {
  readonly keyword: string;
  readonly isMet: (limit: number, length: number) => boolean;
  readonly words: string;
}

const addLength = (ajv: Ajv2020, { keyword, isMet, words }: LengthKeyword): void => {
  ajv.addKeyword({
    keyword,
    type: 'string',
    schemaType: 'number',
    errors: false,
    validate: (limit: number, text: string) => isMet(limit, charactersOf(text)),
    error: { message: ({ schemaCode }) => str`must be ${words} ${schemaCode} characters long` },
  });
};

/** A payload never changes, so the finding for one of its arrays stays valid. */
const knownArrays = new WeakMap<readonly unknown[], boolean>();

const hasNoItemTwice = (items: readonly unknown[]): boolean => {
  const known = knownArrays.get(items);
  if (known !== undefined) return known;
  const found = new Set(items.map(canonicalJson)).size === items.length;
  knownArrays.set(items, found);
  return found;
};

let lastText = '';
let lastCharacters = 0;

/** Counts characters, not UTF-16 units. The schemas of one place ask one after the other, so the last count is kept. */
const charactersOf = (text: string): number => {
  if (text === lastText) return lastCharacters;
  lastText = text;
  lastCharacters = codePointsOf(text);
  return lastCharacters;
};
