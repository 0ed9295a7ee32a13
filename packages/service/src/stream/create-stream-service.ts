import { createHistoryPart, type EpochSteps } from '@loyalty/history/epochs';
import { createAdminServer } from '@loyalty/http/admin';
import { createClockWait } from '@loyalty/jobs/clock-wait';
import { tracedProducer } from '@loyalty/kafka/producer';
import { type Part, repeatingPart, systemClock, textOf } from '@loyalty/kernel';
import { type Database, readDatabaseTime, sessionLimits, type Transaction } from '@loyalty/storage';
import { purgeDeadLetterCounts } from '@loyalty/storage/dead-letter-counts';
import { purgeHistory } from '@loyalty/storage/history';
import { purgeOutboxRejected } from '@loyalty/storage/outbox';
import { purgeWitnesses } from '@loyalty/storage/processes';
import { createLastOutboxCleanup, createOutboxSweeper } from '@loyalty/streams/outbox';
import {
  createDeadMembers,
  createPostgresStore,
  createStreamRuntime,
  type StreamRuntime,
  type StreamRuntimeOptions,
} from '@loyalty/streams/runtime';
import { purgeEnrolledMembers } from '@loyalty/tables/accounts';
import { emptyLateRejected } from '@loyalty/tables/erasure';
import { purgeFailedRequests, purgeRefusedRecords } from '@loyalty/tables/transactions';
import { createClockPart } from '../process/clock-watch.ts';
import { countHistoryChanges, watchDependencies } from '../process/dependency-watch.ts';
import { createProcessPart, createServiceInfo } from '../process/process-list.ts';
import type { ServiceContext } from '../process.ts';
import { createSchemaIdsPart } from '../process/schema-ids-part.ts';
import { createSchemaWait } from '../process/schema-wait.ts';
import type { StreamServiceConfig } from '../settings/common-settings.ts';
import { connect, type Connections, type StreamServiceIdentity } from './connections.ts';
import { createStreamHealth } from './stream-health.ts';

interface StreamService<T, Plan> extends Pick<
  StreamRuntimeOptions<T, Transaction, Plan>,
  'groups' | 'handler' | 'limits'
> {
  /** Started after the connections and before the first message is read; stopped after the last batch. */
  readonly parts?: readonly Part[];
  /**
   * They open an epoch of the database, and change members, keys and endpoints again for it. Without it the service
   * waits until another one has done so, and its role needs no right to (D144).
   */
  readonly epochSteps?: EpochSteps;
}

/**
 * Creates the parts in start order. `build` returns the service's own parts. No server is called before the
 * parts start, and then they wait for what is unavailable. Throws a Fault for a wrong setting.
 */
export const createStreamService = <T, Plan>(
  context: ServiceContext<StreamServiceConfig>,
  { name, batchLimits = sessionLimits, hasTasks = false }: StreamServiceIdentity,
  build: (connections: Connections) => StreamService<T, Plan>,
): readonly Part[] => {
  const connections = connect(context, { name, batchLimits, hasTasks });
  const { config, logger, metrics, phase } = context;
  const { parts = [], epochSteps = null, ...service } = build(connections);
  const { installation } = connections;
  const runtime = createRuntime(context, connections, service);
  watch(context, connections);
  const health = createStreamHealth({ ...connections, phase, runtime });
  return [
    createAdminServer({
      port: config.adminPort,
      host: config.adminHost,
      tls: config.adminTls,
      health,
      metrics,
      logger,
    }),
    ...closingParts(connections),
    createSchemaWait(context, name),
    installation.part,
    createSchemaIdsPart({ ...connections, phase }),
    ...connectionParts(context, connections),
    createOpening(context, connections, epochSteps),
    createClockPart(connections.clock, logger),
    watchDependencies({ ...connections, metrics, askDatabase: () => connections.clock.measure() }),
    createSweeper(context, connections),
    createRetention(context, connections),
    createProcessPart({ db: connections.jobs, service: name, logger }),
    createServiceInfo(connections.jobs, context),
    createMembers(context, connections, service),
    ...parts,
    phase.retryingStart('Kafka', 'stream-runtime', runtime),
  ];
};

