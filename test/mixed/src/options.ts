import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.ts';

/** The options of a run. */
export interface MixedOptions {
  /** The commit of the older build. */
  readonly release: string;
  /** The pairs of builds to run. */
  readonly pairs: readonly PairName[];
  readonly perSecond: number;
}

/** A release beside this checkout; this checkout beside a later release. */
export const pairNames = ['release', 'next'] as const;
export type PairName = (typeof pairNames)[number];

/** The text for `--help`. */
export const helpText = [
  'npm run test:mixed -- [options]',
  '',
  'Rolls one build out over another, back, and out again on one stack, under a steady load of which nothing may fail: a release and',
  'this checkout, then this checkout and a later release (this one with test/mixed/next.patch). Exit code 1: a promise was broken.',
  '',
  '  --only PAIR        release or next',
  '  --release COMMIT   the older build of the first pair (the newest release of deploy/releases.json)',
  '  --rate N           evaluates a second (20)',
].join('\n');

interface Releases {
  readonly releases: readonly { readonly version: string; readonly commit: string }[];
}

/** Reads the options; null: help was asked for. */
export const readOptions = (args: readonly string[]): MixedOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      release: { type: 'string' },
      rate: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  const pairs = pairNames.filter((name) => values.only === undefined || values.only === name);
  if (pairs.length === 0) throw new Error('--only takes release or next');
  const release = values.release ?? (pairs.includes('release') ? newestRelease() : '');
  return { release, pairs, perSecond: Number(values.rate ?? 20) };
};

const newestRelease = (): string => {
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
