import type { Part } from '@loyalty/kernel';
import { JobLoop, type JobLoopOptions } from './job-loop.ts';

export type JobPartOptions<Tx, Cursor> = JobLoopOptions<Tx, Cursor>;

/**
 * Runs a job in this process whenever a run is due and no other process is at it, from start to stop (D100). A run that
 * was missed or interrupted is caught up; every member is taken once per run, whatever crashes. A stop waits for the chunk in
 * hand. What fails is tried again, and never ends the process.
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
