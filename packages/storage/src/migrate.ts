import pg from 'pg';
import { type BackoffBounds, backoffMs, Fault, systemClock, textOf } from '@loyalty/kernel';
import { grantDatabaseRoles } from './database-roles.ts';
import type { Migration, RepeatableMigration, TransactionalMigration } from './migrations/migration.ts';
import type { Queryable } from './sql/database.ts';
import { classifyFailure } from './sql/database-failure.ts';
import { sessionConfig } from './sql/session-config.ts';
import {
  orderByBytes,
  readLocaleTables,
  readTextLocale,
  refuseLargeTables,
  type TextLocale,
} from './text-order.ts';

const migrationLock = 7_305_001;

/** A till waits at most as long as for an engine's batch. All tries and pauses take some five minutes. */
const usualRetry: LockRetry = {
  lockTimeoutMs: 2_000,
  triesMax: 15,
  pauses: { firstMs: 1_000, maxMs: 30_000 },
  onLocked: () => undefined,
};

interface MigrateOptions extends Partial<LockRetry> {
  /** No older build runs any more, says the caller. A new database gets contract steps in any case. */
  readonly isContracting?: boolean;
  /** No service runs, says the caller: tables of any size may be locked while their text is ordered by bytes. */
  readonly isStopped?: boolean;
  /** Called with each table with rows whose text is ordered by bytes from now on. */
  readonly onReordered?: (table: string) => void;
  /** Called with the contract steps that were left for later. */
  readonly onPostponed?: (names: readonly string[]) => void;
}

/**
 * Runs the missing steps and returns them; simultaneous calls take turns. It passes over expand steps of a
 * later release, so that an older one can deploy. Throws the Faults of {@link withLocks}, `SCHEMA_AHEAD` for
 * other unknown steps, `MIGRATION_RUNNING` if another process migrates for an hour, and `TEXT_ORDER` if large
 * tables follow the order of a locale.
 */
export const migrate = async (
  url: string,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<string[]> => {
  const session = new pg.Client(sessionConfig({ url, applicationName: 'loyalty-migrate' }));
  // A session that breaks between two statements fails the next one. Without a listener the process would
  // end.
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

/** Polls: a statement that waits for the lock holds a snapshot, and CONCURRENTLY waits for older ones. */
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
  const db = queriesOf(session);
  const run = { session, db, batch, retry: { ...usualRetry, ...options }, locale: await readTextLocale(db) };
  if (run.locale !== null) await orderStoredText(run, run.locale, options);
  for (const step of pending) await runMigration(run, step);
  // Also where no step was due: roles may have been made since the last one.
  await session.query('BEGIN');
  await grantDatabaseRoles(session);
  await session.query('COMMIT');
  return pending.map(({ name }) => name);
};

const queriesOf = (session: pg.Client): Queryable => ({
  query: async <Row>(statement: Parameters<Queryable['query']>[0], values: readonly unknown[] = []) => {
    const { text } = typeof statement === 'string' ? { text: statement } : statement;
    return (await session.query<Row & pg.QueryResultRow>(text, [...values])).rows;
  },
});

/**
 * Converts a database that an older build made, or a dump of one. Each table has a transaction of its own.
 */
const orderStoredText = async (
  run: MigrationRun,
  locale: TextLocale,
  { isStopped = false, onReordered = () => undefined }: MigrateOptions,
): Promise<void> => {
  const tables = await readLocaleTables(run.db);
  if (!isStopped) refuseLargeTables(locale, tables);
  for (const table of tables) {
    await withLocks(run, `the order of text in ${table.name}`, () =>
      inTransaction(run, () => orderByBytes(run.db, table)),
    );
    if (table.hasRows) onReordered(table.name);
  }
};

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
  readonly batch: number;
  /** Null if a build from before there were phases has run it. */
  readonly phase: 'expand' | 'contract' | null;
}

/** The table of knex's migrator, with which older versions ran their steps, and the phase. */
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

interface LockRetry {
  readonly lockTimeoutMs: number;
  readonly triesMax: number;
  readonly pauses: BackoffBounds;
  /** Called each time that a step gets no lock and will be tried again. */
  readonly onLocked: (text: string) => void;
}

