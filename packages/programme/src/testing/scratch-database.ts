import { randomBytes } from 'node:crypto';
import { createDatabase, migrate, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';
import { programmeMigrations } from '../migrations/programme-migrations.ts';
import { openTestDatabase } from './test-programme.ts';

/** Runs `work` on an empty database of its own, migrated, for what would be in the way of others; drops it after. */
export const withScratchDatabase = async (work: (db: Database) => Promise<void>): Promise<void> => {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const shared = openTestDatabase();
  await shared.query(`CREATE DATABASE ${name}`);
  // eslint-disable-next-line n/no-process-env -- tests are told their database by the runner, not by a config.ts.
  const url = new URL(process.env['DATABASE_URL'] ?? '');
  url.pathname = name;
  await migrate(url.href, programmeMigrations);
  const db = createDatabase({ url: url.href, applicationName: 'scratch', poolMax: 8, logger: silentLogger });
  try {
    await work(db);
  } finally {
    await db.close();
    await shared.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await shared.close();
  }
};
