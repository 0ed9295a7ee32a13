import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '@loyalty/kernel';
import type { Layout } from '../layout.ts';

const binariesFolder = 'postgres-18.4.0-beta.17';

/** The folders of Postgres and, when we are root, the user that it runs as. */
export interface PostgresPlace {
  readonly binariesDir: string;
  readonly dataDir: string;
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** Only root can write here, so nobody else can replace its files. */
const rootsPlace = '/var/lib/loyalty-local-stack';

/**
 * Returns the default place. When we are root in a folder that is closed to others, such as /root, returns one under
 * /var/lib.
 */
export const placeForPostgres = (layout: Layout): PostgresPlace => {
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

/** True when any user may pass through this folder and all above it. Missing folders are made. */
const isOpenToOthers = (folder: string): boolean => {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return isOpen && (parent === folder || isOpenToOthers(parent));
};

/** Postgres asks the system for the name of its user, so the user must exist: postgres if there is one, else nobody. */
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
