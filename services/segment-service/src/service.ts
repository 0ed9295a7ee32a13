import { segmentGroup } from '@loyalty/contracts';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { createJobParts } from '@loyalty/service/jobs';
import { type Connections, createEpochSteps, createStreamService } from '@loyalty/service/stream';
import { readUtcDay } from '@loyalty/storage';
import { hasPositions } from '@loyalty/storage/positions';
import {
  createSegmentRuleSets,
  readAskedRefreshes,
  readPendingRefreshes,
  type SegmentRuleSets,
} from '@loyalty/tables/segments';
import { startAtZero } from '@loyalty/telemetry/metrics';
import type { SegmentServiceConfig } from './config.ts';
import { consumeFacts } from './inbound/consume-facts.ts';
import { createClearSegmentsJob } from './jobs/clear-segments.ts';
import { createQueueRefreshesJob, createRefreshJob } from './jobs/refresh-segments.ts';
import { createMembershipBatch } from './usecases/membership-batch.ts';

export const createSegmentService = (context: ServiceContext<SegmentServiceConfig>): readonly Part[] =>
  createStreamService(context, { name: 'segment-service' }, (connections) => {
    const ruleSets = createSegmentRuleSets(connections.reads);
    const { metrics } = context;
    startAtZero(metrics, 'loyalty_membership_changes_total', {});
    return {
      epochSteps: createEpochSteps(connections),
      groups: [consumeFacts(connections.kafka)],
      handler: createMembershipBatch({
        ruleSets,
        clock: connections.clock,
        readToday: readUtcDay,
        metrics,
      }),
      parts: jobParts(context, connections, ruleSets),
    };
  });

const jobParts = (
  context: ServiceContext<SegmentServiceConfig>,
  connections: Connections,
  ruleSets: SegmentRuleSets,
): readonly Part[] => {
  const { jobs: db, clock } = connections;
  const partOf = createJobParts(context, connections);
  const begun = async <T>(read: (from: typeof db) => Promise<readonly T[]>): Promise<readonly T[]> =>
    (await hasPositions(db, segmentGroup)) ? read(db) : [];
  const pending = () => begun(readPendingRefreshes);
  const asked = () => begun(readAskedRefreshes);
  return [
    partOf(createRefreshJob({ ruleSets, clock, pending, asked })),
    partOf(createQueueRefreshesJob(db)),
    partOf(createClearSegmentsJob(db)),
  ];
};
