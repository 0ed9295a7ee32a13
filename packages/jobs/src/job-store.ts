import { createHash } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import type { AdvisoryLock, AdvisoryLocks, Database, Statement, Transaction } from '@loyalty/storage';
import {
  type JobCheckpoint,
  type JobKey,
  jobLockClass,
  type JobStatus,
  moveJobCheckpoint,
  readJobCheckpoint,
  readJobCheckpoints,
  readJobFinishedAt,
} from './checkpoints.ts';

type MoveState = 'MOVING' | 'MOVED';

/** The database of jobs, behind a narrow port, so that jobs also run in memory. */
export interface JobStore<Tx> {
  readStatus(name: string, environmentIds: readonly EnvironmentId[]): Promise<JobStatus>;
  /**
   * Returns when a run last finished anywhere, in milliseconds since the epoch; null if never. It reads all
   * checkpoints.
   */
  readFinishedAtMs(name: string): Promise<number | null>;
  /**
   * Returns the environments in which no job runs, because their tenants move, or have moved, to another
   * cell.
   */
  readClosed?(): Promise<ReadonlyMap<EnvironmentId, MoveState>>;
  lead(name: string): Promise<AdvisoryLock | null>;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  read(tx: Tx, key: JobKey): Promise<JobCheckpoint | null>;
  /**
   * Moves a checkpoint. Returns null if it is no longer where the chunk began; otherwise the milliseconds
   * since the transaction began, by the store's clock.
   */
  move(
    tx: Tx,
    key: JobKey,
    move: { readonly from: JobCheckpoint | null; readonly to: JobCheckpoint },
  ): Promise<number | null>;
}

interface PostgresJobStoreOptions {
  /** A separate pool for jobs, with session limits, so that chunks take no connections from batches. */
  readonly database: Database;
  readonly locks: AdvisoryLocks;
  readonly readClosed: (db: Database) => Promise<ReadonlyMap<EnvironmentId, MoveState>>;
}

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

/** Tried every 10 s: it first asks on a connection that it has, and opens one only for a free lock. */
const lead = async (
  { database, locks }: Pick<PostgresJobStoreOptions, 'database' | 'locks'>,
  key: number,
): Promise<AdvisoryLock | null> => {
  const [row] = await database.query<{ isFree: boolean }>(freeStatement, [jobLockClass, key]);
  return row?.isFree === true ? locks.tryLock(jobLockClass, key) : null;
};

/** Returns the second key of a job's lock. Two jobs with equal keys would merely exclude each other. */
export const jobLockKeyOf = (name: string): number =>
  createHash('sha256').update(name).digest().readInt32BE(0);
