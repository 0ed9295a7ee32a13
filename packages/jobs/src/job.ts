import type { EnvironmentId } from '@loyalty/kernel';
import type { ChunkSizes } from './chunk-size.ts';

/**
 * Work over many members, in chunks of one transaction each: expiry of points, scrubbing, retention. One
 * process runs it at a time. It is correct also if two do, because a chunk decides on the state under the
 * members' locks.
 */
export interface Job<Tx, Cursor> {
  /** The key of its rows, its lock and its metrics. */
  readonly name: string;
  readonly schedule: JobSchedule;
  readonly sizes: ChunkSizes;
  /** Milliseconds of work free after a rest, because a caller waits; see `JobDuty`. Default: none. */
  readonly burstMs?: number;
  /**
   * Returns the environments to run it in, chunk by chunk in turn; `[wholeDatabase]` for a job without
   * environments. A job of short periods returns only those where work is pending. Called once a minute at
   * most when there are ten thousand.
   */
  environments(): Promise<readonly EnvironmentId[]>;
  /** Environments where a caller asked for the run. They come first, and are looked for in each period. */
  asked?(): Promise<readonly EnvironmentId[]>;
  /** True: it also runs where the tenant moved to another cell, which publishes for it. Default: false. */
  readonly includesMoved?: boolean;
  /** The due runs that need not wait for another condition. Default: all. `nowMs` is the store's time. */
  readyAmong?(due: readonly DueRun[], nowMs: number): Promise<readonly DueRun[]>;
  /**
   * Runs the next chunk, with all its writes in the given transaction. It takes members in the order of their
   * ids and locks them before it decides (D98). The transaction may be rolled back, and the chunk run again;
   * a committed chunk is never run again. Errors are logged and the chunk is retried.
   */
  chunk(tx: Tx, chunk: JobChunk<Cursor>): Promise<JobChunkDone<Cursor>>;
}

/** A run that is due or unfinished. */
export interface DueRun {
  readonly environmentId: EnvironmentId;
  /** The instant that the run is for, ms since the epoch. */
  readonly atMs: number;
}

export interface JobChunk<Cursor> {
  readonly environmentId: EnvironmentId;
  /** The instant of the run, ms since the epoch: the same for all its chunks, also after a restart. */
  readonly atMs: number;
  /** Where to begin, as the chunk before returned it; null at the beginning of a run. */
  readonly cursor: Cursor | null;
  readonly size: number;
}

export interface JobChunkDone<Cursor> {
  /** Where the next chunk begins, as plain JSON; null when nothing is left. */
  readonly cursor: Cursor | null;
  /** The number of rows that were taken; chunks grow only while they are full. */
  readonly taken: number;
  /** A pause of the whole job after the chunk, to limit the rate of its effects. Default 0. */
  readonly restMs?: number;
  /** Called after the commit, to publish outbox rows. Not called if the commit's response is lost. */
  readonly committed?: () => void;
}

/** The environment of a job that runs once for the whole database. */
export const wholeDatabase = 0 as EnvironmentId;

/** Every so many milliseconds, counted from the epoch, or each day at a full hour (UTC, 0 to 23). */
export type JobSchedule = { readonly everyMs: number } | { readonly dailyAtHourUtc: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const periodMsOf = (schedule: JobSchedule): number =>
  'everyMs' in schedule ? schedule.everyMs : dayMs;

/** The newest instant, up to `nowMs`, for which a run is due; that run covers missed earlier ones. */
export const runAtMsOf = (schedule: JobSchedule, nowMs: number): number => {
  const periodMs = periodMsOf(schedule);
  const offsetMs = 'everyMs' in schedule ? 0 : schedule.dailyAtHourUtc * hourMs;
  return Math.floor((nowMs - offsetMs) / periodMs) * periodMs + offsetMs;
};
