import { operations, parseJsonBody, problemOf, topics, validatorFor } from '@loyalty/contracts';
import { sessionLimits } from '@loyalty/engine';
import { createHttpServer, type Health } from '@loyalty/http';
import { systemClock, type Part } from '@loyalty/kernel';
import { createKafka, createSchemaRegistry, readPartitionCount, type Kafka } from '@loyalty/messaging';
import { createSnapshots } from '@loyalty/programme';
import { createCache, createDatabase, type Cache, type Database } from '@loyalty/storage';
import type { ServiceContext } from '@loyalty/shell';
import { createAccess, type Access } from './inbound/access/access.ts';
import type { IngressConfig } from './config.ts';
import { createLimitEvaluate } from './inbound/transactions/limit-evaluate.ts';
import { createBulkRoutes } from './inbound/transactions/route-bulk-evaluate.ts';
import { createCampaignRoutes } from './inbound/campaigns/route-campaigns.ts';
import { createDocumentRoutes } from './inbound/documents/route-documents.ts';
import { createEventDefinitionRoutes } from './inbound/event-definitions/route-event-definitions.ts';
import { createEventRoutes } from './inbound/events/route-events.ts';
import { createMemberStateRoutes } from './inbound/members/route-member-state.ts';
import { createMemberRoutes } from './inbound/members/route-members.ts';
import { createSegmentMemberRoutes } from './inbound/segments/route-segment-members.ts';
import { createSegmentRoutes } from './inbound/segments/route-segments.ts';
import { createTierRoutes } from './inbound/tiers/route-tiers.ts';
import { createTransactionRoutes } from './inbound/transactions/route-transactions.ts';
import type { Routes } from './inbound/routes.ts';
import { createLoadSecret } from './inbound/load-secret.ts';
import { createDatabasePreview } from './outbound/database-preview.ts';
import { createDependencyWatch, type DependencyWatch } from './outbound/dependency-watch.ts';
import { connectToEngines, type EngineConnection } from './outbound/engine-connection.ts';
import { createEventMembers } from './outbound/event-members.ts';
import { createDefinitionLookup } from './outbound/definition-lookup.ts';
import { createFactPublication, type FactPublication } from './outbound/fact-publication.ts';
import { createStoredResponses } from './outbound/stored-responses.ts';
import { suspensionFactOf } from './outbound/management-facts.ts';
import { createRetriableDatabase } from './outbound/retriable-database.ts';
import { createBulkEvaluate } from './usecases/transactions/bulk-evaluate.ts';
import { createDeleteSegment } from './usecases/segments/delete-segment.ts';
import { createEvaluate } from './usecases/transactions/evaluate.ts';
import { createGetTransaction } from './usecases/transactions/get-transaction.ts';
import { createSimulate } from './usecases/transactions/simulate.ts';
import { createSubmitEvent } from './usecases/events/submit-event.ts';
import { createSubmitLifecycleEvent } from './usecases/events/submit-lifecycle-event.ts';

/** What everything in here is built from. */
interface Connections extends ServiceContext<IngressConfig> {
  readonly db: Database;
  readonly cache: Cache;
  readonly kafka: Kafka;
}

/** Builds the ingress: its parts in start order. Throws a Fault when Kafka or the registry cannot be asked. */
export const createIngress = async (context: ServiceContext<IngressConfig>): Promise<readonly Part[]> => {
  const connections = connect(context);
  const { config, db, cache, logger, metrics, tracer } = connections;
  metrics.gauge('loyalty_cache_up', {}, () => Number(cache.isUp()));
  const registry = createSchemaRegistry(config.schemaRegistryUrl);
  const engines = await connectToEngines({ ...connections, ...config, registry });
  const facts = await createFactPublication({ ...connections, ...config, registry });
  const watch = createDependencyWatch(dependenciesOf(connections), systemClock);
  const access = createAccess({ ...connections, clock: systemClock });
  const server = createHttpServer({
    operations,
    validatorFor,
    parseJsonBody,
    problemOf,
    handlers: handlersOf(connections, access, { engines, facts }),
    pages: createDocumentRoutes({ health: healthOf(watch, engines), metrics, baseUrl: config.baseUrl }),
    authenticate: access.authenticate,
    limiter: access.limiter,
    tenantExists: (tenantId) => access.environments.tenantExists(tenantId),
    port: config.httpPort,
    ...(config.httpHost === null ? {} : { host: config.httpHost }),
    logger,
    metrics,
    tracer,
  });
  return [
    { name: 'database', stop: () => db.close() },
    { name: 'cache', stop: () => cache.close() },
    ...facts.parts,
    ...engines.parts,
    watch,
    server,
  ];
};

