import { isDeepStrictEqual } from 'node:util';
import { backoffMs, Fault, textOf, type Clock, type EnvironmentId } from '@loyalty/kernel';
import type { JobCheckpoint } from './job-checkpoints.ts';
import type { Logger, Metrics } from '@loyalty/telemetry';
import { ChunkSize } from './chunk-size.ts';
import type { JobStore } from './job-store.ts';
import type { Job, JobChunkDone } from './job.ts';

export interface ChunkRunnerOptions<Tx, Cursor> {
  readonly job: Job<Tx, Cursor>;
  readonly store: JobStore<Tx>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** What became of a chunk: more of the run is left, or nothing, or it was rolled back. */
export type ChunkOutcome = 'more' | 'finished' | 'overtaken' | 'failed';

/** A chunk and the checkpoint that is stored with it. */
interface StoredChunk<Cursor> {
  readonly done: JobChunkDone<Cursor>;
  readonly checkpoint: JobCheckpoint;
}

/** Another process has moved the checkpoint that a chunk stood on. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

interface Trouble {
  readonly failures: number;
  readonly sinceMs: number;
  readonly waitMs: number;
}

/** A lost race is over at once; what still fails after some tries may fail for the night. */
const waitBounds = { firstMs: 50, maxMs: 60_000 };

/**
 * Does a job chunk by chunk. Nothing of a run is remembered here: each chunk reads the checkpoint in its own transaction and
 * moves it, so it does not matter who did the chunk before it, nor whether the answer to its commit was lost.
 */
export class ChunkRunner<Tx, Cursor> {
  readonly #options: ChunkRunnerOptions<Tx, Cursor>;
  readonly #size: ChunkSize;
  readonly #troubles = new Map<EnvironmentId, Trouble>();
  #restMs = 0;

  constructor(options: ChunkRunnerOptions<Tx, Cursor>) {
    this.#options = options;
    this.#size = new ChunkSize(options.job.sizes);
  }

  /** For how long an environment is left alone because its last chunk failed, in milliseconds; 0 when it is not. */
  waitMsOf(environmentId: EnvironmentId): number {
    const trouble = this.#troubles.get(environmentId);
    if (trouble === undefined) return 0;
    const passedMs = this.#options.clock.now() - trouble.sinceMs;
    // A clock that was set back says nothing; then it is tried at once.
    return passedMs < 0 ? 0 : Math.max(0, trouble.waitMs - passedMs);
  }

  /** For how long the job is to rest after the last chunk, as that one said, in milliseconds. */
  get restMs(): number {
    return this.#restMs;
  }

  /** Does the next chunk of the run that is under way, or of a new one for `runAtMs`. Never throws. */
  async run(environmentId: EnvironmentId, runAtMs: number): Promise<ChunkOutcome> {
    const { store, clock } = this.#options;
    const beganMs = clock.now();
    this.#restMs = 0;
    try {
      const stored = await store.transact((tx) => this.#chunk(tx, environmentId, runAtMs));
      this.#troubles.delete(environmentId);
      if (stored === null) return 'finished';
      this.#afterCommit(environmentId, stored, clock.now() - beganMs);
      return stored.checkpoint.isFinished ? 'finished' : 'more';
    } catch (failure) {
      return this.#afterRollback(environmentId, failure);
    }
  }

  /** Null when nothing is due any more: another process has done it. */
  async #chunk(tx: Tx, environmentId: EnvironmentId, runAtMs: number): Promise<StoredChunk<Cursor> | null> {
    const { job, store } = this.#options;
    const place = { name: job.name, environmentId };
    const from = await store.read(tx, place);
    const begin = beginOf(from, runAtMs);
    if (begin === null) return null;
    // Only this job writes its cursor; a version of it that reads what an older one wrote is its own affair.
    const cursor = begin.cursor as Cursor | null;
    const done = await job.chunk(tx, { environmentId, atMs: begin.atMs, cursor, size: this.#size.size });
    if (standsStill(cursor, done))
      throw new Fault('JOB_STANDS_STILL', `${job.name} took nothing and did not move its cursor`);
    const checkpoint = checkpointAfter(begin, done);
    if (!(await store.move(tx, place, { from, to: checkpoint }))) throw new Overtaken();
    return { done, checkpoint };
  }

  #afterCommit(
    environmentId: EnvironmentId,
    { done, checkpoint }: StoredChunk<Cursor>,
    elapsedMs: number,
  ): void {
    const { job, metrics, logger } = this.#options;
    this.#size.stored(elapsedMs, done.taken);
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
    const failures = (this.#troubles.get(environmentId)?.failures ?? 0) + 1;
    const waitMs = backoffMs(failures - 1, waitBounds);
    this.#troubles.set(environmentId, { failures, sinceMs: clock.now(), waitMs });
    logger.warn(
      { job: job.name, environmentId, failures, error: textOf(failure) },
      'a chunk of a job failed; retrying',
    );
    return outcome;
  }
}

/** The run that is under way, or else a new one; null when that was done already. */
const beginOf = (from: JobCheckpoint | null, runAtMs: number): JobCheckpoint | null => {
  if (from?.isFinished === false) return from;
  if (from !== null && from.atMs >= runAtMs) return null;
  return { atMs: runAtMs, cursor: null, done: 0, chunks: 0, isFinished: false };
};

const checkpointAfter = (begin: JobCheckpoint, { cursor, taken }: JobChunkDone<unknown>): JobCheckpoint => ({
  atMs: begin.atMs,
  cursor,
  done: begin.done + taken,
  chunks: begin.chunks + 1,
  isFinished: cursor === null,
});

/** It would do so for ever. */
const standsStill = (begin: unknown, { cursor, taken }: JobChunkDone<unknown>): boolean =>
  taken === 0 && cursor !== null && isDeepStrictEqual(cursor, begin);
