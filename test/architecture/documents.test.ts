import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Door, doorsOf } from '../support/doors.ts';
import { pages, read, sources, workspaces } from '../support/sources.ts';

const json = (path: string): unknown => JSON.parse(read(path));

test('every D-number that is cited stands in docs/decisions.md', () => {
  const decided = new Set(
    [...read('docs/decisions.md').matchAll(/\*\*(D\d+)\*\*/g)].map(([, number = '']) => number),
  );
  const cited = sources.flatMap((path) =>
    [...read(path).matchAll(/\bD(\d{1,3})\b/g)].map(([number]) => ({ path, number })),
  );
  expect(cited.filter(({ number }) => !decided.has(number))).toEqual([]);
});

test('every invariant that a test title names stands in ARCHITECTURE.md', () => {
  const promised = new Set(
    [...read('ARCHITECTURE.md').matchAll(/^\|\s*(I\d+)\s*\|/gm)].map(([, number = '']) => number),
  );
  const titles = sources
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...read(path).matchAll(/test\(\s*['`](?:\u25B2 )?((?:I\d+ )+)/g)].map(([, numbers = '']) => numbers),
    );
  const named = new Set(titles.flatMap((numbers) => numbers.trim().split(' ')));
  expect([...named].filter((number) => !promised.has(number))).toEqual([]);
  expect([...promised].filter((number) => !named.has(number))).toEqual([]);
});

test('commands that README.md names exist', () => {
  const { scripts } = json('package.json') as { scripts: Record<string, string> };
  const named = [...read('README.md').matchAll(/npm run (?:--silent )?([a-z][a-z0-9:-]*)/g)].map(
    ([, name]) => name,
  );
  expect(named.filter((name) => name !== undefined && scripts[name] === undefined)).toEqual([]);
});

/** Returns a page without its fenced blocks, where a `#` begins no heading and a bracket no link. */
const proseOf = (page: string): string => read(page).replace(/^ *```[^]*?^ *```/gm, '');
const withoutSpans = (text: string): string => text.replace(/`[^`]*`/g, '');

/** Returns GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
const anchorsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

const linksOf = (page: string): readonly string[] =>
  [...withoutSpans(proseOf(page)).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, defined]) => inline ?? defined ?? '')
    .filter((target) => !/^<?[a-z]+:/.test(target));

const isTable = ([, marks = '']: readonly string[]): boolean => /^\|[ :|-]*-[ :|-]*\|$/.test(marks);

test.each(pages)('%s has no row of a table that stands alone, or is wrapped', (page) => {
  const lines = proseOf(page).split('\n');
  const isRow = (n: number): boolean => lines[n]?.startsWith('|') ?? false;
  const alone = lines.filter((_, n) => isRow(n) && !isRow(n - 1) && !isTable(lines.slice(n, n + 2)));
  const wrapped = lines.filter((line, n) => isRow(n) !== (line.length > 1 && line.endsWith('|')));
  expect([...alone, ...wrapped]).toEqual([]);
});

const isBroken = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
};

test('every relative link of a page leads somewhere', () => {
  const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ page, link }) => isBroken(page, link))).toEqual([]);
});

/** Pages that are cited with a section, as `docs/mechanisms/storing.md, «Batches»`: from the root, in comments and pages. */
const citedSections = (path: string): readonly { path: string; page: string; section: string }[] => {
  // A comment continues after the star of its next line.
  const text = read(path).replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return [...text.matchAll(/((?:[\w-]+\/)*[\w-]+\.md)`?\)?, «([^»]+)»/g)].map(
    ([, page = '', section = '']) => ({
      path,
      page,
      section,
    }),
  );
};
const headingsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);

test('every section of a page that is cited stands there', () => {
  const cited = [...new Set([...sources, ...pages])].flatMap(citedSections);
  expect(cited.length).toBeGreaterThan(10);
  expect(
    cited.filter(({ page, section }) => !existsSync(page) || !headingsOf(page).includes(section)),
  ).toEqual([]);
});

test('every invariant promises one thing', () => {
  const numbers = [...read('ARCHITECTURE.md').matchAll(/^\|\s*(I\d+)\s*\|/gm)].map(
    ([, number = '']) => number,
  );
  expect(numbers).toEqual([...new Set(numbers)]);
});

