import { createHash } from 'node:crypto';

/** Where something was found, and what. */
export type Finding = readonly [place: string, what: string];

/** A text that nobody can guess, so that whoever holds it was told. */
export interface Token {
  readonly what: string;
  readonly text: string;
  /** ASCII letters and digits of it that no encoding of text changes. */
  readonly core: string;
}

/**
 * Every text in which a token may stand among others: its core covers UTF-8, JSON-escaped and percent-encoded; hex; base64 at three
 * offsets, with both alphabets; and a bare hash of the whole.
 */
export const formsOf = ({ text, core }: Token): readonly string[] => {
  const bytes = Buffer.from(core);
  const hash = createHash('sha256').update(text).digest();
  const base64 = [0, 1, 2].flatMap((offset) => insideOf(Buffer.concat([Buffer.alloc(offset), bytes])));
  const digests = [hash.toString('hex').slice(0, 32), ...insideOf(hash)];
  return [...new Set([core, bytes.toString('hex'), ...base64, ...digests])];
};

/** The base64 of bytes without its ends, which depend on what stands before and after. */
const insideOf = (bytes: Buffer): readonly string[] =>
  (['base64', 'base64url'] as const).map((alphabet) => {
    const text = bytes.toString(alphabet).replaceAll('=', '');
    return text.slice(4, -4);
  });

/** Tells of a text which tokens have a form in it, whatever the case of its letters. */
export const finderOf = (tokens: readonly Token[]): ((text: string) => readonly string[]) => {
  const sought = tokens.map((token) => ({
    what: token.what,
    // One after the other: a regular expression of all of them takes a hundred times as long.
    forms: formsOf(token).map((form) => form.toLowerCase()),
  }));
  return (text) => {
    const lower = text.toLowerCase();
    return sought.filter(({ forms }) => forms.some((form) => lower.includes(form))).map(({ what }) => what);
  };
};
