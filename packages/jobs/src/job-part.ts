import type { Part } from '@loyalty/kernel';
import { JobLoop, type JobLoopOptions } from './job-loop.ts';

export type JobPartOptions<Tx, Cursor> = JobLoopOptions<Tx, Cursor>;

/**
 * Creates the part that runs a job from start to stop, whenever a run is due and no other process leads it (D100). Missed and interrupted
 * runs are caught up; each member is taken once per run, through any crash. A stop waits for the running chunk. Failures are retried and
 * never end the process.
 */
export const createJobPart = <Tx, Cursor>(options: JobPartOptions<Tx, Cursor>): Part => {
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
