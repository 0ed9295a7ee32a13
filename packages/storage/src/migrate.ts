import { Fault, systemClock } from '@loyalty/kernel';
import pg from 'pg';
import { withholdSecrets } from './database-roles.ts';
import type { Migration } from './migration.ts';
import { runMigration, type MigrationPatience } from './run-migration.ts';
import { sessionConfig } from './session-config.ts';

/** One lock for all migration runs of a database; the number is arbitrary but fixed. */
const migrationLock = 7_305_001;

/** A till waits for a step at most as long as for an engine's batch. All tries and pauses take some five minutes. */
const usualPatience: MigrationPatience = {
  lockTimeoutMs: 2_000,
  triesMax: 15,
  pauses: { firstMs: 1_000, maxMs: 30_000 },
  onLocked: () => undefined,
};

/** Which steps are run, and how they wait. */
export interface MigrateOptions extends Partial<MigrationPatience> {
  /** Runs contract steps too: no older build runs any more. A new database gets them in any case. */
  readonly isContracting?: boolean;
  /** Called with the names of the contract steps that were left for later. */
  readonly onPostponed?: (names: readonly string[]) => void;
}

/**
 * Brings the schema up to date and returns the names of the steps that were run. Processes that call it at once take
 * turns. It passes over expand steps of a later release, so that an older one deploys. Throws Faults of
 * {@link runMigration}; `SCHEMA_AHEAD` for other unknown steps; `MIGRATION_RUNNING` when another process is at it for an hour.
 */
export const migrate = async (
  url: string,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<string[]> => {
  const session = new pg.Client(sessionConfig({ url, applicationName: 'loyalty-migrate' }));
  // A session that breaks between two statements fails the next one. Without a listener the process would end.
  session.on('error', () => undefined);
  await session.connect();
  try {
    await takeTurn(session);
    return await runPending(session, migrations, options);
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
  options: MigrateOptions,
): Promise<string[]> => {
  const noted = await readNoted(session);
  const unknown = noted.filter(
    ({ name, phase }) => phase !== 'expand' && !migrations.some((step) => step.name === name),
  );
  if (unknown.length > 0) throw ahead(unknown.map(({ name }) => name));
  const pending = chooseDue(
    migrations.filter((step) => !noted.some(({ name }) => name === step.name)),
    noted.length === 0 ? { ...options, isContracting: true } : options,
  );
  const batch = Math.max(0, ...noted.map((step) => step.batch)) + 1;
  const run = { session, batch, patience: { ...usualPatience, ...options } };
  for (const step of pending) {
    await runMigration(run, step);
    await session.query(withholdSecrets);
  }
  return pending.map(({ name }) => name);
};

/** The steps that are to be run now, in order. */
const chooseDue = (
  pending: readonly Migration[],
  { isContracting = false, onPostponed = () => undefined }: MigrateOptions,
): Migration[] => {
  const postponed = isContracting ? [] : pending.filter(({ phase }) => phase === 'contract');
  if (postponed.length > 0) onPostponed(postponed.map(({ name }) => name));
  return pending.filter((step) => !postponed.includes(step)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

interface NotedStep {
  readonly name: string;
  /** The number of the run; steps of one run share it. */
  readonly batch: number;
  /** Null where a build from before there were phases has run it. */
  readonly phase: 'expand' | 'contract' | null;
}

/** The steps that were run. The table is as knex's migrator makes it, which older versions ran their steps with, and the phase. */
const readNoted = async (session: pg.Client): Promise<NotedStep[]> => {
  await session.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       id             serial PRIMARY KEY,
       name           varchar(255),
       batch          int,
       migration_time timestamptz
     );
     ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS phase text`,
  );
  return (await session.query<NotedStep>('SELECT name, batch, phase FROM schema_migrations ORDER BY id'))
    .rows;
};

const ahead = (names: readonly string[]): Fault =>
  new Fault(
    'SCHEMA_AHEAD',
    `The database was migrated by a newer version (${names.join(', ')}): deploy that version, or a later one.`,
  );
