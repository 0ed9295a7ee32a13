import { withMarksEncoded } from './shown-text.ts';

export type JsonPartKind = 'name' | 'text' | 'figure' | 'plain';

export interface JsonPart {
  readonly kind: JsonPartKind;
  readonly text: string;
}

/** Longer than that it is one part: a page that colours each word of it would be slow. */
const colouredMax = 40_000;

/** Returns JSON on several lines for people to read. Invisible marks are escaped, so it is the same JSON. */
export const jsonTextOf = (value: unknown): string => withMarksEncoded(JSON.stringify(value, null, 2));

/** Parses JSON; returns undefined for a text that is not JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** A name with its colon, a text, a figure or a word, or what stands between. */
const pattern = /("(?:[^"\\]|\\.)*")(?=:)|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*|\btrue\b|\bfalse\b|\bnull\b)/g;

/** Divides JSON into parts to be coloured; together they are its text. */
export const jsonPartsOf = (text: string): readonly JsonPart[] => {
  if (text.length > colouredMax) return [{ kind: 'plain', text }];
  const parts: JsonPart[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > at) parts.push({ kind: 'plain', text: text.slice(at, found.index) });
    const kind = found[1] !== undefined ? 'name' : found[2] !== undefined ? 'text' : 'figure';
    parts.push({ kind, text: found[0] });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: 'plain', text: text.slice(at) });
  return parts;
};
