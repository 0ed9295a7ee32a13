import { read, sources } from '../../support/sources.ts';
import { exportedNames } from './exported-names.ts';
import { readWords, WordList, wordsOf } from './word-list.ts';

const listPath = 'test/architecture/words/words.txt';

/** Migrations are named once and for good; tests and the testkit may say more. */
const code = sources.filter(
  (path) =>
    /^(packages|services|tools)\/.*\.ts$/.test(path) &&
    !/\.test\.ts$|\/testing\/|\/migrations\/|^packages\/testkit\//.test(path),
);

const named = code.flatMap((path) =>
  exportedNames(path, read(path)).flatMap((name) => wordsOf(name).map((word) => ({ path, name, word }))),
);
const words = readWords(read(listPath));
const list = new WordList(words);

test('every word of an exported name stands in words.txt', () => {
  const missing = named
    .filter(({ word }) => list.lineOf(word) === undefined)
    .map(
      ({ path, name, word }) =>
        `${name} (${path}): «${word}» has no line in ${listPath}. Use a word that has one, or add «${word}  meaning»`,
    );
  expect(missing).toEqual([]);
});

test('every word of words.txt occurs in an exported name', () => {
  const exact = new Set(named.map(({ word }) => word));
  const used = new Set(named.map(({ word }) => list.lineOf(word)));
  const dead = words.flatMap(({ word, irregular }) => [
    ...(used.has(word) ? [] : [word]),
    ...irregular.filter((form) => !exact.has(form)),
  ]);
  expect(dead.map((word) => `${listPath}: no exported name has «${word}»; remove it`)).toEqual([]);
});

test('words.txt has each word once, in the order of its group', () => {
  const forms = words.flatMap(({ word, irregular }) => [word, ...irregular]);
  expect(forms.filter((form, place) => forms.indexOf(form) !== place)).toEqual([]);
  for (const title of new Set(words.map(({ group }) => group))) {
    const group = words.filter((one) => one.group === title).map(({ word }) => word);
    expect(group).toEqual(group.toSorted());
  }
});

test('a word is found by its plural and its regular forms', () => {
  const some = new WordList(
    readWords('#\n## Verbs\ncarry  a\ncache  b\nfetch  c\nread  d\nsplit  e\nwrite (written)  f'),
  );
  expect(
    ['carried', 'caches', 'caching', 'fetchers', 'fetches', 'reading', 'splitter', 'written', 'red'].map(
      (word) => some.lineOf(word),
    ),
  ).toEqual(['carry', 'cache', 'cache', 'fetch', 'fetch', 'read', 'split', 'write', undefined]);
});

test('a line without a meaning is refused', () => {
  expect(() => readWords('#\n## Verbs\nread')).toThrow('«read» is not «word  meaning»');
});
