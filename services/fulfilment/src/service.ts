import { topics } from '@loyalty/contracts';
import { createConfiguredEgress, type Egress } from '@loyalty/egress';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { FollowerFetchSpacing } from '@loyalty/service/facts';
import { createJobParts } from '@loyalty/service/jobs';
import { type Connections, createStreamService } from '@loyalty/service/stream';
import type { Transaction } from '@loyalty/storage';
import { createSecretBox, readSecretKeys } from '@loyalty/storage/secrets';
import { createFactWriter } from '@loyalty/streams/facts';
import { createRewardProviders } from '@loyalty/tables/rewards';
import {
  createBacklogGauges,
  createPostgresTaskStore,
  createTaskWorker,
  type TaskWorker,
} from '@loyalty/task-queue';
import type { FulfilmentConfig } from './config.ts';
import { consumeFacts } from './inbound/consume-facts.ts';
import { createExpireRewardsJob } from './jobs/expire-rewards.ts';
import { createRepairJob } from './jobs/repair-rewards.ts';
import { createHttpProviders } from './outbound/http-provider.ts';
import { watchPools } from './outbound/pool-gauges.ts';
import type { ProviderAttempt } from './tasks/decide-provider-outcome.ts';
import { createProviderTask } from './tasks/provider-task.ts';
import { createFulfilBatch } from './usecases/fulfil-batch.ts';
import type { FulfilPorts } from './usecases/plan-rewards.ts';

type FulfilmentContext = ServiceContext<FulfilmentConfig>;

export const createFulfilment = (context: FulfilmentContext): readonly Part[] =>
  createStreamService(context, { name: 'fulfilment', hasTasks: true }, (connections) => {
    const { kafka, registry, schemaIds, reads, clock } = connections;
    const { config } = context;
    const box = createSecretBox(readSecretKeys(config));
    const { egress, ...egressParts } = createConfiguredEgress({
      open: { variable: 'PROVIDER_ALLOW_CIDRS', text: config.providerAllowCidrs },
      denyCidrs: config.egressDenyCidrs,
      dnsServers: config.dnsServers,
      proxy: config.egressProxy,
    });
    const ports: FulfilPorts = {
      providers: createRewardProviders({ db: reads, box }),
      writer: createFactWriter(schemaIds.of(topics.facts)),
      clock,
    };
    const worker = createProviderWorker(context, connections, { ports, egress });
    const pace = new FollowerFetchSpacing();
    return {
      groups: [consumeFacts(kafka, registry, pace)],
      handler: createFulfilBatch({
        ...ports,
        pace,
        wake: () => {
          worker.wake();
        },
      }),
      parts: [
        egressParts.connections,
        worker,
        ...jobParts(context, connections, ports),
        watchPools(connections.jobs, context),
        createBacklogGauges({ ...context, db: connections.jobs, queue: 'fulfilment' }),
        egressParts.waits,
      ],
    };
  });

const createProviderWorker = (
  { logger, metrics }: FulfilmentContext,
  { reads, jobs, heartbeats, clock, outbox }: Connections,
  { ports, egress }: { readonly ports: FulfilPorts; readonly egress: Egress },
): TaskWorker<Transaction, ProviderAttempt> => {
  const worker: TaskWorker<Transaction, ProviderAttempt> = createTaskWorker({
    queue: 'fulfilment',
    handler: createProviderTask({
      ...ports,
      reads,
      outbox,
      // Signed with the database's time: providers may refuse the time of this process.
      ask: createHttpProviders({ egress, clock: { now: () => worker.databaseNowMs() } }),
      onDuplicateCode: (duplicate) => {
        metrics.count('loyalty_duplicate_codes_total', {});
        logger.error({ ...duplicate }, 'a provider gave a code that another reward has');
      },
    }),
    store: createPostgresTaskStore(jobs, 'fulfilment', heartbeats),
    clock,
    logger,
    metrics,
  });
  return worker;
};

const jobParts = (
  context: FulfilmentContext,
  connections: Connections,
  ports: FulfilPorts,
): readonly Part[] => {
  const { jobs, outbox } = connections;
  const { writer, clock } = ports;
  const partOf = createJobParts(context, connections);
  return [
    partOf(createRepairJob({ ...ports, db: jobs, outbox })),
    partOf(createExpireRewardsJob({ db: jobs, writer, outbox, clock })),
  ];
};
