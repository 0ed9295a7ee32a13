import { randomBytes } from 'node:crypto';
import { createDatabase, type Database } from '@loyalty/storage';
import { migrate } from '@loyalty/storage/migrate';
import { readInstallation, recordInstallation } from '@loyalty/storage/installation';
import type { Migration } from '@loyalty/storage/migrations';
import { silentLogger } from '@loyalty/telemetry/logger';
import { withLockOrder } from './lock-order-check.ts';
import { templateWith } from './template-database.ts';

// eslint-disable-next-line n/no-process-env -- the runner names the database of tests, not a config.ts.
const sharedUrl = (): string => process.env['DATABASE_URL'] ?? '';

/** Its transactions fail when they take a lock before its turn (D98). */
const open = (url: string): Database =>
  withLockOrder(createDatabase({ url, applicationName: 'scratch', poolMax: 8, logger: silentLogger }));

/** Opens the stack's database, which all tests share, with the present schema. The caller closes it. */
export const openSharedDatabase = (): Database => open(sharedUrl());

/** An empty database that nobody else uses, not even a job of the stack's services. */
export interface ScratchDatabase {
  readonly db: Database;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** A fifth of the processor time that the server's own way takes, which writes each page of the copy to its log. */
const copied = 'STRATEGY file_copy';

/** Creates a scratch database with these steps of the schema, copied from a template; the caller drops it. */
export const createScratchDatabase = async (steps: readonly Migration[] = []): Promise<ScratchDatabase> => {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const shared = open(sharedUrl());
  const template =
    steps.length === 0 ? 'template1' : await templateWith({ db: shared, url: sharedUrl() }, steps);
  await shared.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${copied}`);
  const { href: url } = Object.assign(new URL(sharedUrl()), { pathname: name });
  const db = open(url);
  const drop = async (): Promise<void> => {
    await db.close();
    await shared.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await shared.close();
  };
  return { db, url, drop };
};

/** Joins a database with the schema to the Kafka and the registry of the stack, as a deploy would. */
export const joinStack = async (db: Database): Promise<void> => {
  const shared = openSharedDatabase();
  try {
    const { clusterId, registryId } = await readInstallation(shared);
    if (clusterId === null || registryId === null) throw new Error('the stack was not deployed');
    await recordInstallation(db, await readInstallation(db), { clusterId, registryId });
  } finally {
    await shared.close();
  }
};

/** Runs `work` with a separate database and its address, and drops the database afterwards. */
export const withScratchDatabase = async (
  work: (db: Database, url: string) => Promise<void>,
  steps: readonly Migration[] = [],
): Promise<void> => {
  const { db, url, drop } = await createScratchDatabase(steps);
  try {
    await work(db, url);
  } finally {
    await drop();
  }
};

/** A database that orders text by its own collation, which changes when the server's library does. */
export interface LocaleDatabase extends ScratchDatabase {
  /**
   * Puts 1 after 9 in a new version of the collation: connections that open later order text in this way, and
   * indexes stay as they are.
   */
  readonly changeOrder: () => Promise<void>;
}

/** Creates a scratch database with ICU's order of text and these steps of the schema; the caller drops it. */
export const createLocaleDatabase = async (steps: readonly Migration[]): Promise<LocaleDatabase> => {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const shared = open(sharedUrl());
  await shared.query(
    `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-ZA' LOCALE 'C' ${copied}`,
  );
  const { href: url } = Object.assign(new URL(sharedUrl()), { pathname: name });
  await migrate(url, steps);
  const db = open(url);
  const drop = async (): Promise<void> => {
    await db.close();
    await shared.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await shared.close();
  };
  const changeOrder = async (): Promise<void> => {
    await shared.query(
      `UPDATE pg_database SET daticurules = '& 9 < 1', datcollversion = '1.0' WHERE datname = $1`,
      [name],
    );
  };
  return { db, url, drop, changeOrder };
};
