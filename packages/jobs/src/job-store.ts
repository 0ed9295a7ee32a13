import type { EnvironmentId } from '@loyalty/kernel';
import type { AdvisoryLock } from '@loyalty/storage';
import type { JobCheckpoint, JobKey, JobStatus } from './job-checkpoints.ts';

/** The environment is being moved to another cell, or was moved there. */
export type MoveState = 'MOVING' | 'MOVED';

/** The database of jobs, behind a narrow port, so that jobs also run in memory. */
export interface JobStore<Tx> {
  /** Reads the checkpoints of a job in these environments, and the store's time. */
  readStatus(name: string, environmentIds: readonly EnvironmentId[]): Promise<JobStatus>;
  /** Reads when a run of a job last finished in any environment, ms since the epoch; null if never. It reads all checkpoints of the job. */
  readFinishedAtMs(name: string): Promise<number | null>;
  /** Reads the environments in which no job runs, because their tenants move, or have moved, to another cell. */
  readClosed?(): Promise<ReadonlyMap<EnvironmentId, MoveState>>;
  /** Takes the lock by which a process leads a job. Returns null while another process has it. */
  lead(name: string): Promise<AdvisoryLock | null>;
  /** Runs `work` in one transaction. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads one checkpoint; null if the job never ran there. */
  read(tx: Tx, key: JobKey): Promise<JobCheckpoint | null>;
  /**
   * Moves a checkpoint from where the chunk began. Returns the time that the transaction has taken so far, in milliseconds of the store's
   * clock; null if the checkpoint has moved meanwhile.
   */
  move(
    tx: Tx,
    key: JobKey,
    move: { readonly from: JobCheckpoint | null; readonly to: JobCheckpoint },
  ): Promise<number | null>;
}
