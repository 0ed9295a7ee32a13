import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberOption, onlyOption, textOption, type ValuesOf } from '@loyalty/stack/drill';
import { root } from './root.ts';

/** The pairs of builds to run. */
const pairs = {
  release: 'a release beside this checkout',
  next: 'this checkout beside a later release',
} as const;

export type PairName = keyof typeof pairs;

export const options = {
  only: onlyOption(pairs),
  release: textOption(
    'COMMIT',
    'the older build of the first pair (the newest release of deploy/releases.json)',
  ),
  rate: numberOption('evaluates a second', 20),
};

export type MixedOptions = ValuesOf<typeof options>;

interface Releases {
  readonly releases: readonly { readonly version: string; readonly commit: string }[];
}

/** Returns the commit of the newest release. Throws an Error when this checkout does not follow it. */
export const newestRelease = (): string => {
  const { releases } = JSON.parse(readFileSync(join(root, 'deploy/releases.json'), 'utf8')) as Releases;
  const [newest] = releases;
  if (newest === undefined)
    throw new Error('deploy/releases.json has no release: name a commit with --release');
  const { version, commit } = newest;
  if (releasedAt(commit) !== version) {
    throw new Error(
      `deploy/releases.json says that ${version} is ${commit}, which is no commit before this one with that version. ` +
        'After a rebase a release has another commit: note that one. Meanwhile name a commit with --release',
    );
  }
  return commit;
};

/** Returns the version of the packages at a commit that this checkout follows; null for any other. */
const releasedAt = (commit: string): string | null => {
  try {
    execFileSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: root, stdio: 'ignore' });
    const text = execFileSync('git', ['show', `${commit}:lerna.json`], { cwd: root, encoding: 'utf8' });
    return (JSON.parse(text) as { readonly version: string }).version;
  } catch {
    return null;
  }
};
