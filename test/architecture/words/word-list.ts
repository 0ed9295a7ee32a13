/** A word of `words.txt`, its group, and its meaning; null for function words, which need none. */
export interface Word {
  readonly word: string;
  /** Such as «written» of write, which no rule of endings gives. */
  readonly irregular: readonly string[];
  readonly group: string;
  readonly meaning: string | null;
}

const functionWords = 'Function words';

/** Reads the list. Throws for a line that is neither a heading, function words, nor a word with its meaning. */
export const readWords = (text: string): readonly Word[] =>
  text
    .split('\n## ')
    .slice(1)
    .flatMap((part) => {
      const [group = '', ...lines] = part.split('\n');
      return lines.filter((line) => line !== '').flatMap((line) => wordsOfLine(group, line));
    });

const wordsOfLine = (group: string, line: string): readonly Word[] => {
  if (group === functionWords)
    return line
      .split(/, ?/)
      .filter((word) => word !== '')
      .map((word) => ({ word, irregular: [], group, meaning: null }));
  const [, word, irregular, meaning] = /^([a-z]+)(?: \(([a-z, ]+)\))? {2}(\S.*)$/.exec(line) ?? [];
  if (word === undefined || meaning === undefined)
    throw new Error(`words.txt: «${line}» is not «word  meaning», with two blanks`);
  return [{ word, irregular: irregular?.split(', ') ?? [], group, meaning }];
};

/** Returns the words of a name in camel case, in lower case: `readApiKeys` has read, api and keys. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** Finds the line of a word: its own, or that of a base of which it is an inflection. */
export class WordList {
  readonly #lines = new Map<string, string>();

  constructor(words: readonly Word[]) {
    for (const { word, irregular } of words)
      for (const form of [word, ...irregular]) this.#lines.set(form, word);
  }

  /** Returns the word whose line it is; undefined where there is none. */
  lineOf(word: string): string | undefined {
    return [word, ...basesOf(word)].map((base) => this.#lines.get(base)).find((line) => line !== undefined);
  }
}

/** What a word may be a plural, or a regular form in -ed, -ing or -er of. Some of these are no words. */
const basesOf = (word: string): readonly string[] => [
  ...singularsOf(word),
  ...verbsOf(word),
  ...singularsOf(word).flatMap(verbsOf),
];

const singularsOf = (word: string): readonly string[] => [
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
  ...(/[^s]s$/.test(word) ? [word.slice(0, -1)] : []),
];

const verbsOf = (word: string): readonly string[] => {
  const stem = /^(.{2,})(?:ed|ing|er)$/.exec(word)?.[1];
  if (stem === undefined) return [];
  // store: stored; note: noting; split: splitter; carry: carried.
  return [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')];
};
