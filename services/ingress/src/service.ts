import { operations, parseJsonBody, problemOf, topics, validatorFor } from '@loyalty/contracts';
import { createAdminServer, createHttpServer, type Health, type Listening } from '@loyalty/http';
import { watchClocks, type ClockWatch } from '@loyalty/stream-service';
import { systemClock, type Part } from '@loyalty/kernel';
import { createSchemaRegistry, readPartitionCount } from '@loyalty/messaging';
import type { ServiceContext } from '@loyalty/shell';
import { composeRoutes } from './compose-routes.ts';
import type { IngressConfig } from './config.ts';
import { connect, type IngressConnections } from './connections.ts';
import { createAccess } from './inbound/access/access.ts';
import { createDocumentRoutes } from './inbound/documents/route-documents.ts';
import { createDependencyWatch, type DependencyWatch } from './outbound/dependency-watch.ts';
import { connectToEngines, type EngineConnection } from './outbound/engine-connection.ts';
import { createFactPublication } from './outbound/fact-publication.ts';

/** Builds the parts of the ingress in start order. Throws a Fault when Kafka or the registry is unreachable. */
export const createIngress = async (context: ServiceContext<IngressConfig>): Promise<readonly Part[]> => {
  const connections = connect(context);
  const { config, db, lists, previews, cache, clock, logger, metrics, tracer } = connections;
  const clocks = watchClocks(clock, metrics);
  metrics.gauge('loyalty_cache_up', {}, () => Number(cache.isUp()));
  const registry = createSchemaRegistry(config.schemaRegistryUrl);
  const engines = await connectToEngines({ ...connections, ...config, registry });
  const facts = await createFactPublication({ ...connections, ...config, registry });
  const watch = createDependencyWatch(dependenciesOf(connections), systemClock);
  const access = createAccess(connections);
  const health = healthOf({ watch, engines, clocks }, () => server);
  const server = createHttpServer({
    operations,
    validatorFor,
    parseJsonBody,
    problemOf,
    handlers: composeRoutes(connections, access, { engines, facts }),
    pages: createDocumentRoutes({ health, baseUrl: config.baseUrl }),
    authenticate: access.authenticate,
    limiter: access.limiter,
    countedLate,
    limits: limitsOf(config),
    tenantExists: (tenantId) => access.environments.tenantExists(tenantId),
    ...addressOf(config),
    logger,
    metrics,
    tracer,
  });
  return [
    createAdminServer({ port: config.adminPort, health, metrics, logger }),
    { name: 'database', stop: () => db.close() },
    { name: 'list-database', stop: () => lists.close() },
    { name: 'preview-database', stop: () => previews.close() },
    { name: 'cache', stop: () => cache.close() },
    ...facts.parts,
    ...engines.parts,
    watch,
    server,
  ];
};

/** The handlers of these look for an earlier response while the limit is checked: both become one command to Redis. */
const countedLate = new Set(['evaluateTransaction', 'redeemPoints']);

const addressOf = ({ httpPort: port, httpHost: host }: IngressConfig) =>
  host === null ? { port } : { port, host };

const limitsOf = ({ connectionsMax, answerBytesMax, bodyBytesMax }: IngressConfig) => ({
  connectionsMax,
  answerBytesMax,
  bodyBytesMax,
});

const dependenciesOf = ({ clock, cache, kafka }: IngressConnections) => [
  // The check also reads the time.
  { name: 'database', ask: () => clock.measure() },
  { name: 'broker', ask: () => readPartitionCount(kafka, topics.evaluate) },
  {
    name: 'cache',
    ask: () => (cache.isUp() ? Promise.resolve() : Promise.reject(new Error('not connected'))),
  },
];

/** The parts that decide readiness. */
interface Watched {
  readonly watch: DependencyWatch;
  readonly engines: EngineConnection;
  readonly clocks: ClockWatch;
}

/** Without Redis the ingress is slower, but ready. */
const healthOf = ({ watch, engines, clocks }: Watched, server: () => Listening): Health => ({
  live: () => ({ name: 'process', ok: true }),
  ready: () => {
    const { port, isStopping } = server();
    const checks = [
      ...watch.states(),
      { name: 'replies', ok: engines.isReady() },
      clocks.check(),
      { name: 'interface', ok: port !== 0 && !isStopping },
    ];
    return { ready: checks.every(({ name, ok }) => ok || name === 'cache'), checks };
  },
});
