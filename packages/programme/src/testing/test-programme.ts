import { randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';
import { createTenant, type TenantRecord } from '../tenants/tenants.ts';

/** The database under test, its schema up to date; `DATABASE_URL` names it. */
export const openTestDatabase = (): Database => {
  // eslint-disable-next-line n/no-process-env -- tests are told their database by the runner, not by a config.ts.
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new Error('DATABASE_URL is not set: these tests need a migrated Postgres');
  return createDatabase({ url, applicationName: 'programme-test', poolMax: 8, logger: silentLogger });
};

/** A tenant that no other test knows. */
export const createTestTenant = (db: Database): Promise<TenantRecord> =>
  createTenant(db, { name: `Test ${randomId()}` });
