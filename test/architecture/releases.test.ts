import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Releases {
  readonly releases: readonly { readonly version: string; readonly commit: string; readonly date: string }[];
}

const { version } = JSON.parse(readFileSync('lerna.json', 'utf8')) as { readonly version: string };
const { releases } = JSON.parse(readFileSync('deploy/releases.json', 'utf8')) as Releases;

test('the newest release that is noted has the version of the packages', () => {
  expect(releases[0]?.version).toBe(version);
});

test('every release is noted once, with its commit and its day', () => {
  expect(new Set(releases.map((release) => release.version)).size).toBe(releases.length);
  for (const { commit, date } of releases) {
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

test('the example of Argo installs the newest release, by its commit', () => {
  const argo = readFileSync('deploy/helm/examples/argo.yaml', 'utf8');
  expect(/targetRevision: (\S+)/.exec(argo)?.[1]).toBe(releases[0]?.commit);
});

test('the patch that makes a later release for `drill -- mixed` fits this checkout', () => {
  const { stderr } = spawnSync('git', ['apply', '--check', 'test/mixed/next.patch'], { encoding: 'utf8' });
  expect(stderr).toBe('');
});
