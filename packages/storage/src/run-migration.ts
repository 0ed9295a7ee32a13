import { backoffMs, Fault, systemClock, textOf, type BackoffBounds } from '@loyalty/kernel';
import pg from 'pg';
import { classifyFailure } from './database-failure.ts';
import type { Migration, RepeatableMigration, TransactionalMigration } from './migration.ts';

/** How long a step waits for its locks, how often it is tried, and a callback for waits. */
export interface MigrationPatience {
  readonly lockTimeoutMs: number;
  readonly triesMax: number;
  readonly pauses: BackoffBounds;
  /** Called with a sentence each time that a step gets no lock and will be tried again. */
  readonly onLocked: (text: string) => void;
}

/** The session that runs the steps, and the number of this run. */
export interface MigrationRun {
  readonly session: pg.Client;
  readonly batch: number;
  readonly patience: MigrationPatience;
}

/**
 * Runs one step and records it. Other statements queue behind one that waits for a lock, so the step gives up after a short
 * wait and is tried again later. Throws a Fault that names the step: `MIGRATION_LOCKED` (retriable) when it never got its
 * locks, `MIGRATION_FAILED` when Postgres rejects it.
 */
export const runMigration = async (run: MigrationRun, step: Migration, tries = 1): Promise<void> => {
  const { triesMax, pauses, onLocked } = run.patience;
  try {
    await (step.transaction === false ? runRepeatable(run, step) : runTransactional(run, step));
  } catch (failure) {
    if (classifyFailure(failure) !== 'race') throw refused(step, failure);
    const inTheWay = await findBlockers(run.session);
    if (tries >= triesMax) throw lockedOut(step, inTheWay, failure);
    onLocked(`${step.name} waits for a lock (${inTheWay}) and lets others pass meanwhile.`);
    await systemClock.sleep(backoffMs(tries - 1, pauses));
    await runMigration(run, step, tries + 1);
  }
};

const runTransactional = async (
  run: MigrationRun,
  { name, sql, phase }: Migration & TransactionalMigration,
): Promise<void> => {
  const { session, patience } = run;
  await session.query(`BEGIN; SET LOCAL lock_timeout = ${patience.lockTimeoutMs.toString()}`);
  try {
    await session.query(sql);
    await note(run, name, phase);
    await session.query('COMMIT');
  } catch (failure) {
    // Without a response the session is lost, and its transaction with it.
    await session.query('ROLLBACK').catch(() => undefined);
    throw failure;
  }
};

const runRepeatable = async (
  run: MigrationRun,
  { name, sql, phase, lockTimeoutMs = run.patience.lockTimeoutMs }: Migration & RepeatableMigration,
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

/** Describes the oldest other open transaction, which most likely holds the lock. */
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

const lockedOut = ({ name }: Migration, inTheWay: string, cause: unknown): Fault =>
  new Fault(
    'MIGRATION_LOCKED',
    `The step ${name} could not get its lock: ${inTheWay}. Wait for it to end, or end it with ` +
      'pg_terminate_backend; then run the migration again.',
    { retry: true, cause },
  );

const refused = ({ name }: Migration, failure: unknown): unknown =>
  failure instanceof pg.DatabaseError
    ? new Fault('MIGRATION_FAILED', `The step ${name} failed: ${textOf(failure)}`, { cause: failure })
    : failure;
