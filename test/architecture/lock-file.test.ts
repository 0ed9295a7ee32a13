import { join, resolve } from 'node:path';
import { pages, read, workspaces } from '../support/sources.ts';

type Dependencies = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}

interface LockFile {
  readonly packages: Readonly<Record<string, Manifest & { readonly hasInstallScript?: boolean }>>;
}

const lockFile = (path: string): LockFile => JSON.parse(read(path)) as LockFile;

const { packages } = lockFile('package-lock.json');

const manifestOf = (workspace: string): Manifest =>
  JSON.parse(read(join(workspace, 'package.json'))) as Manifest;

const needsOf = ({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }: Manifest) => ({
  dependencies,
  devDependencies,
  optionalDependencies,
});

// npm installs what the lock file says, and images hold it; it does not compare what our own packages need of each other.
test.each(workspaces)('package-lock.json knows what %s needs', (workspace) => {
  expect(needsOf(packages[workspace] ?? {})).toEqual(needsOf(manifestOf(workspace)));
});

test.each(workspaces)('%s needs testkit for its tests at most', (workspace) => {
  expect(manifestOf(workspace).dependencies ?? {}).not.toHaveProperty('@loyalty/testkit');
});

/** Packages that would run a script of their own while they are installed. */
const scripted = (path: string): readonly string[] => [
  ...new Set(
    Object.entries(lockFile(path).packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  ),
];

test('of every package that has a script for its installation it is said whether it may run', () => {
  const { installScripts } = JSON.parse(read('package.json')) as {
    readonly installScripts: {
      readonly allowed: readonly string[];
      readonly leftOut: Readonly<Record<string, string>>;
    };
  };
  const { allowed, leftOut } = installScripts;
  expect([...allowed, ...Object.keys(leftOut)].toSorted()).toEqual(scripted('package-lock.json').toSorted());
  for (const reason of Object.values(leftOut)) expect(reason).not.toBe('');
  expect(scripted('.ci/nodes/package-lock.json')).toEqual([]);
});

test('nothing installs packages and lets them run scripts', () => {
  const { installSteps } = jest.requireActual<{ installSteps: (root: string) => readonly string[][] }>(
    resolve('tools/stack/bin/install.js'),
  );
  expect(installSteps('.')[0]).toContain('--ignore-scripts');
  const calls = ['.ci/run', 'deploy/images/Dockerfile', 'CONTRIBUTING.md', ...pages].flatMap((path) =>
    [...read(path).matchAll(/^.*\bnpm ci\b.*$/gm)].map(([line]) => ({ path, line })),
  );
  expect(calls.length).toBeGreaterThan(4);
  // Where the command is only named, nobody copies it.
  const copied = calls.filter(({ line }) => !line.includes('`npm ci`') && !line.trimStart().startsWith('#'));
  expect(copied.filter(({ line }) => !line.includes('--ignore-scripts'))).toEqual([]);
});
