import { backoffMs, type Part, textOf } from '@loyalty/kernel';
import type { AdvisoryLock } from '@loyalty/storage';
import { startAtZero } from '@loyalty/telemetry/metrics';
import { ChunkRunner, type ChunkRunnerOptions } from './chunk-runner.ts';
import { type ClockComparison, type ClockWait, createClockWait } from './clock-wait.ts';
import { DueRunSearch } from './due-run-search.ts';
import { JobRunQueue } from './job-run-queue.ts';
import { type DueRun, periodMsOf } from './job.ts';

interface JobLoopOptions<Tx, Cursor> extends ChunkRunnerOptions<Tx, Cursor> {
  /** Unpublished outbox rows of this process. Beyond 16 a job waits, so that it never delays other facts. */
  readonly unpublished: () => number;
  readonly comparison: ClockComparison;
}

/**
 * Creates the part that runs a job. Each member is taken once per run, through any crash (D100). A stop waits
 * for the running chunk.
 */
export const createJobPart = <Tx, Cursor>(options: JobLoopOptions<Tx, Cursor>): Part => {
  const stopping = new AbortController();
  const loop = new JobLoop(options, stopping.signal);
  let running: Promise<void> = Promise.resolve();
  return {
    name: `job-${options.job.name}`,
    start: () => {
      running = loop.run();
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

/** It keeps the lead between closer runs: a new connection each second would cost more than the job. */
const keepLeadershipMs = 60_000;
const standbyMs = 10_000;
/** If there are more unpublished outbox rows than this, Kafka is slower than the job. */
const unpublishedMax = 16;
const unpublishedPollMs = 100;
const idleMs = 1_000;
const failureBounds = { firstMs: 500, maxMs: 60_000 };

class JobLoop<Tx, Cursor> {
  readonly #options: JobLoopOptions<Tx, Cursor>;
  readonly #signal: AbortSignal;
  readonly #runner: ChunkRunner<Tx, Cursor>;
  readonly #search: DueRunSearch<Tx, Cursor>;
  readonly #clockWait: ClockWait | null;
  readonly #agenda = new JobRunQueue();
  #leadership: AdvisoryLock | null = null;
  #failures = 0;

  constructor(options: JobLoopOptions<Tx, Cursor>, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#runner = new ChunkRunner(options);
    const { job, metrics } = options;
    this.#clockWait = job.destroysByTime === true ? createClockWait(job.name, options) : null;
    this.#search = new DueRunSearch({ ...options, clockWait: this.#clockWait });
    startAtZero(metrics, 'loyalty_job_chunks_total', { job: job.name });
    startAtZero(metrics, 'loyalty_job_rows_total', { job: job.name });
    metrics.gauge('loyalty_job_running', { job: job.name }, () => Number(this.#isLeading()));
    metrics.gauge('loyalty_job_last_success_timestamp_seconds', { job: job.name }, () => {
      const { finishedAtMs } = this.#search;
      return finishedAtMs === null ? Number.NaN : finishedAtMs / 1_000;
    });
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

  /** Returns the pause after that, in milliseconds. */
  async #doDue(): Promise<number> {
    if (this.#search.waitMs === 0 && !(await this.#updateAgenda())) return standbyMs;
    this.#failures = 0;
    const waitMs = this.#agenda.waitMs((environmentId) => this.#runner.waitMsOf(environmentId));
    if (waitMs > 0) return Math.min(waitMs, this.#search.waitMs);
    if (!(await this.#lead())) return standbyMs;
    return (await this.#runChunks()) ? 0 : idleMs;
  }

  /** Returns false if another process leads, which reads. */
  async #updateAgenda(): Promise<boolean> {
    if (this.#leadsBeforeItReads() && !(await this.#lead())) {
      this.#clockWait?.forget();
      return false;
    }
    await this.#search.update(this.#agenda);
    if (this.#agenda.isEmpty && !this.#isOften()) await this.#resign();
    return true;
  }

  /** One process reads. Between runs that are far apart nobody leads, so that an operator can run the job. */
  #leadsBeforeItReads(): boolean {
    return this.#isOften() || !this.#agenda.isEmpty;
  }

  #isOften(): boolean {
    return periodMsOf(this.#options.job.schedule) <= keepLeadershipMs;
  }

  async #runChunks(): Promise<boolean> {
    const isReady = (run: DueRun): boolean => this.#runner.waitMsOf(run.environmentId) === 0;
    let chunks = 0;
    do {
      if (!(await this.#mayGoOn()) || !(await this.#agenda.takeTurn(isReady, this.#chunk))) break;
      chunks += 1;
    } while (this.#search.waitMs > 0);
    return chunks > 0;
  }

  readonly #chunk = async (due: DueRun): Promise<boolean> => {
    const outcome = await this.#runner.run(due);
    const { restMs } = this.#runner;
    if (restMs > 0) await this.#options.clock.sleep(restMs, this.#signal);
    return outcome !== 'finished';
  };

  /** Waits without a limit while too many outbox rows are unpublished. False if it may not go on. */
  async #mayGoOn(): Promise<boolean> {
    const { clock, unpublished } = this.#options;
    while (this.#isLeading() && unpublished() > unpublishedMax)
      await clock.sleep(unpublishedPollMs, this.#signal);
    if ((await this.#clockWait?.mustWait(clock.now())) !== true) return this.#isLeading();
    // What is due is found again once clocks agree.
    this.#agenda.replace({ asked: [], others: [] });
    return false;
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
