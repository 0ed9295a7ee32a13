import { createAdminServer, type Health, type HealthCheck } from '@loyalty/http';
import type { Part } from '@loyalty/kernel';
import {
  createOutboxSweeper,
  createPostgresStore,
  createStreamRuntime,
  describeCluster,
  tracedProducer,
  type StreamRuntime,
  type StreamRuntimeOptions,
} from '@loyalty/messaging';
import type { ServiceContext } from '@loyalty/shell';
import { type History, type Transaction, sessionLimits } from '@loyalty/storage';
import { createEpochSteps, createHistoryPart } from '@loyalty/history';
import { createRetention } from './retention.ts';
import { createClockPart } from './clock-part.ts';
import { connect, type Connections, type StreamServiceIdentity } from './connections.ts';
import type { StreamServiceConfig } from './stream-service-settings.ts';
import { watchClocks, type ClockWatch } from './watch-clocks.ts';

/** The parts of a stream service that differ from service to service. */
export interface StreamService<T, Plan> extends Pick<
  StreamRuntimeOptions<T, Transaction, Plan>,
  'groups' | 'handler' | 'limits'
> {
  /** Started after the connections and before the first message is read; stopped after the last batch is stored. */
  readonly parts?: readonly Part[];
}

/**
 * Creates the parts, in start order, of a service that consumes streams: an engine or a follower of facts. `build` returns the service's
 * own parts; it is called after Kafka has responded, and may use the registry and the database. Throws a Fault when one of them cannot be
 * reached.
 */
export const createStreamService = async <T, Plan>(
  context: ServiceContext<StreamServiceConfig>,
  { name, batchLimits = sessionLimits }: StreamServiceIdentity,
  build: (connections: Connections) => Promise<StreamService<T, Plan>>,
): Promise<readonly Part[]> => {
  const connections = connect(context, { name, batchLimits });
  const { clusterId } = await describeCluster(connections.kafka);
  const { parts = [], ...service } = await build(connections);
  const runtime = createRuntime(context, connections, { clusterId, service });
  watch(context, connections);
  const { config, logger, metrics } = context;
  const clocks = watchClocks(connections.clock, metrics);
  const health = healthOf(runtime, clocks, connections.history);
  return [
    createAdminServer({ port: config.adminPort, health, metrics, logger }),
    ...connectionParts(connections),
    createOpening(context, connections),
    createClockPart(connections.clock, logger),
    createSweeper(context, connections),
    createRetention(connections.jobs, logger),
    ...parts,
    { name: 'stream-runtime', start: () => runtime.start(), stop: () => runtime.stop() },
  ];
};

const createRuntime = <T, Plan>(
  context: ServiceContext<StreamServiceConfig>,
  { batches, owner, facts, replies }: Connections,
  { clusterId, service }: { readonly clusterId: string; readonly service: StreamService<T, Plan> },
): StreamRuntime =>
  createStreamRuntime({
    ...context,
    ...service,
    store: createPostgresStore({ database: batches, clusterId, owner: owner.owner }),
    facts,
    replies: tracedProducer(replies, context.tracer),
  });

const connectionParts = ({
  batches,
  reads,
  jobs,
  opening,
  heartbeats,
  cache,
  owner,
  factProducer,
  replies,
}: Connections): readonly Part[] => [
  { name: 'batch-database', stop: () => batches.close() },
  { name: 'read-database', stop: () => reads.close() },
  { name: 'job-database', stop: () => jobs.close() },
  { name: 'opening-database', stop: () => opening.close() },
  { name: 'heartbeat-database', stop: () => heartbeats.close() },
  { name: 'cache', stop: () => cache.close() },
  owner,
  { name: 'fact-producer', start: () => factProducer.start(), stop: () => factProducer.stop() },
  { name: 'reply-producer', start: () => replies.start(), stop: () => replies.stop() },
];

const createOpening = (
  { config, logger }: ServiceContext<StreamServiceConfig>,
  connections: Connections,
): Part =>
  createHistoryPart({
    history: connections.history,
    db: connections.opening,
    databaseUrl: config.databaseUrl,
    logger,
    steps: createEpochSteps(connections),
  });

const createSweeper = (
  { config, logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs, owner, facts, factProducer }: Connections,
): Part =>
  createOutboxSweeper({
    database: jobs,
    databaseUrl: config.databaseUrl,
    owner: owner.owner,
    tracks: (outboxId) => facts.tracks(outboxId),
    producer: factProducer,
    logger,
    metrics,
  });

const watch = (
  { metrics }: ServiceContext<StreamServiceConfig>,
  { history, cache, factProducer, replies }: Connections,
): void => {
  metrics.gauge('loyalty_history_opening', {}, () => Number(!history.isOpen));
  metrics.gauge('loyalty_cache_up', {}, () => Number(cache.isUp()));
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'facts' }, () => factProducer.waiting);
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'replies' }, () => replies.waiting);
  metrics.gauge('loyalty_producer_waiting_bytes', { producer: 'facts' }, () => factProducer.waitingBytes);
  metrics.gauge('loyalty_producer_waiting_bytes', { producer: 'replies' }, () => replies.waitingBytes);
};

/** Ready once every assigned partition has its position. The process waits for systems that are away; restarting it would not help. */
const healthOf = (runtime: StreamRuntime, clocks: ClockWatch, history: History): Health => ({
  live: () => ({ name: 'process', ok: true }),
  ready: () => {
    const checks = [{ name: 'stream', ok: runtime.isReady() }, clocks.check(), openCheck(history)];
    return { ready: checks.every(({ ok }) => ok), checks };
  },
});

const openCheck = ({ isOpen }: History): HealthCheck => ({
  name: 'history',
  ok: isOpen,
  ...(isOpen
    ? {}
    : { detail: 'what was erased or revoked before the database began anew is not so again yet' }),
});
