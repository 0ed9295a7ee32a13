import type { Texts } from './read-texts.ts';

/**
 * Words that were replaced by a better one of this field; they come back nowhere. Each is a pattern over comments, strings, pages and
 * the parts of all names. The words of exported names stand in words.txt.
 */
const bannedWords: readonly RegExp[] = [
  /\bdebts?\b/gi,
  /\bhand(s|ed|ing)? over\b/gi,
  /\bin hand\b/gi,
  /\bputs? down\b/gi,
  /\bbeats?\b/gi,
  /\brescue[sd]?\b/gi,
  /\blimbo\b/gi,
  /\bunheard\b/gi,
  /\bspilled\b/gi,
  /\bhouses?\b/gi,
  /\b(un)?told\b/gi,
  /\btelling\b/gi,
  /\bwhoever\b/gi,
  /\bin nobody's mind\b/gi,
  /\bis no more\b/gi,
  /\banswers\b/gi,
];

const partsOf = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

/** How many banned words a text has. */
export const bannedIn = (text: string): number =>
  bannedWords.reduce((total, word) => total + (text.match(word)?.length ?? 0), 0);

const totalOf = (texts: readonly string[], count: (text: string) => number): number =>
  texts.reduce((total, text) => total + count(text), 0);

/** The rules of CONTRIBUTING.md, «Language», by name: how often one source breaks each. */
export const breaches: Readonly<Record<string, (texts: Texts) => number>> = {
  'banned words in comments': ({ comments }) => totalOf(comments, bannedIn),
  'banned words in strings': ({ strings }) => totalOf(strings, bannedIn),
  'banned words in names': ({ names, typeNames }) =>
    totalOf([...names, ...typeNames], (name) => bannedIn(partsOf(name))),
};
