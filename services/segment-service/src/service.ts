import { readAskedRefreshes, readPendingRefreshes } from '@loyalty/accounts';
import { segmentGroup } from '@loyalty/contracts';
import { createJobParts, createStreamService, type Connections } from '@loyalty/stream-service';
import type { Part } from '@loyalty/kernel';
import { createSegmentRuleSets, type SegmentRuleSets } from '@loyalty/configuration';
import type { ServiceContext } from '@loyalty/shell';
import { hasPositions, readUtcDay } from '@loyalty/storage';
import { startAtZero } from '@loyalty/telemetry';
import type { SegmentServiceConfig } from './config.ts';
import { consumeFacts } from './inbound/consume-facts.ts';
import { createClearSegmentsJob } from './jobs/clear-segments.ts';
import { createMembershipBatch } from './usecases/membership-batch.ts';
import { createQueueRefreshesJob } from './jobs/queue-refreshes.ts';
import { createRefreshJob } from './jobs/refresh-segments.ts';

/** Builds the segment service's parts. */
export const createSegmentService = (context: ServiceContext<SegmentServiceConfig>): readonly Part[] =>
  createStreamService(context, { name: 'segment-service' }, (connections) => {
    const ruleSets = createSegmentRuleSets(connections.reads);
    const { metrics } = context;
    startAtZero(metrics, 'loyalty_membership_changes_total', {});
    return {
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
