import { createJobPart } from '@loyalty/jobs';
import type { Clock, Part } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { ServerLine } from '../../line.ts';
import { MemoryJobStore } from '../../memory-job-store.ts';
import type { MemoryStore } from '../../memory-store.ts';
import { ToyJob, type ToyJobOptions } from '../../toy-job.ts';
import { silentMetrics } from '../silent-metrics.ts';

export interface SimulatedJobOptions extends Omit<ToyJobOptions, 'store' | 'line'> {
  /** The process's connection to the database. */
  readonly store: MemoryStore;
  readonly line: ServerLine;
  readonly clock: Clock;
  readonly pingEveryMs?: number;
  readonly unpublished: () => number;
  /** Called with the outcome of each chunk. */
  readonly onChunk: (outcome: string) => void;
}

/** Creates the toy job in one process: the real job part over the store in memory. */
export const createSimulatedJob = (options: SimulatedJobOptions): Part => {
  const { unpublished, onChunk, clock } = options;
  return createJobPart({
    job: new ToyJob(options),
    store: new MemoryJobStore(options),
    unpublished,
    comparison: { differenceOf: () => Promise.resolve(null) },
    clock,
    logger: silentLogger,
    metrics: {
      ...silentMetrics,
      count: (name, labels, n) => {
        if (name !== 'loyalty_job_chunks_total' || !('outcome' in labels) || n === 0) return;
        onChunk(String(labels.outcome));
      },
    },
  });
};