const connect = (context: ServiceContext<IngressConfig>): Connections => {
  const { config, logger } = context;
  const database = createDatabase({
    url: config.databaseUrl,
    applicationName: 'ingress',
    poolMax: config.databasePoolMax,
    logger,
    // A write that waits for a lock, or a process that froze, must not hold up the engines: the same limits as theirs.
    limits: sessionLimits,
  });
  return {
    ...context,
    db: createRetriableDatabase(database),
    cache: createCache({ url: config.redisUrl, logger }),
    kafka: createKafka({ brokers: config.kafkaBrokers, clientId: 'ingress', logger }),
  };
};

/** What the handlers that ask engines have in common. */
const commonOf = ({ config, metrics }: Connections, { takeToken, environments }: Access) => ({
  limitEvaluate: createLimitEvaluate(takeToken, config.evaluatePerMinute),
  loadSecret: createLoadSecret(environments),
  clock: systemClock,
  metrics,
  basePath: pathOf(config.baseUrl),
});

const handlersOf = (
  connections: Connections,
  access: Access,
  { engines, facts }: { readonly engines: EngineConnection; readonly facts: FactPublication },
): Routes => {
  const { db, logger } = connections;
  const common = commonOf(connections, access);
  const { loadSecret } = common;
  return {
    ...engineHandlersOf(connections, common, engines),
    ...createEventDefinitionRoutes({ db, loadSecret }),
    ...createCampaignRoutes({
      db,
      loadSecret,
      onSuspended: (tx, id, suspended) => facts.publish(tx, suspensionFactOf(id, suspended)),
    }),
    ...createMemberRoutes({ db, loadSecret }),
    ...createMemberStateRoutes({ db }),
    ...createTierRoutes({ db, loadSecret }),
    ...createSegmentRoutes({ db, loadSecret, deleteSegment: createDeleteSegment({ db, logger }) }),
    ...createSegmentMemberRoutes({ db, loadSecret }),
  };
};

const engineHandlersOf = (
  { db, cache, metrics }: Connections,
  common: ReturnType<typeof commonOf>,
  { engine, bulkEngine, eventEngine }: EngineConnection,
) => {
  const { clock } = common;
  const answers = createStoredResponses(cache, db);
  const preview = createDatabasePreview(db, createSnapshots({ db, metrics }));
  const definitions = createDefinitionLookup(db);
  const members = createEventMembers(db);
  const eventPorts = { engine: eventEngine, answers, clock, definitions, members };
  return {
    ...createTransactionRoutes({
      ...common,
      evaluate: createEvaluate({ engine, answers, clock }),
      simulate: createSimulate({ preview, clock }),
      getTransaction: createGetTransaction(answers),
    }),
    ...createBulkRoutes({
      ...common,
      bulkEvaluate: createBulkEvaluate({ engine: bulkEngine, answers, clock }),
    }),
    ...createEventRoutes({
      ...common,
      db,
      submitEvent: createSubmitEvent(eventPorts),
      submitLifecycleEvent: createSubmitLifecycleEvent(eventPorts),
    }),
  };
};

/** The path of the base URL, which callers reach us by, also through a gateway that adds one of its own. */
const pathOf = (baseUrl: string): string => new URL(baseUrl, 'http://localhost').pathname.replace(/\/$/, '');

const dependenciesOf = ({ db, cache, kafka }: Connections) => [
  { name: 'database', ask: () => db.query('SELECT 1') },
  { name: 'broker', ask: () => readPartitionCount(kafka, topics.evaluate) },
  {
    name: 'cache',
    ask: () => (cache.isUp() ? Promise.resolve() : Promise.reject(new Error('not connected'))),
  },
];

/** Redis only makes things faster: without it the ingress is slower, and ready. */
const healthOf = (watch: DependencyWatch, engines: EngineConnection): Health => ({
  live: () => ({ name: 'process', ok: true }),
  ready: () => {
    const checks = [...watch.states(), { name: 'replies', ok: engines.isReady() }];
    return { ready: checks.every(({ name, ok }) => ok || name === 'cache'), checks };
  },
});
