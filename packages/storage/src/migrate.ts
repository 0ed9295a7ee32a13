import { Fault, systemClock } from '@loyalty/kernel';
import pg from 'pg';
import type { Migration } from './migration.ts';
import { runMigration, type MigrationPatience } from './run-migration.ts';

/** One lock for all migration runs of a database; the number is arbitrary but fixed. */
const migrationLock = 7_305_001;

/** A till waits for a step at most as long as for an engine's batch. All tries and pauses take some five minutes. */
const usualPatience: MigrationPatience = {
  lockTimeoutMs: 2_000,
  triesMax: 15,
  pauses: { firstMs: 1_000, maxMs: 30_000 },
  onLocked: () => undefined,
};

/**
 * Runs pending steps and returns their names. Processes that call this at the same time take turns by a session advisory lock.
 * Throws the Faults of {@link runMigration}; `SCHEMA_AHEAD` when the database has steps that are not in the list;
 * `MIGRATION_RUNNING` when another process has held the lock for an hour.
 */
export const migrate = async (
  url: string,
  migrations: readonly Migration[],
  patience: Partial<MigrationPatience> = {},
): Promise<string[]> => {
  const session = new pg.Client({
    connectionString: url,
    application_name: 'loyalty-migrate',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A session that breaks between two statements fails the next one. Without a listener the process would end.
  session.on('error', () => undefined);
  await session.connect();
  try {
    await takeTurn(session);
    return await runPending(session, migrations, { ...usualPatience, ...patience });
  } finally {
    await session.end();
  }
};

const turnEveryMs = 250;
/** An hour: building an index on years of data takes less. */
const turnTriesMax = 14_400;

/** Polls for the lock. A statement that waits for it would hold a snapshot, and CONCURRENTLY waits for every older snapshot. */
const takeTurn = async (session: pg.Client): Promise<void> => {
  for (let tries = 0; tries < turnTriesMax; tries += 1) {
    const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      migrationLock,
    ]);
    if (rows[0]?.taken === true) return;
    await systemClock.sleep(turnEveryMs);
  }
  throw new Fault('MIGRATION_RUNNING', 'Another process has been migrating this database for an hour.', {
    retry: true,
  });
};

const runPending = async (
  session: pg.Client,
  migrations: readonly Migration[],
  patience: MigrationPatience,
): Promise<string[]> => {
  const noted = await readNoted(session);
  const unknown = noted.filter(({ name }) => !migrations.some((step) => step.name === name));
  if (unknown.length > 0) throw ahead(unknown.map(({ name }) => name));
  const pending = migrations.filter((step) => !noted.some(({ name }) => name === step.name));
  const batch = Math.max(0, ...noted.map((step) => step.batch)) + 1;
  const done: string[] = [];
  for (const step of pending.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    await runMigration({ session, batch, patience }, step);
    done.push(step.name);
  }
  return done;
};

interface NotedStep {
  readonly name: string;
  /** The number of the run; steps of one run share it. */
  readonly batch: number;
}

/** Returns the steps that have run. The table is the one of knex's migrator, which older versions used. */
const readNoted = async (session: pg.Client): Promise<NotedStep[]> => {
  await session.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       id             serial PRIMARY KEY,
       name           varchar(255),
       batch          int,
       migration_time timestamptz
     )`,
  );
  return (await session.query<NotedStep>('SELECT name, batch FROM schema_migrations ORDER BY id')).rows;
};

const ahead = (names: readonly string[]): Fault =>
  new Fault(
    'SCHEMA_AHEAD',
    `The database was migrated by a newer version (${names.join(', ')}): deploy that version, or a later one.`,
  );
