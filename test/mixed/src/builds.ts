import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printLine } from '@loyalty/stack';
import { home, root } from './root.ts';

export interface Build {
  /** The name that the output shows. */
  readonly name: string;
  /** The folder of its checkout. */
  readonly root: string;
  readonly services: readonly string[];
}

const buildAt = (name: string, folder: string): Build => ({
  name,
  root: folder,
  services: readdirSync(join(folder, 'services')).filter((service) =>
    existsSync(join(folder, 'services', service, 'package.json')),
  ),
});

const folderOfBuilds = join(home, 'builds');
/** Adds to this checkout what a later release may: a rule, an expand step, fields of messages. */
const patchPath = join(root, 'test/mixed/next.patch');

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

const run = (folder: string, command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
};

export const thisBuild = (): Build => {
  run(root, 'npm', 'run', 'build');
  return buildAt('this checkout', root);
};

export const buildOf = (commit: string): Build => {
  const sha = git(root, 'rev-parse', `${commit}^{commit}`);
  return madeOnce(`commit ${sha.slice(0, 8)}`, { sha, folder: join(folderOfBuilds, sha) });
};

/** The build of this checkout, with changes that are not committed, and of the patch that makes it the next release. Throws when the patch does not fit. */
export const nextBuild = (): Build => {
  // The name and the address are those of nobody: the commit is on no branch.
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  const changed = git(root, ...author, 'stash', 'create');
  const sha = changed === '' ? git(root, 'rev-parse', 'HEAD') : changed;
  const patch = createHash('sha256').update(readFileSync(patchPath)).digest('hex').slice(0, 8);
  return madeOnce('the next release', {
    sha,
    folder: join(folderOfBuilds, `${sha}-${patch}`),
    prepare: applyPatch,
  });
};

interface Source {
  readonly sha: string;
  readonly folder: string;
  /** Changes the checkout before it is built. */
  readonly prepare?: (folder: string) => void;
}

/** Builds a commit in a worktree of its own, or returns the build that an earlier run made. */
const madeOnce = (name: string, { sha, folder, prepare = () => undefined }: Source): Build => {
  const marker = `${folder}.built`;
  if (!existsSync(marker)) {
    printLine(`Building ${name} in ${folder}`);
    mkdirSync(folderOfBuilds, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    git(root, 'worktree', 'prune');
    git(root, 'worktree', 'add', '--quiet', '--force', '--detach', folder, sha);
    // Its hooks would be those of this checkout.
    run(folder, 'npm', 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
    prepare(folder);
    run(folder, 'npm', 'run', 'build');
    writeFileSync(marker, '');
  }
  return buildAt(name, folder);
};

const applyPatch = (folder: string): void => {
  try {
    run(folder, 'git', 'apply', '--3way', '--whitespace=nowarn', patchPath);
  } catch {
    throw new Error(
      [
        `test/mixed/next.patch does not fit this checkout any more. ${folder} has it as far as it fits:`,
        `  cd ${folder}`,
        '  git status                          # mend what is in conflict, then see that it compiles:',
        '  npm run derive && npm run build',
        '  git checkout HEAD -- docs deploy    # what follows from the rest is no part of it',
        `  git add --all && git diff --cached > ${patchPath}`,
      ].join('\n'),
    );
  }
  run(folder, 'node', 'packages/contracts/scripts/generate.mjs');
};

/** Removes builds that earlier runs made, and that are none of these. */
export const removeOthers = (builds: readonly Build[]): void => {
  if (!existsSync(folderOfBuilds)) return;
  const kept = builds.flatMap((build) => [build.root, `${build.root}.built`]);
  for (const name of readdirSync(folderOfBuilds)) {
    const path = join(folderOfBuilds, name);
    if (!kept.includes(path)) rmSync(path, { recursive: true, force: true });
  }
  git(root, 'worktree', 'prune');
};
