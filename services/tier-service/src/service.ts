import { tierGroup, topics } from '@loyalty/contracts';
import { createJobParts, createStreamService, type Connections } from '@loyalty/stream-service';
import type { Part } from '@loyalty/kernel';
import { createMemberJobs } from '@loyalty/member-jobs';
import { createFactWriter } from '@loyalty/messaging';
import { createConfigurationSource, readPendingRetierings } from '@loyalty/configuration';
import type { ServiceContext } from '@loyalty/shell';
import { hasPositions } from '@loyalty/storage';
import type { TierServiceConfig } from './config.ts';
import { consumeFacts } from './inbound/consume-facts.ts';
import { createRetierJob } from './jobs/retier.ts';
import type { TierPorts } from './usecases/ports.ts';
import { createTierBatch } from './usecases/tier-batch.ts';

/**
 * Builds the tier service's parts: its own, and the jobs on members, because no till waits for this service.
 */
export const createTierService = (context: ServiceContext<TierServiceConfig>): readonly Part[] =>
  createStreamService(context, { name: 'tier-service' }, (connections) => {
    const { kafka, schemaIds, reads, clock } = connections;
    const { metrics } = context;
    const ports: TierPorts = {
      configuration: createConfigurationSource({ db: reads, clock, metrics, reader: 'tiers' }),
      writer: createFactWriter(schemaIds.of(topics.facts)),
      clock,
    };
    return {
      groups: [consumeFacts(kafka)],
      handler: createTierBatch({ ...ports, metrics }),
      parts: [retierPart(context, connections, ports), ...createMemberJobs(context, connections, ports)],
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
