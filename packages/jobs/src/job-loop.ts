import { backoffMs, textOf, type EnvironmentId } from '@loyalty/kernel';
import type { AdvisoryLock } from '@loyalty/storage';
import { startAtZero } from '@loyalty/telemetry';
import type { JobStatus } from './job-checkpoints.ts';
import { ChunkRunner, type ChunkRunnerOptions } from './chunk-runner.ts';
import { periodMsOf, runAtMsOf } from './job-schedule.ts';
import type { DueRun } from './job.ts';

/** Finds new environments, and unfinished runs of other processes, within this time. */
const pollEveryMs = 60_000;
/** A process keeps the lead between runs that are closer than this: a new connection each second would cost more than the job. */
const keepLeadershipMs = 60_000;
/** Pause between tries to become the leader. Each try opens a connection. */
const standbyMs = 10_000;
/** With more unpublished outbox rows than this, Kafka is slower than the job. */
const unpublishedMax = 16;
const unpublishedPollMs = 100;
/** A round ends after so many chunks, or this time: then new runs, new environments and failed ones get their turn. */
const chunksPerRound = 100;
const roundMsMax = 10_000;
/** Pause after a round without a chunk. */
const idleMs = 1_000;
const failureBounds = { firstMs: 500, maxMs: 60_000 };

export interface JobLoopOptions<Tx, Cursor> extends ChunkRunnerOptions<Tx, Cursor> {
  /** Returns the number of unpublished outbox rows of this process. Beyond 16 a job waits, so that it never delays other facts. */
  readonly unpublished: () => number;
}

/** Polls for due runs, takes the lead, and runs them in rounds of some chunks, each environment in turn. */
export class JobLoop<Tx, Cursor> {
  readonly #options: JobLoopOptions<Tx, Cursor>;
  readonly #signal: AbortSignal;
  readonly #runner: ChunkRunner<Tx, Cursor>;
  #leadership: AdvisoryLock | null = null;
  #failures = 0;
  #finishedAtMs: number | null = null;
  #polledMs = -Infinity;

