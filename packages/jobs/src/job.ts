import type { EnvironmentId } from '@loyalty/kernel';
import type { ChunkSizes } from './chunk-size.ts';
import type { JobSchedule } from './job-schedule.ts';

/**
 * Work over many members, cut into chunks of one transaction each: expiry of points, scrubbing, retention. It is run by one
 * process at a time, and correct when it is run by two: a chunk decides on what it finds under the members' locks.
 */
export interface Job<Tx, Cursor> {
  /** Names its row, its lock and its metrics. */
  readonly name: string;
  readonly schedule: JobSchedule;
  readonly sizes: ChunkSizes;
  /** A pause after each chunk, as a multiple of the time that the chunk took. Default: none. */
  readonly restPerChunk?: number;
  /** Where it is run, chunk by chunk in turn; `[wholeDatabase]` for a job that knows no environments. */
  environments(): Promise<readonly EnvironmentId[]>;
  /** Of runs that are due those that need not wait for something else. Default: none waits. `nowMs` is the store's time. */
  readyAmong?(due: readonly DueRun[], nowMs: number): Promise<readonly DueRun[]>;
  /**
   * Does the next chunk of a run, in the given transaction and nowhere else. It takes members in the order of their ids
   * and locks them before it decides (D98). The transaction may be rolled back after it,
   * and the chunk run again; what is committed is never run again. Whatever it throws is logged and tried again.
   */
  chunk(tx: Tx, chunk: JobChunk<Cursor>): Promise<JobChunkDone<Cursor>>;
}

/** A run that is due, or under way. */
export interface DueRun {
  readonly environmentId: EnvironmentId;
  /** The instant that the run is for, ms since the epoch. */
  readonly atMs: number;
}

/** What a job is asked to do in one transaction. */
export interface JobChunk<Cursor> {
  readonly environmentId: EnvironmentId;
  /** The instant that the run is for, ms since the epoch: the same for all of its chunks, also after a restart. */
  readonly atMs: number;
  /** Where to begin, as the chunk before it said; null at the beginning of a run. */
  readonly cursor: Cursor | null;
  /** How many to take at most. */
  readonly size: number;
}

/** What a chunk has done. */
export interface JobChunkDone<Cursor> {
  /** Where the next chunk begins, as plain JSON; null when nothing is left. */
  readonly cursor: Cursor | null;
  /** How many were taken; chunks grow only while they are full. */
  readonly taken: number;
  /** For how long the job is to rest after it, in milliseconds, besides `restPerChunk`: a brake on what it sets off. Default 0. */
  readonly restMs?: number;
  /** Called once the chunk is committed, to publish what it left in the outbox. Not called when the answer to the commit is lost. */
  readonly committed?: () => void;
}

/** Stands for an environment where a job is run once for all of them. */
export const wholeDatabase = 0 as EnvironmentId;
