import { tierGroup, topics } from '@loyalty/contracts';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { createJobParts } from '@loyalty/service/jobs';
import { type Connections, createEpochSteps, createStreamService } from '@loyalty/service/stream';
import { hasPositions } from '@loyalty/storage/positions';
import { createFactWriter } from '@loyalty/streams/facts';
import { ActivityCounter } from '@loyalty/tables/activity';
import { createConfigurationSource } from '@loyalty/tables/snapshot';
import { readPendingRetierings } from '@loyalty/tables/tiers';
import type { TierServiceConfig } from './config.ts';
import { consumeFacts } from './inbound/consume-facts.ts';
import { createMemberJobs } from './jobs.ts';
import { createRetierJob } from './jobs/retier.ts';
import type { TierPorts } from './usecases/plan-tiers.ts';
import { createTierBatch } from './usecases/tier-batch.ts';

/** Creates the service. It also runs the jobs on members, because no till waits for this service. */
export const createTierService = (context: ServiceContext<TierServiceConfig>): readonly Part[] =>
  createStreamService(context, { name: 'tier-service' }, (connections) => {
    const { kafka, schemaIds, reads, jobs, clock } = connections;
    const { metrics, logger } = context;
    const activity = new ActivityCounter({ db: jobs, clock, logger, metrics });
    const ports: TierPorts = {
      configuration: createConfigurationSource({ db: reads, clock, metrics, reader: 'tiers' }),
      writer: createFactWriter(schemaIds.of(topics.facts)),
      clock,
      activity,
    };
    return {
      epochSteps: createEpochSteps(connections),
      groups: [consumeFacts(kafka)],
      handler: createTierBatch({ ...ports, metrics }),
      parts: [
        activity,
        retierPart(context, connections, ports),
        ...createMemberJobs(context, connections, ports),
      ],
    };
  });

const retierPart = (
  context: ServiceContext<TierServiceConfig>,
  connections: Connections,
  ports: TierPorts,
): Part =>
  createJobParts(
    context,
    connections,
  )(
    createRetierJob({
      ...ports,
      outbox: connections.outbox,
      membersPerSecond: context.config.retieredPerSecond,
      pending: async () =>
        (await hasPositions(connections.jobs, tierGroup)) ? readPendingRetierings(connections.jobs) : [],
    }),
  );