const createRuntime = <T, Plan>(
  context: ServiceContext<StreamServiceConfig>,
  { batches, owner, facts, replies, clock, installation: { clusterId } }: Connections,
  service: StreamService<T, Plan>,
): StreamRuntime =>
  createStreamRuntime({
    ...context,
    ...service,
    store: createPostgresStore({ database: batches, clusterId, owner: owner.owner }),
    facts,
    replies: tracedProducer(replies, context.tracer),
    storeSilentMs: () => clock.ageMs(),
  });

const createMembers = <T, Plan>(
  { logger }: ServiceContext<StreamServiceConfig>,
  { heartbeats, owner }: Connections,
  { groups }: Pick<StreamService<T, Plan>, 'groups'>,
): Part => createDeadMembers({ groups, database: heartbeats, owner, logger });

/** Closed after everything that uses them has stopped. */
const closingParts = ({ batches, reads, jobs, opening, heartbeats, cache }: Connections): readonly Part[] => [
  { name: 'batch-database', stop: () => batches.close() },
  { name: 'read-database', stop: () => reads.close() },
  { name: 'job-database', stop: () => jobs.close() },
  { name: 'opening-database', stop: () => opening.close() },
  { name: 'heartbeat-database', stop: () => heartbeats.close() },
  { name: 'cache', stop: () => cache.close() },
];

const connectionParts = (
  { phase, logger }: ServiceContext<StreamServiceConfig>,
  { jobs, owner, facts, factProducer, replies }: Connections,
): readonly Part[] => [
  phase.retryingStart('Postgres', owner.name, owner),
  createLastOutboxCleanup({ database: jobs, publisher: facts, logger }),
  phase.retryingStart('Kafka', 'fact-producer', factProducer),
  phase.retryingStart('Kafka', 'reply-producer', replies),
];

const createOpening = (
  { logger }: ServiceContext<StreamServiceConfig>,
  connections: Connections,
  steps: EpochSteps | null,
): Part =>
  createHistoryPart({
    history: connections.history,
    db: connections.opening,
    locks: connections.locks,
    logger,
    steps,
  });

const createSweeper = (
  { config, logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs, owner, facts, factProducer }: Connections,
): Part =>
  createOutboxSweeper({
    database: jobs,
    databaseUrl: config.databaseUrl,
    owner: owner.owner,
    publisher: facts,
    producer: factProducer,
    logger,
    metrics,
  });

const watch = (
  { metrics }: ServiceContext<StreamServiceConfig>,
  { history, cache, factProducer, replies }: Connections,
): void => {
  metrics.gauge('loyalty_history_opening', {}, () => Number(!history.isOpen));
  countHistoryChanges(history, metrics);
  metrics.gauge('loyalty_cache_up', {}, () => Number(cache.isUp()));
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'facts' }, () => factProducer.waiting);
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'replies' }, () => replies.waiting);
  metrics.gauge('loyalty_producer_waiting_bytes', { producer: 'facts' }, () => factProducer.waitingBytes);
  metrics.gauge('loyalty_producer_waiting_bytes', { producer: 'replies' }, () => replies.waitingBytes);
};

const everyMs = 3_600_000;
/** The clocks of brokers are compared this often. */
const clocksAgainMs = 60_000;

const purges: readonly ((db: Database) => Promise<void>)[] = [
  purgeFailedRequests,
  purgeRefusedRecords,
  purgeDeadLetterCounts,
  purgeWitnesses,
  purgeOutboxRejected,
  purgeHistory,
  purgeEnrolledMembers,
  emptyLateRejected,
];

/**
 * Once an hour. Failed requests expire after 24 hours (D36), records of producers that had no effect after 14 days (D332), messages that Kafka rejected after 28 days, and
 * settled rows of lost histories after 90. So do members of theirs who are not enrolled again. Running it in
 * several processes is harmless. While clocks differ everything stays.
 */
const createRetention = (
  { logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs: db, comparison }: Connections,
): Part => {
  const clockWait = createClockWait('retention', { comparison, logger, metrics });
  return repeatingPart({
    name: 'retention',
    everyMs,
    work: async (signal) => {
      while (await clockWait.mustWait(await readDatabaseTime(db))) {
        await systemClock.sleep(clocksAgainMs, signal);
        if (signal.aborted) return;
      }
      for (const purge of purges) await purge(db);
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'expired rows could not be purged');
    },
  });
};
