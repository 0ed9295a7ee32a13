import { backoffMs, textOf, type EnvironmentId } from '@loyalty/kernel';
import type { AdvisoryLock } from '@loyalty/storage';
import type { JobStatus } from './job-checkpoints.ts';
import { ChunkRunner, type ChunkRunnerOptions } from './chunk-runner.ts';
import { periodMsOf, runAtMsOf } from './job-schedule.ts';
import type { DueRun } from './job.ts';

/** New environments and runs that another process has left half done are noticed within this time. */
const pollEveryMs = 60_000;
/** Leadership is kept between runs that are closer than this: a new connection each second would cost more than the job. */
const keepLeadershipMs = 60_000;
/** How soon after the leader's end another process takes over. Each try is a connection. */
const standbyMs = 10_000;
/** As a pass (tier, segment) waits: with more than this unpublished, Kafka is slower than we are. */
const unpublishedMax = 16;
const roomEveryMs = 100;
/** Some ten seconds: then a new run, a new environment, or one that had failed gets its turn. */
const chunksPerRound = 100;
/** Transactions end after 5 s: what seems to have taken longer is a clock that was set. */
const chunkMsMax = 5_000;
/** Between looks that led to nothing. */
const idleMs = 1_000;
const failureBounds = { firstMs: 500, maxMs: 60_000 };

export interface JobLoopOptions<Tx, Cursor> extends ChunkRunnerOptions<Tx, Cursor> {
  /** How many outbox rows of this process are unpublished; beyond 16 a job waits, so that it never delays others' facts. */
  readonly unpublished: () => number;
}

/** Looks what is due, takes the lead, and does it in passes of some chunks, each environment in turn. */
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
    metrics.gauge('loyalty_job_running', { job: job.name }, () => Number(this.#isLeading()));
    metrics.gauge('loyalty_job_last_success_timestamp_seconds', { job: job.name }, () =>
      this.#finishedAtMs === null ? Number.NaN : this.#finishedAtMs / 1_000,
    );
  }

  /** Ends when the signal aborts; never throws. */
  async run(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#signal.aborted) {
      const pauseMs = await this.#doDue().catch((failure: unknown) => this.#afterFailure(failure));
      await clock.sleep(pauseMs, this.#signal);
    }
    await this.#resign();
  }

  /** Does some of what is due; answers after how long to look again. */
  async #doDue(): Promise<number> {
    const { job, store } = this.#options;
    const wanted = await job.environments();
    if (wanted.length === 0 && this.#hasPolled()) {
      this.#failures = 0;
      return Math.min(periodMsOf(job.schedule), pollEveryMs);
    }
    const closed = await store.readClosed?.();
    const environments = wanted.filter((one) => closed?.has(one) !== true);
    const look = await store.readStatus(job.name);
    this.#polledMs = performance.now();
    this.#failures = 0;
    const runAtMs = runAtMsOf(job.schedule, look.nowMs);
    const due = await this.#readyAmong(dueOf(environments, look, runAtMs), look.nowMs);
    if (due.length === 0) return this.#rest(look, runAtMs + periodMsOf(job.schedule));
    const waitsMs = due.map((environmentId) => this.#runner.waitMsOf(environmentId));
    if (!waitsMs.includes(0)) return Math.min(pollEveryMs, ...waitsMs);
    if (!(await this.#lead())) return standbyMs;
    return (await this.#runChunks(due, runAtMs)) ? 0 : idleMs;
  }

  /** Where no environment has anything to do, how far the job has come is asked for once a minute. */
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

  /** Some chunks, each environment in turn; false when none could be done. */
  async #runChunks(due: readonly EnvironmentId[], runAtMs: number): Promise<boolean> {
    const turns = due.filter((environmentId) => this.#runner.waitMsOf(environmentId) === 0);
    let chunks = 0;
    for (; chunks < chunksPerRound && (await this.#mayGoOn()); chunks += 1) {
      const environmentId = turns.shift();
      if (environmentId === undefined) break;
      const outcome = await this.#chunk(environmentId, runAtMs);
      if (outcome === 'more' || outcome === 'overtaken') turns.push(environmentId);
    }
    return chunks > 0;
  }

  async #chunk(environmentId: EnvironmentId, runAtMs: number) {
    const { clock, job } = this.#options;
    const beganMs = clock.now();
    const outcome = await this.#runner.run(environmentId, runAtMs);
    const { restPerChunk = 0 } = job;
    const tookMs = Math.min(chunkMsMax, Math.max(0, clock.now() - beganMs));
    const restMs = tookMs * restPerChunk + this.#runner.restMs;
    if (restMs > 0) await clock.sleep(restMs, this.#signal);
    return outcome;
  }

  /** Waits while too much is unpublished, for as long as Kafka takes; false once this process must not go on. */
  async #mayGoOn(): Promise<boolean> {
    const { clock, unpublished } = this.#options;
    while (this.#isLeading() && unpublished() > unpublishedMax) await clock.sleep(roomEveryMs, this.#signal);
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

/** Where a run is under way, or the newest one was not begun; what has come least far has the first turn. */
const dueOf = (
  environments: readonly EnvironmentId[],
  { checkpoints }: JobStatus,
  runAtMs: number,
): DueRun[] => {
  const chunksOf = ({ environmentId }: DueRun): number => checkpoints.get(environmentId)?.chunks ?? 0;
  return environments
    .flatMap((environmentId): DueRun[] => {
      const checkpoint = checkpoints.get(environmentId);
      if (checkpoint?.isFinished === false) return [{ environmentId, atMs: checkpoint.atMs }];
      const isDone = checkpoint !== undefined && checkpoint.atMs >= runAtMs;
      return isDone ? [] : [{ environmentId, atMs: runAtMs }];
    })
    .toSorted((a, b) => chunksOf(a) - chunksOf(b));
};
