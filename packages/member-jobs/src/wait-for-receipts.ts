import type { Logger } from '@loyalty/telemetry';
import type { Job } from '@loyalty/jobs';
import type { LaggingReceipts } from './lagging-receipts.ts';

export interface WaitForReceiptsOptions {
  readonly lagging: LaggingReceipts;
  readonly logger: Logger;
}

/** Whoever lags longer than this may lag for days, and points that have expired cannot stay for ever. */
const patienceMs = 6 * 3_600_000;

/**
 * The same job, which waits up to six hours, counted from when its run is due, where streamed receipts lag: yesterday's
 * receipt may renew what would expire tonight. A run that is under way pauses there, and goes on. Both ends of the six hours
 * are by the database's clock: by one that is milliseconds behind it, the run that has just become due is not due yet.
 */
export const waitForReceipts = <Tx, Cursor>(
  job: Job<Tx, Cursor>,
  { lagging, logger }: WaitForReceiptsOptions,
): Job<Tx, Cursor> => ({
  ...job,
  readyAmong: async (due, nowMs) => {
    const patient = due
      .filter(({ atMs }) => nowMs - atMs < patienceMs)
      .map(({ environmentId }) => environmentId);
    const behind = patient.length === 0 ? new Set() : await lagging.among(patient, nowMs);
    if (behind.size > 0)
      logger.info({ job: job.name, environments: behind.size }, 'a job waits for streamed receipts that lag');
    return due.filter(({ environmentId }) => !behind.has(environmentId));
  },
});
