import { createHash, randomBytes } from 'node:crypto';
import { systemClock } from '@loyalty/kernel';
import { type Database, tryAdvisoryLock } from '@loyalty/storage';
import { migrate } from '@loyalty/storage/migrate';
import type { Migration } from '@loyalty/storage/migrations';

/** Arbitrary, but used by nothing else. */
const templateLockClass = 7_305_090;
const turnEveryMs = 100;

/** The server on which templates are made. */
export interface TemplateServer {
  /** A connection to any database of the server. */
  readonly db: Database;
  readonly url: string;
}

/**
 * Finds or creates a database with exactly these steps, for `CREATE DATABASE … TEMPLATE`, and returns its
 * name. Each set of steps has one, which stays as long as the server's data. It gets its name once it is
 * complete, and accepts no connections.
 */
export const templateWith = async (server: TemplateServer, steps: readonly Migration[]): Promise<string> => {
  const digest = digestOf(steps);
  const name = `template_${digest}`;
  while (!(await isThere(server, name))) {
    const lock = await tryAdvisoryLock(server.url, templateLockClass, parseInt(digest.slice(0, 7), 16));
    if (lock === null) await systemClock.sleep(turnEveryMs);
    else await makeUnlessThere(server, name, steps).finally(() => lock.release());
  }
  return name;
};

/** Returns the same digest for the same steps in any order. */
const digestOf = (steps: readonly Migration[]): string => {
  const texts = steps.map((step) => JSON.stringify(step)).sort();
  return createHash('sha256').update(texts.join()).digest('hex').slice(0, 32);
};

const isThere = async ({ db }: TemplateServer, name: string): Promise<boolean> =>
  (await db.query('SELECT FROM pg_database WHERE datname = $1', [name])).length > 0;

const makeUnlessThere = async (
  server: TemplateServer,
  name: string,
  steps: readonly Migration[],
): Promise<void> => {
  if (await isThere(server, name)) return;
  const { db, url } = server;
  // A process that is killed here leaves a database that is never used as a template.
  const working = `unfinished_${randomBytes(6).toString('hex')}`;
  await db.query(`CREATE DATABASE ${working}`);
  await migrate(Object.assign(new URL(url), { pathname: working }).href, steps);
  await db.query(`ALTER DATABASE ${working} ALLOW_CONNECTIONS false`);
  await db.query(`ALTER DATABASE ${working} RENAME TO ${name}`);
};
