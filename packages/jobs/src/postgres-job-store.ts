import { createHash } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { jobLockClass, moveJobCheckpoint, readJobCheckpoint, readJobCheckpoints } from './job-checkpoints.ts';
import type { AdvisoryLocks, Database, Transaction } from '@loyalty/storage';
import type { JobStore } from './job-store.ts';

export interface PostgresJobStoreOptions {
  /** A separate pool for jobs, with session limits, so that chunks take no connections from batches. */
  readonly database: Database;
  /** The locks of the process, by which it leads jobs. */
  readonly locks: AdvisoryLocks;
  /** Reads the environments in which no job runs, because they are being moved. */
  readonly readClosed: (db: Database) => Promise<ReadonlyMap<EnvironmentId, unknown>>;
}

/** Creates the {@link JobStore} on Postgres. */
export const createPostgresJobStore = ({
  database,
  locks,
  readClosed,
}: PostgresJobStoreOptions): JobStore<Transaction> => ({
  readStatus: (name) => readJobCheckpoints(database, name),
  readClosed: () => readClosed(database),
  lead: (name) => locks.tryLock(jobLockClass, jobLockKeyOf(name)),
  transact: (work) => database.transaction(work),
  read: readJobCheckpoint,
  move: moveJobCheckpoint,
});

/** Returns the second key of a job's lock. Two jobs with equal keys would only exclude each other. */
export const jobLockKeyOf = (name: string): number =>
  createHash('sha256').update(name).digest().readInt32BE(0);
