import type { EnvironmentId } from '@loyalty/kernel';
import type { ChunkSizes } from './chunk-size.ts';

/**
 * A job, which works in chunks of one transaction each. It is correct even if two processes run it, because a
 * chunk decides under the members' locks.
 */
export interface Job<Tx, Cursor> {
  /** The key of its rows, its lock and its metrics. */
  readonly name: string;
  readonly schedule: JobSchedule;
  readonly sizes: ChunkSizes;
  /**
   * The milliseconds of work that are free after a rest, because a caller waits; see {@link JobTimeShares}.
   * Default: none.
   */
  readonly burstMs?: number;
  /**
   * Returns the environments to run in, or `[wholeDatabase]` if the job has none; a job with short periods
   * returns only those with work.
   */
  environments(): Promise<readonly EnvironmentId[]>;
  /**
   * Returns the environments where a caller asked for the run. They come first, and are looked for in each
   * period.
   */
  asked?(): Promise<readonly EnvironmentId[]>;
  /**
   * If true, the job also runs for a tenant that moved to another cell, which publishes for it. Default:
   * false.
   */
  readonly includesMoved?: boolean;
  /**
   * True if the job irrevocably deletes things because of the time, so that it waits while clocks differ
   * (D132). It uses only the instant of its run, which was compared. Default: false.
   */
  readonly destroysByTime?: boolean;
  /**
   * Returns the due runs that need not wait for another condition. Default: all of them. `nowMs` is the
   * store's time.
   */
  readyAmong?(due: readonly DueRun[], nowMs: number): Promise<readonly DueRun[]>;
  /**
   * Runs one chunk. All writes are in the given transaction, which may be rolled back and run again; a
   * committed chunk never is. Members are locked in the order of their ids before it decides (D98).
   */
  chunk(tx: Tx, chunk: JobChunk<Cursor>): Promise<JobChunkResult<Cursor>>;
}

export interface DueRun {
  readonly environmentId: EnvironmentId;
  readonly atMs: number;
  /** The instant of a run that the store's clock created while it was ahead. This run begins in its place. */
  readonly insteadOfMs?: number;
}

export interface JobChunk<Cursor> {
  readonly environmentId: EnvironmentId;
  /**
   * The instant of the run, in milliseconds since the epoch. It is the same for all its chunks, also after a
   * restart.
   */
  readonly atMs: number;
  /** Where the chunk begins, as the previous chunk returned it; null at the beginning of a run. */
  readonly cursor: Cursor | null;
  readonly size: number;
}

export interface JobChunkResult<Cursor> {
  /** Where the next chunk begins, as plain JSON; null if nothing is left. */
  readonly cursor: Cursor | null;
  /** The number of rows that were taken; chunks grow only while they are full. */
  readonly taken: number;
  /** A pause of the whole job after the chunk, to limit the rate of its effects. Default: 0. */
  readonly restMs?: number;
  /** Called after the commit, to publish outbox rows. It is not called if the commit's response is lost. */
  readonly committed?: () => void;
}

export const wholeDatabase = 0 as EnvironmentId;

/** The period in milliseconds, counted from the epoch, or a full hour of each day (UTC, 0 to 23). */
export type JobSchedule = { readonly everyMs: number } | { readonly dailyAtHourUtc: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const periodMsOf = (schedule: JobSchedule): number =>
  'everyMs' in schedule ? schedule.everyMs : dayMs;

/**
 * Returns the newest instant up to `nowMs` for which a run is due; that run also covers earlier ones that
 * were missed.
 */
export const runAtMsOf = (schedule: JobSchedule, nowMs: number): number => {
  const periodMs = periodMsOf(schedule);
  const offsetMs = 'everyMs' in schedule ? 0 : schedule.dailyAtHourUtc * hourMs;
  return Math.floor((nowMs - offsetMs) / periodMs) * periodMs + offsetMs;
};
