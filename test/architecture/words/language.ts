import type { Texts } from './read-texts.ts';

/**
 * Words that were replaced by a better one of this field; they come back nowhere. Each is a pattern over comments, strings, pages and
 * the parts of all names. The words of exported names stand in words.txt.
 */
const bannedWords: readonly RegExp[] = [
  /\bdebts?\b/gi,
  /\bow(e|es|ed|ing)\b/gi,
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

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** Code spans are names, and links end in addresses. */
const proseOf = (text: string): string => text.replace(/```[^]*?```/g, '').replace(/`[^`]*`/g, 'code');

const sentencesOf = (text: string): readonly string[] =>
  proseOf(text)
    .split(/\n\s*\n|\n\s*[-*|] |\n\s*@/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:;])\s+(?=[A-Z`«{(0-9a-z])/));

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
  'docstrings that begin with a clause': ({ docstrings }) =>
    docstrings.filter((text) => /^(What|Who|Whoever|Whom|Whose|Whether|Those|Whatever)\b/.test(text)).length,
  'docstrings of more than 60 words': ({ docstrings }) =>
    docstrings.filter((text) => wordsIn(proseOf(text)) > 60).length,
  'sentences of more than 25 words': ({ comments }) =>
    totalOf(comments, (text) => sentencesOf(text).filter((sentence) => wordsIn(sentence) > 25).length),
};
