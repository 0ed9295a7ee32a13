import { join } from 'node:path';
import { read, workspaces } from '../support/sources.ts';

type Dependencies = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}

const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Manifest>>;
};

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
