import { isDeepStrictEqual } from 'node:util';
import { backoffMs, type Clock, type EnvironmentId, Fault, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { ChunkSize } from './chunk-size.ts';
import type { JobCheckpoint } from './checkpoints.ts';
import { JobTimeShares } from './job-time-shares.ts';
import type { JobStore } from './job-store.ts';
import type { DueRun, Job, JobChunkResult } from './job.ts';

export interface ChunkRunnerOptions<Tx, Cursor> {
  readonly job: Job<Tx, Cursor>;
  readonly store: JobStore<Tx>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

interface StoredChunk<Cursor> {
  readonly done: JobChunkResult<Cursor>;
  readonly checkpoint: JobCheckpoint;
  readonly workedMs: number;
}

/** Another process has moved the checkpoint from which a chunk began. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Milliseconds. A lost race ends at once; a chunk that still fails after some tries may fail for hours. */
const waitBounds = { firstMs: 50, maxMs: 60_000 };

/**
 * Runs the chunks of a job. It remembers nothing about a run: each chunk reads and moves the checkpoint in
 * its own transaction.
 */
export class ChunkRunner<Tx, Cursor> {
  readonly #options: ChunkRunnerOptions<Tx, Cursor>;
  readonly #size: ChunkSize;
  readonly #duty: JobTimeShares;
  readonly #failed = new Map<
    EnvironmentId,
    { readonly failures: number; readonly sinceMs: number; readonly waitMs: number }
  >();
  #restMs = 0;

  constructor(options: ChunkRunnerOptions<Tx, Cursor>) {
    this.#options = options;
    const { job, clock } = options;
    this.#size = new ChunkSize(job.sizes);
    this.#duty = new JobTimeShares({ clock, burstMs: job.burstMs ?? 0 });
  }

  /** Returns how long an environment must wait, because its last chunk failed or it has used its share. */
  waitMsOf(environmentId: EnvironmentId): number {
    return Math.max(this.#duty.waitMsOf(environmentId), this.#troubleMsOf(environmentId));
  }

  #troubleMsOf(environmentId: EnvironmentId): number {
    const trouble = this.#failed.get(environmentId);
    if (trouble === undefined) return 0;
    const passedMs = this.#options.clock.now() - trouble.sinceMs;
    // After the clock was set back, the environment is tried at once.
    return passedMs < 0 ? 0 : Math.max(0, trouble.waitMs - passedMs);
  }

  /**
   * Returns the pause before the next chunk, because the job has used its share or the last chunk asked for
   * it.
   */
  get restMs(): number {
    return Math.max(this.#duty.jobWaitMs, this.#restMs);
  }

  /** Runs the next chunk of the unfinished run, or of a new one for the instant of `due`. Never throws. */
  async run(due: DueRun): Promise<'more' | 'finished' | 'overtaken' | 'failed'> {
    const { store, clock } = this.#options;
    const { environmentId } = due;
    const beganMs = clock.now();
    this.#restMs = 0;
    try {
      const stored = await store.transact((tx) => this.#chunk(tx, due));
      this.#failed.delete(environmentId);
      if (stored === null) return 'finished';
      this.#afterCommit(environmentId, stored, clock.now() - beganMs);
      return stored.checkpoint.isFinished ? 'finished' : 'more';
    } catch (failure) {
      // The database has not said how long it worked.
      this.#duty.worked(environmentId, clock.now() - beganMs);
      return this.#afterRollback(environmentId, failure);
    }
  }

  async #chunk(tx: Tx, due: DueRun): Promise<StoredChunk<Cursor> | null> {
    const { job, store } = this.#options;
    const { environmentId } = due;
    const key = { name: job.name, environmentId };
    const from = await store.read(tx, key);
    const begin = beginOf(from, due);
    if (begin === null) return null;
    // Only this job writes its cursor; each build of it must read the cursors of older ones.
    const cursor = begin.cursor as Cursor | null;
    const done = await job.chunk(tx, { environmentId, atMs: begin.atMs, cursor, size: this.#size.size });
    if (standsStill(cursor, done))
      throw new Fault('JOB_STANDS_STILL', `${job.name} took nothing and did not move its cursor`);
    const checkpoint = checkpointAfter(begin, done);
    const workedMs = await store.move(tx, key, { from, to: checkpoint });
    if (workedMs === null) throw new Overtaken();
    return { done, checkpoint, workedMs };
  }

  #afterCommit(
    environmentId: EnvironmentId,
    { done, checkpoint, workedMs }: StoredChunk<Cursor>,
    elapsedMs: number,
  ): void {
    const { job, metrics, logger } = this.#options;
    this.#size.stored(workedMs, done.taken);
    this.#duty.worked(environmentId, workedMs);
    metrics.count('loyalty_job_chunks_total', { job: job.name, outcome: 'stored' });
    metrics.count('loyalty_job_rows_total', { job: job.name }, done.taken);
    metrics.observe('loyalty_job_chunk_duration_seconds', { job: job.name }, Math.max(0, elapsedMs) / 1_000);
    this.#restMs = done.restMs ?? 0;
    const { isFinished, atMs, done: total, chunks } = checkpoint;
    if (isFinished && total > 0)
      logger.info({ job: job.name, environmentId, atMs, done: total, chunks }, 'a run of a job is finished');
    done.committed?.();
  }

  #afterRollback(environmentId: EnvironmentId, failure: unknown): 'overtaken' | 'failed' {
    const { job, clock, logger, metrics } = this.#options;
    const outcome = failure instanceof Overtaken ? 'overtaken' : 'failed';
    metrics.count('loyalty_job_chunks_total', { job: job.name, outcome });
    if (outcome === 'overtaken') return outcome;
    this.#size.failed();
    const failures = (this.#failed.get(environmentId)?.failures ?? 0) + 1;
    const waitMs = backoffMs(failures - 1, waitBounds);
    this.#failed.set(environmentId, { failures, sinceMs: clock.now(), waitMs });
    logger.warn(
      { job: job.name, environmentId, failures, error: textOf(failure) },
      'a chunk of a job failed; retrying',
    );
    return outcome;
  }
}

const beginOf = (from: JobCheckpoint | null, { atMs, insteadOfMs }: DueRun): JobCheckpoint | null => {
  const isVoid = from !== null && from.atMs === insteadOfMs;
  if (from?.isFinished === false && !isVoid) return from;
  if (from !== null && from.atMs >= atMs && !isVoid) return null;
  return { atMs, cursor: null, done: 0, chunks: 0, isFinished: false };
};

const checkpointAfter = (
  begin: JobCheckpoint,
  { cursor, taken }: JobChunkResult<unknown>,
): JobCheckpoint => ({
  atMs: begin.atMs,
  cursor,
  done: begin.done + taken,
  chunks: begin.chunks + 1,
  isFinished: cursor === null,
});

/** Returns true if a chunk took nothing and left its cursor: it would repeat for ever. */
const standsStill = (begin: unknown, { cursor, taken }: JobChunkResult<unknown>): boolean =>
  taken === 0 && cursor !== null && isDeepStrictEqual(cursor, begin);