interface MigrationRun {
  readonly session: pg.Client;
  readonly db: Queryable;
  readonly batch: number;
  readonly retry: LockRetry;
  /** Null if the database orders text by bytes. */
  readonly locale: TextLocale | null;
}

const runMigration = (run: MigrationRun, step: Migration): Promise<void> =>
  withLocks(run, `the step ${step.name}`, () =>
    step.transaction === false ? runRepeatable(run, step) : runTransactional(run, step),
  );

/**
 * Others queue behind a statement that waits for a lock, so the step gives up soon and is tried again. Throws
 * `MIGRATION_LOCKED` (retriable) when it never got its locks, `MIGRATION_FAILED` when Postgres rejects it.
 */
const withLocks = async (
  run: MigrationRun,
  what: string,
  work: () => Promise<void>,
  tries = 1,
): Promise<void> => {
  const { triesMax, pauses, onLocked } = run.retry;
  try {
    await work();
  } catch (failure) {
    if (classifyFailure(failure) !== 'race') throw refused(what, failure);
    const inTheWay = await findBlockers(run.session);
    if (tries >= triesMax) throw lockedOut(what, inTheWay, failure);
    onLocked(`${titled(what)} waits for a lock (${inTheWay}) and lets others pass meanwhile.`);
    await systemClock.sleep(backoffMs(tries - 1, pauses));
    await withLocks(run, what, work, tries + 1);
  }
};

const runTransactional = (
  run: MigrationRun,
  { name, sql, phase }: Migration & TransactionalMigration,
): Promise<void> =>
  inTransaction(run, async () => {
    await run.session.query(sql);
    await orderNewText(run);
    await note(run, name, phase);
  });

const inTransaction = async ({ session, retry }: MigrationRun, work: () => Promise<void>): Promise<void> => {
  await session.query(`BEGIN; SET LOCAL lock_timeout = ${retry.lockTimeoutMs.toString()}`);
  try {
    await work();
    await session.query('COMMIT');
  } catch (failure) {
    // Without a response the session is lost, and its transaction with it.
    await session.query('ROLLBACK').catch(() => undefined);
    throw failure;
  }
};

/**
 * Converts new columns of a database with a locale (D136). New tables are empty, and a new column has no
 * index yet.
 */
const orderNewText = async ({ db, locale }: MigrationRun): Promise<void> => {
  if (locale === null) return;
  for (const table of await readLocaleTables(db)) await orderByBytes(db, table);
};

const runRepeatable = async (
  run: MigrationRun,
  { name, sql, phase, lockTimeoutMs = run.retry.lockTimeoutMs }: Migration & RepeatableMigration,
): Promise<void> => {
  await run.session.query(`SET lock_timeout = ${lockTimeoutMs.toString()}`);
  for (const statement of sql) await run.session.query(statement);
  await note(run, name, phase);
};

const note = async (
  { session, batch }: MigrationRun,
  name: string,
  phase: Migration['phase'] = 'expand',
): Promise<void> => {
  await session.query(
    'INSERT INTO schema_migrations (name, batch, migration_time, phase) VALUES ($1, $2, now(), $3)',
    [name, batch, phase],
  );
};

/** The oldest other open transaction most likely holds the lock. */
const findBlockers = async (session: pg.Client): Promise<string> => {
  const { rows } = await session.query<{ pid: number; name: string; since: string }>(
    `SELECT pid, application_name AS name, to_char(xact_start, 'HH24:MI:SS') AS since FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
      ORDER BY xact_start LIMIT 1`,
  );
  const [oldest] = rows;
  if (oldest === undefined) return 'nothing is in its way by now';
  return `the oldest transaction is of «${oldest.name}», process ${oldest.pid.toString()}, since ${oldest.since}`;
};

const titled = (what: string): string => what.charAt(0).toUpperCase() + what.slice(1);

const lockedOut = (what: string, inTheWay: string, cause: unknown): Fault =>
  new Fault(
    'MIGRATION_LOCKED',
    `${titled(what)} could not get its lock: ${inTheWay}. Wait for it to end, or end it with ` +
      'pg_terminate_backend; then run the migration again.',
    { retry: true, cause },
  );

const refused = (what: string, failure: unknown): unknown =>
  failure instanceof pg.DatabaseError
    ? new Fault('MIGRATION_FAILED', `${titled(what)} failed: ${textOf(failure)}`, { cause: failure })
    : failure;
