import { operations, parseJsonBody, validatorFor } from '@loyalty/contracts/http';
import { createAdminServer, type StopPlan } from '@loyalty/http/admin';
import { callersPage, createCallerCounts, createHttpServer } from '@loyalty/http/api';
import type { Part } from '@loyalty/kernel';
import {
  createProcessPart,
  createSchemaWait,
  createSchemaIdsPart,
  createServiceInfo,
  type ServiceContext,
  watchClocks,
  watchDependencies,
} from '@loyalty/service';
import { composeRoutes } from './compose-routes.ts';
import type { IngressConfig } from './config.ts';
import { connect, type IngressConnections } from './connections.ts';
import { createCountReads } from './people-reads.ts';
import { type Access, createAccess } from './inbound/access/access.ts';
import { createDocumentRoutes, createProblemOf } from './inbound/documents/route-documents.ts';
import { createLoadSecret } from './inbound/routes.ts';
import { connectToEngines, type EngineConnection } from './outbound/engine-connection.ts';
import { createFactPublication } from './outbound/fact-publication.ts';
import { createIngressHealth } from './outbound/ingress-health.ts';
import { createValidators, handlersOf, operationsOfRole } from './served-operations.ts';
import {
  createLiveRequestWriter,
  type LiveRequestWriter,
} from './usecases/request-logs/live-request-writer.ts';
import { createRequestLogWriter, type RequestLogWriter } from './usecases/request-logs/request-log-writer.ts';

/** Returns how long a request that came at the last moment may take when the process stops. */
export const stopWorkMaxMs = ({ deadlineMs, bulkDeadlineMs, stopPauseMs }: IngressConfig): number =>
  stopPauseMs + Math.max(deadlineMs, bulkDeadlineMs);

/** Returns the parts in start order. Throws a Fault for a wrong setting. */
export const createIngress = (context: ServiceContext<IngressConfig>): readonly Part[] => {
  const connections = connect(context);
  const { config, db, cache, clock, logger, metrics, tracer, phase } = connections;
  const clocks = watchClocks(clock, metrics);
  metrics.gauge('loyalty_cache_up', {}, () => Number(cache.isUp()));
  const engines = connectToEngines({ ...connections, ...config });
  const facts = createFactPublication({ ...connections, ...config });
  // The check also reads the time. A request that needs something that is unavailable gets a 503 for itself.
  const watch = watchDependencies({ ...connections, askDatabase: () => clock.measure() });
  const contract = contractOf(config);
  const access = createAccess({ ...connections, db: connections.access });
  const requestLogs = createRequestLogs(connections, access);
  const liveRequests = createLiveRequests(connections, access);
  const health = createIngressHealth({ ...config, phase, watch, engines, clocks, server: () => server });
  const callerCounts = createCallerCounts();
  const server = createHttpServer({
    ...contract,
    handlers: handlersOf(contract.operations, composeRoutes(connections, access, { engines, facts })),
    pages: createDocumentRoutes({ health, baseUrl: config.baseUrl }),
    ...access,
    countedWhileHandled,
    onTestRequest: requestLogs.onTestRequest,
    onLiveRequest: liveRequests.onLiveRequest,
    onResponse: createCountReads(connections.reads),
    callerCounts,
    ...boundsOf(config),
    stopPlan: stopPlanOf(connections, engines),
    logger,
    metrics,
    tracer,
  });
  return [
    createAdminServer({
      port: config.adminPort,
      host: config.adminHost,
      tls: config.adminTls,
      health,
      metrics,
      logger,
      pages: { '/callers': callersPage(callerCounts) },
    }),
    ...closingParts(connections),
    createSchemaWait(context, 'ingress'),
    connections.installation.part,
    createSchemaIdsPart(connections),
    createProcessPart({ db, service: 'ingress', logger }),
    createServiceInfo(db, context),
    ...facts.parts,
    ...engines.parts,
    watch,
    createValidators(contract.operations),
    connections.activity,
    connections.keyUses,
    connections.reads,
    requestLogs.part,
    liveRequests.part,
    server,
  ];
};

const contractOf = ({ role, baseUrl }: IngressConfig) => ({
  operations: operationsOfRole(operations, role),
  validatorFor,
  parseJsonBody,
  problemOf: createProblemOf(baseUrl),
});

/** Pools connect on demand, and are closed after everything that uses them has stopped. */
const closingParts = ({ pools, cache, logEnds }: IngressConnections): readonly Part[] => [
  {
    name: 'databases',
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  },
  { name: 'cache', stop: () => cache.close() },
  { name: 'ends of logs', stop: () => logEnds.close() },
];

/** These look for an earlier response while the limit is checked: both become one command to Redis. */
const countedWhileHandled = new Set(['evaluateTransaction', 'redeemPoints']);

const boundsOf = (config: IngressConfig) => {
  const { httpPort: port, httpHost: host, httpTls: tls } = config;
  return { port, tls, limits: limitsOf(config), ...(host !== null && { host }) };
};

const createRequestLogs = (connections: IngressConnections, { environments }: Access): RequestLogWriter =>
  createRequestLogWriter({
    ...connections,
    db: connections.logs,
    loadSecret: createLoadSecret(environments),
  });

const createLiveRequests = (connections: IngressConnections, { environments }: Access): LiveRequestWriter =>
  createLiveRequestWriter({
    ...connections,
    db: connections.logs,
    loadSecret: createLoadSecret(environments),
  });

/** The other parts need some time after the last request: replies and facts are still sent. */
const otherPartsMs = 4_000;

const stopPlanOf = (
  { config, stopWithinMs, stopping }: IngressConnections,
  engines: EngineConnection,
): StopPlan => ({
  pauseMs: config.stopPauseMs,
  finishWithinMs: Math.max(0, stopWithinMs - otherPartsMs),
  endWaits: () => {
    stopping.abort('hurry');
    engines.giveUp();
  },
});

const limitsOf = ({ connectionsMax, answerBytesMax, bodyBytesMax }: IngressConfig) => ({
  connectionsMax,
  answerBytesMax,
  bodyBytesMax,
});
