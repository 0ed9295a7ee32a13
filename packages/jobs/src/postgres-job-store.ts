import { createHash } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  jobLockClass,
  moveJobCheckpoint,
  readJobCheckpoint,
  readJobCheckpoints,
  readJobFinishedAt,
} from './job-checkpoints.ts';
import type { AdvisoryLock, AdvisoryLocks, Database, Statement, Transaction } from '@loyalty/storage';
import type { JobStore, MoveState } from './job-store.ts';

export interface PostgresJobStoreOptions {
  /** A separate pool for jobs, with session limits, so that chunks take no connections from batches. */
  readonly database: Database;
  /** The locks of the process, by which it leads jobs. */
  readonly locks: AdvisoryLocks;
  /** Reads the environments in which no job runs, because they are being moved. */
  readonly readClosed: (db: Database) => Promise<ReadonlyMap<EnvironmentId, MoveState>>;
}

/** Creates the {@link JobStore} on Postgres. */
export const createPostgresJobStore = ({
  database,
  locks,
  readClosed,
}: PostgresJobStoreOptions): JobStore<Transaction> => ({
  readStatus: (name, environmentIds) => readJobCheckpoints(database, name, environmentIds),
  readFinishedAtMs: (name) => readJobFinishedAt(database, name),
  readClosed: () => readClosed(database),
  lead: (name) => lead({ database, locks }, jobLockKeyOf(name)),
  transact: (work) => database.transaction(work),
  read: readJobCheckpoint,
  move: moveJobCheckpoint,
});

const freeStatement: Statement = {
  name: 'jobs-lock-free',
  text: 'SELECT pg_try_advisory_xact_lock_shared($1, $2) AS "isFree"',
};

/** Processes that wait for the lead try every 10 s. They first ask on a connection that they have, and open one only for a free lock. */
const lead = async (
  { database, locks }: Pick<PostgresJobStoreOptions, 'database' | 'locks'>,
  key: number,
): Promise<AdvisoryLock | null> => {
  const [row] = await database.query<{ isFree: boolean }>(freeStatement, [jobLockClass, key]);
  return row?.isFree === true ? locks.tryLock(jobLockClass, key) : null;
};

/** Returns the second key of a job's lock. Two jobs with equal keys would only exclude each other. */
export const jobLockKeyOf = (name: string): number =>
  createHash('sha256').update(name).digest().readInt32BE(0);
