import { randomBytes } from 'node:crypto';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';

// eslint-disable-next-line n/no-process-env -- tests are told their database by the runner, not by a config.ts.
const sharedUrl = (): string => process.env['DATABASE_URL'] ?? '';

const open = (url: string): Database =>
  createDatabase({ url, applicationName: 'scratch', poolMax: 2, logger: silentLogger });

/** Runs `work` on an empty database of its own and its address; drops it after. */
export const withScratchDatabase = async (
  work: (db: Database, url: string) => Promise<void>,
): Promise<void> => {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const shared = open(sharedUrl());
  await shared.query(`CREATE DATABASE ${name}`);
  const url = new URL(sharedUrl());
  url.pathname = name;
  const db = open(url.href);
  try {
    await work(db, url.href);
  } finally {
    await db.close();
    await shared.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await shared.close();
  }
};
