import { createHash } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { jobLockClass, moveJobCheckpoint, readJobCheckpoint, readJobCheckpoints } from './job-checkpoints.ts';
import { tryAdvisoryLock, type Database, type Transaction } from '@loyalty/storage';
import type { JobStore } from './job-store.ts';

export interface PostgresJobStoreOptions {
  /** A pool for jobs, with limits; chunks must not take connections from batches. */
  readonly database: Database;
  readonly databaseUrl: string;
  /** Environments that no job touches now: those that are being moved. */
  readonly readClosed: (db: Database) => Promise<ReadonlyMap<EnvironmentId, unknown>>;
}

/** The {@link JobStore} on Postgres. A process holds one connection more for each job that it leads. */
export const createPostgresJobStore = ({
  database,
  databaseUrl,
  readClosed,
}: PostgresJobStoreOptions): JobStore<Transaction> => ({
  readStatus: (name) => readJobCheckpoints(database, name),
  readClosed: () => readClosed(database),
  lead: (name) => tryAdvisoryLock(databaseUrl, jobLockClass, jobLockKeyOf(name)),
  transact: (work) => database.transaction(work),
  read: readJobCheckpoint,
  move: moveJobCheckpoint,
});

/** Two jobs whose keys met would take turns, and nothing worse. */
export const jobLockKeyOf = (name: string): number =>
  createHash('sha256').update(name).digest().readInt32BE(0);