  constructor(options: JobLoopOptions<Tx, Cursor>, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#runner = new ChunkRunner(options);
    const { job, metrics } = options;
    startAtZero(metrics, 'loyalty_job_chunks_total', { job: job.name });
    startAtZero(metrics, 'loyalty_job_rows_total', { job: job.name });
    metrics.gauge('loyalty_job_running', { job: job.name }, () => Number(this.#isLeading()));
    metrics.gauge('loyalty_job_last_success_timestamp_seconds', { job: job.name }, () =>
      this.#finishedAtMs === null ? Number.NaN : this.#finishedAtMs / 1_000,
    );
  }

  /** Runs until the signal aborts; never throws. */
  async run(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#signal.aborted) {
      const pauseMs = await this.#doDue().catch((failure: unknown) => this.#afterFailure(failure));
      await clock.sleep(pauseMs, this.#signal);
    }
    await this.#resign();
  }

  /** Runs a round of due chunks. Returns the pause until the next poll, in milliseconds. */
  async #doDue(): Promise<number> {
    const { job, store } = this.#options;
    const wanted = await job.environments();
    if (wanted.length === 0 && this.#hasPolled()) {
      this.#failures = 0;
      return Math.min(periodMsOf(job.schedule), pollEveryMs);
    }
    const closed = await store.readClosed?.();
    const environments = wanted.filter((one) => closed?.has(one) !== true);
    const status = await store.readStatus(job.name);
    this.#polledMs = performance.now();
    this.#failures = 0;
    const runAtMs = runAtMsOf(job.schedule, status.nowMs);
    const due = await this.#readyAmong(dueOf(environments, status, runAtMs), status.nowMs);
    if (due.length === 0) return this.#rest(status, runAtMs + periodMsOf(job.schedule));
    const waitsMs = due.map((environmentId) => this.#runner.waitMsOf(environmentId));
    // No longer than a period: another environment may be due by then.
    if (!waitsMs.includes(0)) return Math.min(periodMsOf(job.schedule), pollEveryMs, ...waitsMs);
    if (!(await this.#lead())) return standbyMs;
    return (await this.#runChunks(due, runAtMs)) ? 0 : idleMs;
  }

  /** True if the status was read within the last minute: without environments it need not be read more often. */
  #hasPolled(): boolean {
    return performance.now() - this.#polledMs < pollEveryMs;
  }

  async #readyAmong(due: readonly DueRun[], nowMs: number): Promise<EnvironmentId[]> {
    const { job } = this.#options;
    const ready = due.length === 0 ? due : ((await job.readyAmong?.(due, nowMs)) ?? due);
    return ready.map(({ environmentId }) => environmentId);
  }

  async #rest({ nowMs, finishedAtMs }: JobStatus, nextMs: number): Promise<number> {
    this.#finishedAtMs = finishedAtMs;
    const pauseMs = nextMs - nowMs;
    if (pauseMs > keepLeadershipMs) await this.#resign();
    return Math.min(pauseMs, pollEveryMs);
  }

  /**
   * Runs some chunks, each environment in turn, and at least one of each. Returns false if none could run. Slow chunks end a round
   * early: an environment whose chunk failed would otherwise wait for a hundred of them, and miss whole runs. It ends as well when all
   * environments have used their share.
   */
  async #runChunks(due: readonly EnvironmentId[], runAtMs: number): Promise<boolean> {
    const turns = due.filter((environmentId) => this.#runner.waitMsOf(environmentId) === 0);
    const firstTurns = turns.length;
    const beganMs = this.#options.clock.now();
    const isOver = (done: number): boolean =>
      done >= chunksPerRound || (done >= firstTurns && this.#hasPassed(beganMs, roundMsMax));
    let chunks = 0;
    for (; !isOver(chunks) && (await this.#mayGoOn()); chunks += 1) {
      const at = turns.findIndex((one) => this.#runner.waitMsOf(one) === 0);
      const [environmentId] = at === -1 ? [] : turns.splice(at, 1);
      if (environmentId === undefined) break;
      const outcome = await this.#chunk(environmentId, runAtMs);
      if (outcome === 'more' || outcome === 'overtaken') turns.push(environmentId);
    }
    return chunks > 0;
  }

  /** True also after the clock was set back. */
  #hasPassed(sinceMs: number, ms: number): boolean {
    const passedMs = this.#options.clock.now() - sinceMs;
    return passedMs < 0 || passedMs >= ms;
  }

  async #chunk(environmentId: EnvironmentId, runAtMs: number) {
    const outcome = await this.#runner.run(environmentId, runAtMs);
    const { restMs } = this.#runner;
    if (restMs > 0) await this.#options.clock.sleep(restMs, this.#signal);
    return outcome;
  }

  /** Waits while too many outbox rows are unpublished, without a limit. Returns false if this process may not go on. */
  async #mayGoOn(): Promise<boolean> {
    const { clock, unpublished } = this.#options;
    while (this.#isLeading() && unpublished() > unpublishedMax)
      await clock.sleep(unpublishedPollMs, this.#signal);
    return this.#isLeading();
  }

  #isLeading(): boolean {
    return !this.#signal.aborted && this.#leadership?.isHeld() === true;
  }

  async #lead(): Promise<boolean> {
    if (this.#isLeading()) return true;
    await this.#resign();
    this.#leadership = await this.#options.store.lead(this.#options.job.name);
    return this.#isLeading();
  }

  async #resign(): Promise<void> {
    const leadership = this.#leadership;
    this.#leadership = null;
    await leadership?.release();
  }

  #afterFailure(failure: unknown): number {
    const { job, logger, metrics } = this.#options;
    this.#failures += 1;
    metrics.count('loyalty_job_chunks_total', { job: job.name, outcome: 'failed' });
    logger.warn(
      { job: job.name, failures: this.#failures, error: textOf(failure) },
      'job status could not be read; retrying',
    );
    return backoffMs(this.#failures - 1, failureBounds);
  }
}

/** Returns unfinished runs, and due ones that have not begun; those with the fewest chunks come first. */
const dueOf = (
  environments: readonly EnvironmentId[],
  { checkpoints }: JobStatus,
  runAtMs: number,
): DueRun[] => {
  // Those of a finished run are no chunks of the next one.
  const chunksOf = ({ environmentId }: DueRun): number => {
    const checkpoint = checkpoints.get(environmentId);
    return checkpoint?.isFinished === false ? checkpoint.chunks : 0;
  };
  return environments
    .flatMap((environmentId): DueRun[] => {
      const checkpoint = checkpoints.get(environmentId);
      if (checkpoint?.isFinished === false) return [{ environmentId, atMs: checkpoint.atMs }];
      const isDone = checkpoint !== undefined && checkpoint.atMs >= runAtMs;
      return isDone ? [] : [{ environmentId, atMs: runAtMs }];
    })
    .toSorted((a, b) => chunksOf(a) - chunksOf(b));
};
