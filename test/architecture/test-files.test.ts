import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { read, sources } from '../support/sources.ts';

const tests = sources.filter((path) => path.endsWith('.test.ts'));

interface Project {
  readonly displayName: string;
  readonly testRegex: readonly string[];
  readonly testPathIgnorePatterns?: readonly string[];
}

const { projects } = jest.requireActual<{ default: { projects: readonly Project[] } }>(
  resolve('jest.config.js'),
).default;

/** The projects to which a file belongs, as jest finds them. */
const projectsOf = (path: string): string[] => {
  const matches = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => new RegExp(pattern).test(resolve(path)));
  return projects
    .filter(
      ({ testRegex, testPathIgnorePatterns = [] }) => matches(testRegex) && !matches(testPathIgnorePatterns),
    )
    .map(({ displayName }) => displayName);
};

const testsOf = (project: string): string[] => tests.filter((path) => projectsOf(path).includes(project));

test('every test file belongs to exactly one project of jest, and every project has some', () => {
  expect(tests.filter((path) => projectsOf(path).length !== 1)).toEqual([]);
  for (const { displayName } of projects) expect(testsOf(displayName).length).toBeGreaterThan(20);
});

test('every file that is named as one that runs alone exists', () => {
  const { testRegex = [] } = projects.find(({ displayName }) => displayName === 'system') ?? {};
  const named = testRegex.flatMap((pattern) => {
    const [, folder = '', names = ''] = /(test\/\w+)\/\(([\w|-]+)\)/.exec(pattern) ?? [];
    return names === '' ? [] : names.split('|').map((name) => `${folder}/${name}.test.ts`);
  });
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

/** An ingress more takes nothing from anybody, and a toy has partitions of its own. */
const disturbing =
  /killPart|SIG(STOP|KILL)|process\.kill|startSecondEngine|startService\(\{ name: '(?!ingress')/;
// Who has a database of their own may judge all of it.
const judges = (text: string): boolean =>
  /\['check'|\('check'/.test(text) && !text.includes('createScratchSystem');

test('who runs beside other tests on one stack kills, freezes, adds and judges nothing that they share', () => {
  const beside = testsOf('stack');
  expect(beside.length).toBeGreaterThan(150);
  expect(beside.filter((path) => disturbing.test(read(path)) || judges(read(path)))).toEqual([]);
});

test('every test that begins first or last exists', () => {
  const named = read('test/support/heaviest-first.js').match(/(?<=')[^' ]+\.test\.ts(?=')/g) ?? [];
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test.each(['developer-run', 'given-parts-run'])('every test that %s leaves out exists', (filter) => {
  const named = read(`test/support/${filter}.cjs`).match(/(?<=')[^' ]+\.test\.ts(?=')/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
