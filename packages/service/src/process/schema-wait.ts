import { Fault, type Part } from '@loyalty/kernel';
import { createDatabase, type Database, sessionLimits } from '@loyalty/storage';
import { readMissingMigrations } from '@loyalty/storage/migrations';
import { allMigrations } from '../migrations.ts';
import type { StreamServiceConfig } from '../settings/common-settings.ts';
import type { ServiceContext } from '../process.ts';

/**
 * Creates a part that waits for every step of the schema that this build expects. Until then the process is
 * not ready, names what is missing, and reads no message.
 */
export const createSchemaWait = (
  context: StartContext & Pick<ServiceContext<unknown>, 'phase'>,
  name: string,
): Part => ({
  name: 'schema-gate',
  start: (signal) =>
    withStartDatabase(context, name, (db) =>
      context.phase.waitFor('Postgres and its schema', () => requireMigrations(db), signal),
    ),
});

type StartContext = Pick<ServiceContext<Pick<StreamServiceConfig, 'databaseUrl'>>, 'config' | 'logger'>;

/**
 * Opens a separate connection without the history of the database, because a missing step may be about that
 * history.
 */
export const withStartDatabase = async <T>(
  { config: { databaseUrl: url }, logger }: StartContext,
  name: string,
  work: (db: Database) => Promise<T>,
): Promise<T> => {
  const db = createDatabase({ url, applicationName: name, poolMax: 1, logger, limits: sessionLimits });
  try {
    return await work(db);
  } finally {
    // A connection that is being opened at a stop ends by itself.
    db.close().catch(() => undefined);
  }
};

const namedMax = 3;
const noSchema =
  'the database has no schema: is DATABASE_URL right? Only a new installation needs «loyaltyctl deploy»';

const requireMigrations = async (db: Database): Promise<void> => {
  const missing = await readMissingMigrations(db, allMigrations);
  if (missing.length === 0) return;
  if (missing[0] === allMigrations[0]?.name) throw new Fault('MIGRATION_MISSING', noSchema);
  const named = missing.slice(0, namedMax).join(', ');
  const others = missing.length > namedMax ? ` and ${(missing.length - namedMax).toString()} more` : '';
  throw new Fault('MIGRATION_MISSING', `the database lacks ${named}${others}: run «loyaltyctl migrate»`);
};
