import { mkdirSync, writeFileSync } from 'node:fs';
import { pages, read, sources } from '../../support/sources.ts';
import { bannedIn, breaches } from './language.ts';
import { readTexts } from './read-texts.ts';

/** How often each rule is broken in each file. */
type Counts = Record<string, Record<string, number>>;

const ruleOfPages = 'banned words in pages';

const code = sources.filter((path) => path.endsWith('.ts') && !path.startsWith('test/architecture/words/'));
/** The contract and the decisions are given; all others are ours. */
const ours = pages.filter((page) => !/^docs\/(interface|decisions)\.md$/.test(page));

const counted = (): Counts => {
  const counts: Counts = Object.fromEntries(
    [...Object.keys(breaches), ruleOfPages].map((rule) => [rule, {}]),
  );
  const note = (rule: string, path: string, count: number): void => {
    if (count > 0) (counts[rule] ??= {})[path] = count;
  };
  for (const path of code) {
    const texts = readTexts(path, read(path));
    for (const [rule, count] of Object.entries(breaches)) note(rule, path, count(texts));
  }
  for (const page of ours) note(ruleOfPages, page, bannedIn(read(page)));
  return counts;
};

const found = counted();
mkdirSync('.loyalty/test', { recursive: true });
// To lower what is allowed: copy it over words/allowed.json.
writeFileSync('.loyalty/test/words.json', `${JSON.stringify(found, null, 2)}\n`);

const allowed = JSON.parse(read('test/architecture/words/allowed.json')) as Counts;

test.each(Object.keys(found))('%s: none but those that are allowed', (rule) => {
  const more = Object.entries(found[rule] ?? {}).filter(
    ([path, count]) => count > (allowed[rule]?.[path] ?? 0),
  );
  expect(more).toEqual([]);
});
