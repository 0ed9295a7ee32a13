import { tierGroup } from '@loyalty/contracts';
import {
  createEnginePorts,
  createJobParts,
  createStreamService,
  type Connections,
  type EnginePorts,
} from '@loyalty/engine';
import type { Part } from '@loyalty/kernel';
import { readPendingRetierings } from '@loyalty/configuration';
import type { ServiceContext } from '@loyalty/shell';
import { hasPositions } from '@loyalty/storage';
import type { TierServiceConfig } from './config.ts';
import { consumeFacts } from './inbound/consume-facts.ts';
import { createRetierJob } from './jobs/retier.ts';
import { createTierBatch } from './usecases/tier-batch.ts';

/** Builds the tier service's parts. Throws a Fault when Kafka, the registry or the database cannot be asked. */
export const createTierService = (context: ServiceContext<TierServiceConfig>): Promise<readonly Part[]> =>
  createStreamService(context, { name: 'tier-service' }, async (connections) => {
    const { kafka, registry, reads, cache, clock } = connections;
    const ports = await createEnginePorts({ reads, registry, cache, clock, metrics: context.metrics });
    return {
      groups: [consumeFacts(kafka)],
      handler: createTierBatch({ ...ports, metrics: context.metrics }),
      parts: [retierPart(context, connections, ports)],
    };
  });

const retierPart = (
  context: ServiceContext<TierServiceConfig>,
  connections: Connections,
  ports: EnginePorts,
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
