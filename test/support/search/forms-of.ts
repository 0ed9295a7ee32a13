import { createHash } from 'node:crypto';

/** The place of a match, and the token that matched. */
export type Finding = readonly [place: string, what: string];

/** A text that cannot be guessed: a place that contains it received it. */
export interface Token {
  readonly what: string;
  readonly text: string;
  /** Its ASCII letters and digits that no text encoding changes. */
  readonly core: string;
}

/**
 * Returns the forms of a token that may occur in other text. Its core covers UTF-8, JSON escapes and percent encoding. Other
 * forms are hex, base64 at three offsets with both alphabets, and a plain hash of the whole.
 */
export const formsOf = ({ text, core }: Token): readonly string[] => {
  const bytes = Buffer.from(core);
  const hash = createHash('sha256').update(text).digest();
  const base64 = [0, 1, 2].flatMap((offset) => insideOf(Buffer.concat([Buffer.alloc(offset), bytes])));
  const digests = [hash.toString('hex').slice(0, 32), ...insideOf(hash)];
  return [...new Set([core, bytes.toString('hex'), ...base64, ...digests])];
};

/** Returns the base64 of bytes without its ends, which depend on the neighbouring bytes. */
const insideOf = (bytes: Buffer): readonly string[] =>
  (['base64', 'base64url'] as const).map((alphabet) => {
    const text = bytes.toString(alphabet).replaceAll('=', '');
    return text.slice(4, -4);
  });

/** Returns a function that lists the tokens with a form in a text, ignoring case. */
export const finderOf = (tokens: readonly Token[]): ((text: string) => readonly string[]) => {
  const sought = tokens.map((token) => ({
    what: token.what,
    // Searches one form at a time: a regular expression of all of them takes a hundred times as long.
    forms: formsOf(token).map((form) => form.toLowerCase()),
  }));
  return (text) => {
    const lower = text.toLowerCase();
    return sought.filter(({ forms }) => forms.some((form) => lower.includes(form))).map(({ what }) => what);
  };
};
