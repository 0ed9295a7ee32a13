import type { ConfigurationSource } from '@loyalty/configuration';
import type { BrokenInvariant, Part } from '@loyalty/kernel';
import type { FactWriter } from '@loyalty/messaging';
import type { ServiceContext } from '@loyalty/shell';
import { startAtZero } from '@loyalty/telemetry';
import { createHistoryWatch } from '@loyalty/history';
import { type Connections, createJobParts, type StreamServiceConfig } from '@loyalty/stream-service';
import { waitForReceipts } from './wait-for-receipts.ts';
import { createErasureWatch } from './erasure-watch.ts';
import { createExpirePointsJob, type PassedOver } from './expire-points.ts';
import { createCompleteProfilesJob, createFillGramsJob } from './fill-profiles.ts';
import { createForgetDaysJob } from './forget-days.ts';
import { createLaggingReceipts } from './lagging-receipts.ts';
import { createPurgeRequestLogsJob } from './purge-request-logs.ts';
import { createScrubErasedJob } from './scrub-erased.ts';

type Given = Pick<Connections, 'kafka' | 'jobs' | 'locks' | 'clock' | 'outbox' | 'facts'>;

/**
 * Creates the jobs on members, as parts of the one service that runs them: expiry of points once receipts do not lag, the second phase of
 * erasures, profiles for searches. Others delete old days of purchase and old request logs. Each runs in the process that leads it. Two
 * more parts watch erasures and lost histories.
 */
export const createMemberJobs = (
  context: ServiceContext<StreamServiceConfig>,
  connections: Given,
  {
    configuration,
    writer,
  }: { readonly configuration: Pick<ConfigurationSource, 'loadAny'>; readonly writer: FactWriter },
): readonly Part[] => {
  const { logger, metrics } = context;
  const { kafka, jobs: db, clock, outbox } = connections;
  const partOf = createJobParts(context, connections);
  startAtZero(metrics, 'loyalty_job_passed_over_total', { job: 'expire-points' });
  const onPassedOver = (member: PassedOver, failure: BrokenInvariant): void => {
    metrics.count('loyalty_job_passed_over_total', { job: 'expire-points' });
    logger.error(
      { ...member, error: failure.message },
      'a member whose lots contradict the balance is passed over',
    );
  };
  const expirePoints = createExpirePointsJob({
    db,
    configuration,
    writer,
    outbox,
    clock,
    onPassedOver,
  });
  const lagging = createLaggingReceipts({ kafka, db });
  return [
    createErasureWatch({ db, logger, metrics }),
    createHistoryWatch({ db, logger, metrics }),
    partOf(waitForReceipts(expirePoints, { lagging, logger })),
    partOf(createScrubErasedJob(db)),
    partOf(createFillGramsJob(db)),
    partOf(createCompleteProfilesJob(db)),
    partOf(createForgetDaysJob()),
    partOf(createPurgeRequestLogsJob()),
  ];
};
