import { topics } from '@loyalty/contracts';
import { createConfiguredEgress } from '@loyalty/egress';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { FollowerFetchSpacing } from '@loyalty/service/facts';
import { createJobParts } from '@loyalty/service/jobs';
import { createStreamService } from '@loyalty/service/stream';
import type { Transaction } from '@loyalty/storage';
import { createSecretBox, readSecretKeys } from '@loyalty/storage/secrets';
import { createWebhookDirectory } from '@loyalty/tables/webhooks';
import {
  createBacklogGauges,
  createPostgresTaskStore,
  createTaskWorker,
  type TaskWorker,
} from '@loyalty/task-queue';
import type { WebhookDispatcherConfig } from './config.ts';
import { consumeFacts } from './inbound/consume-facts.ts';
import { createCatchUpJob, createKeepDaysJob, createReplayEventsJob } from './jobs/delivery-jobs.ts';
import { watchDays } from './outbound/day-gauges.ts';
import { parkStreams } from './outbound/park-streams.ts';
import { createSendDelivery } from './outbound/send-delivery.ts';
import { countDeliveries } from './tasks/count-deliveries.ts';
import type { DeliveryAttempt } from './tasks/decide-delivery.ts';
import { createDeliveryTask } from './tasks/delivery-task.ts';
import { ensureDays, createDayFilter } from './usecases/ensure-days.ts';
import { createFanOut } from './usecases/fan-out.ts';

export const createWebhookDispatcher = (context: ServiceContext<WebhookDispatcherConfig>): readonly Part[] =>
  createStreamService(context, { name: 'webhook-dispatcher', hasTasks: true }, (connections) => {
    const { kafka, registry, reads, jobs, heartbeats, history, schemaIds, factProducer } = connections;
    const { config, logger, metrics } = context;
    const box = createSecretBox(readSecretKeys(config));
    const webhooks = createWebhookDirectory({ db: reads, box });
    const { egress, ...egressParts } = createEgressOf(config);
    metrics.gauge('loyalty_egress_unreached_ratio', {}, () => egress.unreachedShare);
    // The database's time: with a wrong clock, this process would send early or late, or sign with a time
    // that receivers refuse.
    const clock = { now: () => worker.databaseNowMs() };
    const attempt = { send: createSendDelivery({ egress, clock }), clock, isCutOff: () => egress.isCutOff };
    const work = createDeliveryTask({ reads, webhooks, box, ...attempt });
    const worker: TaskWorker<Transaction, DeliveryAttempt> = createTaskWorker({
      queue: 'delivery',
      handler: countDeliveries(work, metrics),
      store: createPostgresTaskStore(jobs, 'delivery', heartbeats),
      clock: connections.clock,
      logger,
      metrics,
    });
    const pace = new FollowerFetchSpacing();
    const among = createDayFilter({ keptDays: config.webhookRetentionDays, clock, metrics });
    const lostUntilMs = () => history.lostUntilMs;
    const streamedId = schemaIds.of(topics.events);
    const partOf = createJobParts(context, connections);
    return {
      groups: [consumeFacts(kafka, registry, pace)],
      handler: ensureDays(createFanOut({ webhooks, worker, attempt, pace, streamedId, lostUntilMs, among })),
      parts: [
        egressParts.connections,
        worker,
        partOf(createKeepDaysJob(config.webhookRetentionDays)),
        partOf(createReplayEventsJob(jobs)),
        partOf(createCatchUpJob(jobs)),
        parkStreams(factProducer, { db: jobs, logger, metrics }),
        watchDays(jobs, context),
        createBacklogGauges({ ...context, db: jobs, queue: 'delivery' }),
        egressParts.waits,
      ],
    };
  });

const createEgressOf = ({
  webhookAllowCidrs,
  egressDenyCidrs,
  dnsServers,
  egressProxy,
}: WebhookDispatcherConfig) =>
  createConfiguredEgress({
    open: { variable: 'WEBHOOK_ALLOW_CIDRS', text: webhookAllowCidrs },
    denyCidrs: egressDenyCidrs,
    dnsServers,
    proxy: egressProxy,
  });
