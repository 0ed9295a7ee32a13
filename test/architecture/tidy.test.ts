import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path: string): string => readFileSync(path, 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));

const services = readdirSync('services');
const packages = readdirSync('packages');
const workspaces = [
  ...packages.map((name) => `packages/${name}`),
  ...services.map((name) => `services/${name}`),
];
const shape = ['main.ts', 'config.ts', 'service.ts', 'inbound', 'usecases'];

test.each(services)('%s has the same shape as every other service', (service) => {
  const missing = shape.filter((part) => !existsSync(join('services', service, 'src', part)));
  expect(missing).toEqual([]);
});

test.each(services)('%s starts in fifteen lines at most', (service) => {
  const lines = read(join('services', service, 'src', 'main.ts'))
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThanOrEqual(15);
});

test.each(workspaces)('%s has a card', (workspace) => {
  expect(existsSync(join(workspace, 'README.md'))).toBe(true);
});

test('the root tsconfig builds every package and service', () => {
  const { references } = json('tsconfig.json') as { references: { path: string }[] };
  expect(references.map(({ path }) => path).toSorted()).toEqual(workspaces.toSorted());
});

test.each(workspaces)('%s builds after exactly the packages that it depends on', (workspace) => {
  const { dependencies = {} } = json(join(workspace, 'package.json')) as {
    dependencies?: Record<string, string>;
  };
  const { references = [] } = json(join(workspace, 'tsconfig.json')) as { references?: { path: string }[] };
  const own = Object.keys(dependencies).flatMap((name) =>
    name.startsWith('@loyalty/') ? [name.slice(9)] : [],
  );
  expect(references.map(({ path }) => path).toSorted()).toEqual(
    own.map((name) => `../../packages/${name}`).toSorted(),
  );
});

const isSource = (path: string): boolean =>
  /\.(ts|mjs|json|yaml|md)$/.test(path) && !/node_modules|\/dist\/|generated/.test(path);

const sources = ['packages', 'services', 'test', 'schemas', 'deploy'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, path))
    .filter(isSource),
);

test('every D-number that is cited stands in docs/decisions.md', () => {
  const decided = new Set(
    [...read('docs/decisions.md').matchAll(/\*\*(D\d+)\*\*/g)].map(([, number = '']) => number),
  );
  const cited = sources.flatMap((path) =>
    [...read(path).matchAll(/\bD(\d{1,2})\b/g)].map(([number]) => ({ path, number })),
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
      [...read(path).matchAll(/test\(\s*['`]((?:I\d+ )+)/g)].map(([, numbers = '']) => numbers),
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

const tests = sources.filter((path) => path.endsWith('.test.ts'));

test('every folder of tests belongs to a project of jest', () => {
  const folders = tests.flatMap((path) => /^test\/([^/]+)\//.exec(path)?.[1] ?? []);
  const known = ['architecture', 'contract', 'fault', 'invariants', 'story'];
  expect([...new Set(folders)].toSorted()).toEqual(known);
});

test('who runs beside other tests on one stack kills, freezes, adds and judges nothing that they share', () => {
  const beside = tests.filter(
    (path) => path.endsWith('.stack.test.ts') || path.startsWith(join('test', 'contract')),
  );
  const disturbing =
    /killPart|SIG(STOP|KILL)|process\.kill|start(Service|SecondEngine|Toy)|\['check'|\('check'/;
  expect(beside.length).toBeGreaterThan(50);
  expect(beside.filter((path) => disturbing.test(read(path)))).toEqual([]);
});

test('every test that begins first exists', () => {
  const named = read('test/support/heaviest-first.js').match(/(?<=')[^' ]+\.test\.ts(?=')/g) ?? [];
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('every class of advisory locks has a number of its own', () => {
  const numbers = sources.flatMap((path) =>
    [...read(path).matchAll(/^(?:export )?const \w*[lL]ockClass = ([\d_]+);/gm)].map(
      ([, number = '']) => number,
    ),
  );
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});
