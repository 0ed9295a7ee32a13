import { read } from '../support/sources.ts';

interface Manifest {
  readonly engines?: { readonly node: string };
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const ofCi = JSON.parse(read('.ci/nodes/package.json')) as Manifest;
const locked = JSON.parse(read('.ci/nodes/package-lock.json')) as Lock;

const versionsOf = (age: 'newest' | 'oldest'): readonly (string | undefined)[] =>
  Object.entries(ofCi.optionalDependencies ?? {})
    .filter(([name]) => name.startsWith(age))
    .map(([, wanted]) => /^npm:node-linux-\w+@(\d+\.\d+\.\d+)$/.exec(wanted)?.[1]);

const [newest = ''] = versionsOf('newest');
const [oldest = ''] = versionsOf('oldest');
const majorOf = (version: string): string => version.split('.')[0] ?? '';

test('CI has the oldest and the newest Node at exact versions, the same for both processors, by their hashes (D164)', () => {
  expect(versionsOf('newest')).toEqual([newest, newest]);
  expect(versionsOf('oldest')).toEqual([oldest, oldest]);
  const builds = Object.entries(locked.packages).filter(([place]) => place !== '');
  expect(builds.map(([, { version }]) => version)).toEqual([newest, newest, oldest, oldest]);
  for (const [, { integrity }] of builds) expect(integrity).toMatch(/^sha512-/);
});

test('▲ what is tested whole is what images ship', () => {
  const recipe = read('deploy/images/Dockerfile');
  expect(/^ARG NODE_BUILD=node:(\d+)-/m.exec(recipe)?.[1]).toBe(majorOf(newest));
  expect(/^ARG NODE_RUN=.*\/nodejs(\d+)-/m.exec(recipe)?.[1]).toBe(majorOf(newest));
  expect(read('deploy/images/stand-ins.sh')).toContain(`NODE_VERSION:-${newest}}`);
});

test('the oldest Node is the one that is asked for, and the code knows no other', () => {
  const [major = '', minor = ''] = oldest.split('.');
  expect(manifest.engines?.node).toBe(`>=${major}.${minor}`);
  expect(read('tools/stack/bin/prerequisites.js')).toContain(`nodeMin = [${major}, ${minor}]`);
  expect(manifest.devDependencies?.['@types/node']).toMatch(new RegExp(`^${major}\\.${minor}\\.`));
});

test('CI does everything with the newest, then starts every program and runs unit tests with the oldest', () => {
  const run = read('.ci/run');
  const [, whole = '', few = ''] = run.split(/^export PATH=/m);
  expect(whole).toMatch(/^\$\{newest/);
  for (const step of ['npm ci', 'npm run check', 'drill -- rules', 'drill -- chart', 'npm test'])
    expect(whole).toContain(step);
  expect(few).toMatch(/^\$\{oldest/);
  expect(few).toMatch(/--help[^]*test:unit/);
});