// The mark is escaped here, because one that stands elsewhere than in a title is an error of `npm run derive`.
test('each marked test stands in docs/reference/failures.md', () => {
  const page = read('docs/reference/failures.md')
    .replace(/\\([*_<>\]\\])/g, '$1')
    .replace(/\s+/g, ' ');
  const marked = sources.filter((path) => path.endsWith('.test.ts') && read(path).includes('\u25B2 '));
  const titles = marked.flatMap((path) =>
    [...read(path).matchAll(/\b(?:it|test)\(\s*'\u25B2 ([^'\\]+)'/g)].map(([, title = '']) => title),
  );
  expect(titles.length).toBeGreaterThan(900);
  expect(marked.filter((path) => !page.includes(`(../../${path})`))).toEqual([]);
  expect(titles.filter((title) => !page.includes(title))).toEqual([]);
});

/** The limits of pages in lines and words. */
const limits: readonly (readonly [string, { readonly lines: number; readonly words?: number }])[] = [
  ['README.md', { lines: 150 }],
  ['ARCHITECTURE.md', { lines: 250, words: 3_500 }],
  ['docs/benchmarks.md', { lines: 165 }],
  ['docs/scaling.md', { lines: 125 }],
  ['docs/sizing.md', { lines: 150 }],
  ...readdirSync('docs/mechanisms').map((page) => [`docs/mechanisms/${page}`, { lines: 150 }] as const),
  ['docs/mechanisms/ownership.md', { lines: 100 }],
];

test.each(limits)('%s keeps its length', (page, { lines, words = Infinity }) => {
  const text = read(page);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(lines);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(words);
});

test('each list of docs/extending.md fits a screen', () => {
  const lists = read('docs/extending.md').split(/^## /m).slice(1);
  expect(lists.length).toBeGreaterThan(15);
  expect(lists.filter((list) => list.trimEnd().split('\n').length > 40)).toEqual([]);
});

const everything = ['packages', 'services', 'tools', 'test', 'schemas', 'deploy', 'docs'].flatMap((root) => [
  root,
  ...readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/node_modules|(^|\/)dist(\/|$)/.test(path))
    .map((path) => join(root, path)),
]);
const isThere = new Set(everything);

const looksLikePath =
  /^(packages|services|tools|test|schemas|deploy|docs)\/|^[\w-][\w./-]*(\/|\.(ts|mjs|md|avsc))$/;

/** Returns the files and folders (with their slash) that code spans name, except those in `.loyalty`. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => looksLikePath.test(span))
    .map((span) => span.replace(/\/$/, ''));

/** Returns the paths of a page that exist neither from the root, `packages` or `test`, nor as the end of one in its scope. */
const missingPaths = (page: string, scope: readonly string[]): readonly string[] =>
  pathsIn(read(page)).filter(
    (path) =>
      !['', 'packages/', 'test/'].some((root) => isThere.has(root + path)) &&
      !scope.some((entry) => entry.endsWith(`/${path}`)),
  );

test.each(pages)('every path that %s names exists', (page) => {
  const workspace = cards.find((card) => join(card, 'README.md') === page);
  const own = everything.filter((path) => path.startsWith(`${workspace ?? ''}/`));
  expect(missingPaths(page, workspace === undefined ? everything : own)).toEqual([]);
});

const cards = [...workspaces, 'test/toys'];

/** Toys are no workspace, and have no door. */
const doorsIn = (card: string): readonly Door[] => (workspaces.includes(card) ? doorsOf(card) : []);

/** Returns the files and folders of `src` beside a card, without doors, tests and what only tests use. */
const entriesOf = (workspace: string): readonly string[] => {
  const doors = doorsIn(workspace).map(({ file }) => relative(join(workspace, 'src'), file));
  return readdirSync(join(workspace, 'src')).filter(
    (entry) => !/\.test\.ts$|^testing$/.test(entry) && !doors.includes(entry),
  );
};

/** Returns what stands as code in the first column of a card's tables. */
const listedIn = (card: string): readonly string[] =>
  [...card.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name),
  );

/** The folder of `./segments/management` is `segments`. */
const entryOf = (listed: string): string => listed.replace(/^\.\//, '').replace(/\/.*$/, '');

test.each(cards)('the card of %s lists what stands beside it', (workspace) => {
  const listed = new Set(listedIn(read(join(workspace, 'README.md'))).map(entryOf));
  expect(entriesOf(workspace).filter((entry) => !listed.has(entry))).toEqual([]);
});

test.each(cards)('the card of %s lists its doors, and no other', (workspace) => {
  const listed = listedIn(read(join(workspace, 'README.md'))).filter((name) => /^\.(\/|$)/.test(name));
  expect(listed.toSorted()).toEqual(
    doorsIn(workspace)
      .map(({ key }) => key)
      .toSorted(),
  );
});

test.each(workspaces)('the card of %s says how its tests are run', (workspace) => {
  expect(read(join(workspace, 'README.md'))).toContain(`npm run test:unit -- ${workspace}`);
});
