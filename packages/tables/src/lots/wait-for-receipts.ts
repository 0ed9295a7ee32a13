import type { Logger } from '@loyalty/telemetry';
import type { Job } from '@loyalty/jobs';
import type { LaggingReceipts } from './lagging-receipts.ts';

export interface WaitForReceiptsOptions {
  readonly lagging: LaggingReceipts;
  readonly logger: Logger;
}

/** Receipts that lag longer may lag for days, and expired points cannot stay for ever. */
const patienceMs = 6 * 3_600_000;

/**
 * Returns the job with a wait of up to six hours in environments whose streamed receipts lag: yesterday's receipt may renew points that
 * would expire tonight. The time counts from when the run is due, by the database's clock; by a slower clock a new run would not be due
 * yet. An unfinished run pauses in such an environment.
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
