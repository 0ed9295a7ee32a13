import { createJobPart } from '@loyalty/jobs';
import type { ClockComparison } from '@loyalty/jobs/clock-wait';
import { type Job, type JobChunk, type JobChunkResult, wholeDatabase } from '@loyalty/jobs/job';
import type { Clock, EnvironmentId, Part } from '@loyalty/kernel';
import { type Logger, silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics, type Metrics } from '@loyalty/telemetry/metrics';
import { directLine } from './line.ts';
import { MemoryDatabase, type MemoryTransaction, type StoredJob } from './memory-database.ts';
import { MemoryJobStore } from './memory-job-store.ts';
import { MemoryStore } from './memory-store.ts';
import { quickClock } from './quick-clock.ts';

type NumberJob = Job<MemoryTransaction, number>;

export interface JobRunOptions extends Partial<Omit<NumberJob, 'chunk' | 'environments'>> {
  /** Runs a chunk. It may sleep, which counts as the time for which it works. */
  readonly chunk: (
    asked: JobChunk<number>,
    clock: Clock,
  ) => JobChunkResult<number> | Promise<JobChunkResult<number>>;
  /** The environments in which the job runs. Default: the whole database. */
  readonly environments?: readonly EnvironmentId[] | NumberJob['environments'];
  /** By how much the time of the store is ahead of that of the process. */
  readonly storeLeadMs?: number;
  /** Compares clocks. By default they agree. */
  readonly differenceOf?: ClockComparison['differenceOf'];
}

/** A job of one process, and what a test wants to see of it. */
export interface JobRun {
  readonly part: Part;
  readonly store: MemoryStore;
  readonly metrics: Metrics;
  readonly warnings: readonly unknown[];
  readonly outbox: { unpublished: number };
  readonly clock: Clock;
  /** The store's time, which a test may set. */
  readonly time: { leadMs: number };
  /** Environments in which no job runs. */
  readonly closed: Map<EnvironmentId, 'MOVING' | 'MOVED'>;
  /** Returns the checkpoint in an environment. */
  readonly row: (environmentId?: EnvironmentId) => StoredJob | undefined;
}

/** Creates the part of a job that is due once a day, in one process, over a store in memory. Time passes only while the job waits. */
export const createJobRun = ({
  chunk,
  environments,
  storeLeadMs = 0,
  differenceOf = () => Promise.resolve(null),
  ...given
}: JobRunOptions): JobRun => {
  const clock = quickClock();
  const database = new MemoryDatabase();
  const time = { leadMs: storeLeadMs };
  database.now = () => clock.now() + time.leadMs;
  const store = new MemoryStore({ database });
  const metrics = createMetrics({ service: 'test' });
  const warnings: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (details: unknown) => warnings.push(details) };
  const outbox = { unpublished: 0 };
  const closed = new Map<EnvironmentId, 'MOVING' | 'MOVED'>();
  const listed = environments ?? [wholeDatabase];
  const job: NumberJob = {
    name: 'toy',
    schedule: { dailyAtHourUtc: 1 },
    sizes: { min: 1, max: 8 },
    environments: typeof listed === 'function' ? listed : () => Promise.resolve(listed),
    chunk: async (_, asked) => chunk(asked, clock),
    ...given,
  };
  const part = createJobPart({
    job,
    clock,
    logger,
    metrics,
    unpublished: () => outbox.unpublished,
    comparison: { differenceOf },
    store: new MemoryJobStore({ store, line: directLine, clock, pingEveryMs: 0, closed }),
  });
  const row = (environmentId: EnvironmentId = wholeDatabase): StoredJob | undefined =>
    database.jobs.rows.get(`toy/${environmentId.toString()}`);
  return { part, store, metrics, warnings, outbox, clock, time, closed, row };
};
