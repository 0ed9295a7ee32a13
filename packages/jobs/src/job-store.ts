import type { EnvironmentId } from '@loyalty/kernel';
import type { AdvisoryLock } from '@loyalty/storage';
import type { JobCheckpoint, JobStatus, JobKey } from './job-checkpoints.ts';

/** What a job's run stands on: the database behind a narrow port, so that it also runs in memory. */
export interface JobStore<Tx> {
  /** The checkpoints of a job in all environments, and the store's time. */
  readStatus(name: string): Promise<JobStatus>;
  /** Environments in which no job runs: their tenants are moved to another cell. */
  readClosed?(): Promise<ReadonlyMap<EnvironmentId, unknown>>;
  /** Takes the lock by which a process leads a job; null while another one has it. */
  lead(name: string): Promise<AdvisoryLock | null>;
  /** Everything `work` does is stored, or nothing is. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One checkpoint; null when the job was never run there. */
  read(tx: Tx, place: JobKey): Promise<JobCheckpoint | null>;
  /** Moves a checkpoint from where the chunk began; false when it stands elsewhere by now. */
  move(
    tx: Tx,
    place: JobKey,
    move: { readonly from: JobCheckpoint | null; readonly to: JobCheckpoint },
  ): Promise<boolean>;
}
