import type { Clock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import { runAtMsOf } from './job-schedule.ts';
import type { Job } from './job.ts';
import type { LaggingReceipts } from './lagging-receipts.ts';

export interface AfterReceiptsOptions {
  readonly lagging: LaggingReceipts;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** Whoever lags longer than this may lag for days, and points that have expired cannot stay for ever. */
const patienceMs = 6 * 3_600_000;

/**
 * The same job, which waits up to six hours, counted from when its run is due, where streamed receipts lag: yesterday's
 * receipt may renew what would expire tonight. A run that is under way pauses there, and goes on.
 */
export const afterReceipts = <Tx, Cursor>(
  job: Job<Tx, Cursor>,
  { lagging, clock, logger }: AfterReceiptsOptions,
): Job<Tx, Cursor> => ({
  ...job,
  environments: async () => {
    const environments = await job.environments();
    const nowMs = clock.now();
    if (environments.length === 0 || nowMs - runAtMsOf(job.schedule, nowMs) >= patienceMs)
      return environments;
    const behind = await lagging.among(environments);
    if (behind.size > 0)
      logger.info({ job: job.name, environments: behind.size }, 'a job waits for streamed receipts that lag');
    return environments.filter((environmentId) => !behind.has(environmentId));
  },
});
