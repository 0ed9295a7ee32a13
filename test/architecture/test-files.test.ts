import { resolve } from 'node:path';
import { patienceMs } from '../../packages/testkit/src/patience.ts';
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

/** The marks in a file's name, in this order; docs/tests.md explains them. */
const marks = ['properties', 'stack', 'screen', 'alone', 'long', 'full', 'night', 'local'];

const marksOf = (path: string): string[] => path.split('/').at(-1)?.split('.').slice(1, -2) ?? [];

test('the name of a test says what is known, in one order', () => {
  const isOrdered = (path: string): boolean => {
    const places = marksOf(path).map((mark) => marks.indexOf(mark));
    return places.every((place, index) => place > (places[index - 1] ?? -1));
  };
  expect(tests.filter((path) => !isOrdered(path))).toEqual([]);
});

test('stack tests of packages say so, and only tests of the whole system run alone or need parts of this machine', () => {
  const isBeside = (path: string): boolean => /^(packages|services|tools)\//.test(path);
  expect(tests.filter((path) => marksOf(path).includes('stack') && !isBeside(path))).toEqual([]);
  expect(tests.filter((path) => marksOf(path).includes('alone')).toSorted()).toEqual(
    testsOf('system').toSorted(),
  );
  expect(
    testsOf('unit').filter((path) =>
      marksOf(path).some((mark) => !['properties', 'long', 'full'].includes(mark)),
    ),
  ).toEqual([]);
});

test('every test of faults runs alone, and is left out where a developer waits', () => {
  const faults = tests.filter((path) => path.startsWith('test/fault/'));
  expect(faults.length).toBeGreaterThan(5);
  expect(
    faults.filter((path) => !marksOf(path).includes('alone') || !marksOf(path).includes('full')),
  ).toEqual([]);
});

/**
 * An ingress or a console more takes nothing from anybody, a toy has partitions of its own, and a command that
 * the test itself has started is its child.
 */
const disturbing =
  /killPart|(?<!child\.kill\(')SIG(STOP|KILL)|process\.kill|startSecondEngine|startService\(\{ name: '(?!ingress'|console')/;
// Who has a database of their own may judge all of it.
const judges = (text: string): boolean =>
  /\['check'|\('check'/.test(text) && !text.includes('createScratchSystem');

test('who runs beside other tests on one stack kills, freezes, adds and judges nothing that they share', () => {
  const beside = testsOf('stack');
  expect(beside.length).toBeGreaterThan(150);
  expect(beside.filter((path) => disturbing.test(read(path)) || judges(read(path)))).toEqual([]);
});

/** How soon something happens is their subject. */
const ofSpeed = [
  // Refused within the 10 s of D87.
  'test/story/rotated-keys.alone.long.full.test.ts',
  // A lost node frees its locks within 13 s.
  'packages/storage/src/sql/lost-node.stack.local.test.ts',
];

test('no verdict on the stack hangs on how soon something starts or connects: only tests of speed bound a wait', () => {
  const bounding = [...testsOf('stack'), ...testsOf('system')].filter((path) => {
    const text = read(path);
    const ends = [...text.matchAll(/^ *\}, ([\d_]+)\);$/gm)].map(([, ms = '']) =>
      Number(ms.replaceAll('_', '')),
    );
    return /\bwithinMs:/.test(text) || ends.some((ms) => ms >= 1_000 && ms < 3 * patienceMs);
  });
  expect(bounding.toSorted()).toEqual(ofSpeed.toSorted());
});

test('the test that is begun last exists', () => {
  const [, last = 'none'] = /last = '\/(.+)'/.exec(read('test/support/heaviest-first.js')) ?? [];
  expect(tests).toContain(last);
});
