import { topics } from '@loyalty/contracts';
import { createHistoryWatch } from '@loyalty/history/differences';
import type { BrokenInvariant, Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { createJobParts } from '@loyalty/service/jobs';
import type { StreamServiceConfig } from '@loyalty/service/settings';
import type { Connections } from '@loyalty/service/stream';
import type { FactWriter } from '@loyalty/streams/facts';
import type { CountActivity } from '@loyalty/tables/activity';
import {
  createAddUpPointDaysJob,
  createCompleteProfilesJob,
  createCountBalancesJob,
  createEndingKeysWatch,
  createErasureWatch,
  createExpirePointsJob,
  createFillGramsJob,
  createFoldProfilesJob,
  createForgetActivityJob,
  createForgetDaysJob,
  createForgetUsesJob,
  createLaggingReceipts,
  createLapseRedemptionsJob,
  createMaturePointsJob,
  createOverdueWatch,
  createPurgeAuditJob,
  createPurgeKeptResponsesJob,
  createPurgeLiveRequestsJob,
  createPurgeRequestLogsJob,
  createScrubErasedJob,
  createTrimFailedRequestsJob,
  createTrimRefusedRecordsJob,
  type PassedOver,
  waitForReceipts,
  type WaitingMember,
} from '@loyalty/tables/jobs';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import { startAtZero } from '@loyalty/telemetry/metrics';

/**
 * Creates the jobs on members, each of which runs in the process that leads it. Expiry of points waits while
 * receipts lag.
 */
export const createMemberJobs = (
  context: ServiceContext<StreamServiceConfig>,
  connections: Pick<
    Connections,
    'kafka' | 'jobs' | 'locks' | 'clock' | 'comparison' | 'outbox' | 'facts' | 'schemaIds'
  >,
  ports: PointsJobPorts,
): readonly Part[] => {
  const { logger, metrics } = context;
  const { kafka, jobs: db, outbox, schemaIds } = connections;
  const partOf = createJobParts(context, connections);
  const { expirePoints, maturePoints } = createPointsJobs(context, connections, ports);
  const lagging = createLaggingReceipts({ kafka, db });
  return [
    createErasureWatch({ db, logger, metrics }),
    createHistoryWatch({ db, logger, metrics }),
    createOverdueWatch({ db, logger, metrics }),
    createEndingKeysWatch({ db, logger, metrics }),
    partOf(waitForReceipts(expirePoints, { lagging, logger })),
    partOf(maturePoints),
    partOf(createLapseRedemptionsJob({ db, outbox, schemaId: schemaIds.of(topics.burnRequestsBulk) })),
    partOf(createScrubErasedJob(db)),
    partOf(createFillGramsJob(db)),
    partOf(createFoldProfilesJob(db)),
    partOf(createCompleteProfilesJob(db)),
    partOf(createCountBalancesJob(db)),
    partOf(createAddUpPointDaysJob(db)),
    partOf(createForgetActivityJob(db)),
    partOf(createForgetDaysJob()),
    partOf(createForgetUsesJob()),
    partOf(createPurgeRequestLogsJob()),
    partOf(createPurgeLiveRequestsJob()),
    partOf(createPurgeAuditJob()),
    partOf(createPurgeKeptResponsesJob()),
    partOf(createTrimFailedRequestsJob()),
    partOf(createTrimRefusedRecordsJob()),
  ];
};

interface PointsJobPorts {
  readonly configuration: Pick<ConfigurationSource, 'loadAny'>;
  readonly writer: FactWriter;
  readonly activity?: CountActivity;
}

const createPointsJobs = (
  { logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs: db, clock, outbox }: Pick<Connections, 'jobs' | 'clock' | 'outbox'>,
  { configuration, writer, activity }: PointsJobPorts,
) => {
  for (const job of ['expire-points', 'mature-points'])
    startAtZero(metrics, 'loyalty_job_passed_over_total', { job });
  const ports = { db, configuration, writer, outbox, clock, ...(activity && { activity }) };
  return {
    expirePoints: createExpirePointsJob({
      ...ports,
      onPassedOver: (member: PassedOver, failure: BrokenInvariant) => {
        metrics.count('loyalty_job_passed_over_total', { job: 'expire-points' });
        logger.error(
          { ...member, error: failure.message },
          'a member whose lots contradict the balance is passed over',
        );
      },
    }),
    maturePoints: createMaturePointsJob({
      ...ports,
      onPassedOver: (member: WaitingMember) => {
        metrics.count('loyalty_job_passed_over_total', { job: 'mature-points' });
        logger.warn({ ...member }, 'pending points that would exceed the largest balance continue to wait');
      },
    }),
  };
};
