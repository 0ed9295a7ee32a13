import type { IncomingHttpHeaders, Server } from 'node:http';
import type { Request, Response } from 'express';
import { BrokenInvariant } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { noTracer, type Tracer } from '@loyalty/telemetry/tracing';
import { createListening, type Listening, type StopPlan } from '../admin/listening.ts';
import type { TlsFiles } from '../admin/transport.ts';
import type { IsTrustedProxy } from './caller-address.ts';
import type { CallerCounts } from './caller-counts.ts';
import {
  requireResponders,
  type Deprecation,
  type HttpContract,
  type PathRoutes,
  routeTable,
  type ServedOperation,
} from './contract.ts';
import { type BrowserOrigins, createPreflight, isPreflight, readableByBrowsers } from './cors.ts';
import type { Authenticate, HashCredential, Limiter } from './credential.ts';
import { beginExchange, type Exchange, type ExchangeContext } from './exchange.ts';
import { createExpressServer } from './express-server.ts';
import type { AnyHandler } from './http-request.ts';
import { refuseUnreadable } from './limits/refuse-unreadable.ts';
import { createRequestTurns } from './limits/request-turns.ts';
import { createServerLimits, defaultLimits, type HttpLimits } from './limits/server-limits.ts';
import {
  createRequestPipeline,
  type RequestPipeline,
  type RequestPipelinePorts,
} from './request-pipeline.ts';
import {
  createResponder,
  type OnLiveRequest,
  type OnResponse,
  type OnTestRequest,
  type Respond,
} from './respond.ts';
import { type HttpResponse, problem, type Problem, problemOfError } from './response.ts';

/** The handler of a GET that needs no credential. The caller wrote the parameters of the path, which nobody has checked. */
export type PublicPage = (
  headers: IncomingHttpHeaders,
  params: Readonly<Record<string, unknown>>,
) => Promise<HttpResponse | Problem>;

export interface HttpServerOptions extends HttpContract {
  /** The handlers by operation id: exactly one for each operation that needs a credential. */
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  /**
   * The pages by operation id: exactly one for each of the other operations. They are open to anyone and not
   * limited.
   */
  readonly pages: Readonly<Record<string, PublicPage>>;
  readonly authenticate: Authenticate;
  readonly limiter: Limiter;
  readonly tenantExists: RequestPipelinePorts['tenantExists'];
  /** Hashes a credential. The log uses it for the subject of a token that is refused later. */
  readonly hashCredential: HashCredential;
  /**
   * Tells whether an address is one of our own proxies. By default none is: the address of a caller is that
   * of its connection.
   */
  readonly isTrustedProxy?: IsTrustedProxy;
  readonly countedWhileHandled?: ReadonlySet<string>;
  readonly browserOrigins?: BrowserOrigins;
  readonly port: number;
  readonly host?: string;
  /**
   * The files for TLS. Default: plain HTTP. With client authorities, a caller without a certificate from them
   * gets no connection.
   */
  readonly tls?: TlsFiles | null;
  readonly stopPlan?: StopPlan;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits?: Partial<HttpLimits>;
  /** Called after each response to a test credential only. It must return soon and must not throw. */
  readonly onTestRequest?: OnTestRequest;
  /** Called after each response to a live key only. It must return soon and must not throw. */
  readonly onLiveRequest?: OnLiveRequest;
  /** Counts each response to a caller with a credential. */
  readonly callerCounts?: Pick<CallerCounts, 'count'>;
  /**
   * Called after each response to a caller with a credential, unless the caller has left. It must return soon
   * and must not throw.
   */
  readonly onResponse?: OnResponse;
  readonly tracer?: Tracer;
  /**
   * Called after the 500. By default the error is thrown again outside of any request, which ends the
   * process.
   */
  readonly onBrokenInvariant?: (broken: BrokenInvariant) => void;
}

/**
 * Creates the server of the API. Every refusal is a problem document (D7). Throws if handlers and operations
 * do not match.
 */
export const createHttpServer = (options: HttpServerOptions): Listening => {
  requireResponders(options.operations, options);
  const turns = createRequestTurns(() => {
    limits.shed('pipelined');
  });
  const { tls = null, logger, metrics } = options;
  const { app, transport } = createExpressServer({
    tls: tls === null ? null : { port: 'http', files: tls, requiresClient: true, logger, metrics },
    turns,
    unrouted: (request, response, thrown) => {
      const exchange = beginExchange(request, response, unmatched);
      respond(exchange, thrown === undefined ? problem('ROUTE_NOT_FOUND') : problemOfError(thrown), thrown);
    },
    refused: (request, response, refusal) => {
      respond(beginExchange(request, response, unmatched), refusalsOfNode[refusal]);
    },
  });
  const { server } = transport;
  const limits = createServerLimits(
    { ...defaultLimits, ...options.limits },
    { server, metrics: options.metrics, isBusy: (socket) => turns.current(socket) !== undefined },
  );
  const respond = createResponder({ ...options, limits, isStopping: () => listening.isStopping });
  const answer = createAnswering(respond, options.onBrokenInvariant);
  for (const routes of routeTable(options.operations)) {
    app
      .route(routes.expressPath)
      .all(createPathHandler(routes, { countedWhileHandled: none, ...options, limits }, answer));
  }
  boundTimes(server, limits.limits);
  refuseUnreadable(server, {
    turns,
    problemOf: options.problemOf,
    logger: options.logger,
    onRefused: ({ problem: code }) => {
      limits.shed('unreadable');
      options.metrics.count('loyalty_http_problems_total', { code, reason: 'none' });
    },
  });
  const listening = createListening({ name: 'http server', transport, ...addressOf(options) });
  return listening;
};

/** The bodies of such requests are not read: the connection ends with them. */
const refusalsOfNode = {
  expectation: problem('EXPECTATION_FAILED', { headers: { Connection: 'close' } }),
  'no-host': problem('VALIDATION_ERROR', {
    detail: 'The request has no Host header.',
    context: { errors: [{ pointer: '', message: 'must have a Host header' }] },
    headers: { Connection: 'close' },
  }),
};

type Answering = (exchange: Exchange, step: (exchange: Exchange) => Promise<HttpResponse | Problem>) => void;

const createAnswering =
  (respond: Respond, onBrokenInvariant = throwOutside): Answering =>
  (exchange, step) => {
    step(exchange)
      .then((answer) => {
        respond(exchange, answer);
      })
      .catch((thrown: unknown) => {
        respond(exchange, problemOfError(thrown), thrown);
        if (thrown instanceof BrokenInvariant) onBrokenInvariant(thrown);
      });
  };

const throwOutside = (broken: BrokenInvariant): void => {
  setImmediate(() => {
    throw broken;
  });
};

const createPathHandler = (
  routes: PathRoutes,
  options: Omit<HttpServerOptions, 'limits'> & RequestPipelinePorts,
  answer: Answering,
): ((request: Request, response: Response) => void) => {
  const steps = new Map(
    [...routes.byMethod].map(([method, operation]) => {
      const page = options.pages[operation.operationId];
      const handle = page === undefined ? pipelineStep(operation, options) : pageStep(page);
      const isPage = page !== undefined;
      const tracer = (isPage ? undefined : options.tracer) ?? noTracer;
      const notices = deprecationHeaders(operation.deprecation);
      const showsBodies = operation.isList !== true && operation.isJudgedByItem !== true;
      return [
        method,
        {
          route: operation.path,
          operationId: operation.operationId,
          tracer,
          notices,
          showsBodies,
          isTrustedProxy: options.isTrustedProxy,
          handle,
        },
      ];
    }),
  );
  const refuseMethod = (): Promise<Problem> =>
    Promise.resolve(problem('METHOD_NOT_ALLOWED', { headers: { Allow: routes.allow } }));
  const preflight = preflightOf(routes, options);
  return (request, response) => {
    const step = (isPreflight(request) ? preflight : undefined) ?? steps.get(request.method);
    answer(beginExchange(request, response, step ?? unmatched), step?.handle ?? refuseMethod);
  };
};

const pipelineStep = (
  operation: ServedOperation,
  options: Omit<HttpServerOptions, 'limits'> & RequestPipelinePorts,
): RequestPipeline => {
  const pipeline = createRequestPipeline(operation, options);
  const { browserOrigins } = options;
  return browserOrigins === undefined ? pipeline : readableByBrowsers(pipeline, browserOrigins);
};

/** Only paths of a tenant have a list of origins. */
const preflightOf = (
  { byMethod, expressPath, allow }: PathRoutes,
  { browserOrigins }: Pick<HttpServerOptions, 'browserOrigins'>,
) => {
  const [operation] = byMethod.values();
  if (operation === undefined || browserOrigins === undefined || !expressPath.includes(':tenantId'))
    return undefined;
  return { route: operation.path, tracer: noTracer, handle: createPreflight(allow, browserOrigins) };
};

const pageStep =
  (page: PublicPage) =>
  ({ request }: Exchange): Promise<HttpResponse | Problem> =>
    page(request.headers, request.params);

const none: ReadonlySet<string> = new Set();

const unmatched: ExchangeContext = { route: 'unmatched', tracer: noTracer };

const addressOf = ({ port, host, stopPlan }: HttpServerOptions) => ({
  port,
  ...(host !== undefined && { host }),
  ...(stopPlan && { stopPlan }),
});

/** Longer than load balancers' idle time (60 s): they close first and never use a closed connection. */
const keepAliveTimeoutMs = 75_000;
/** A head arrives in one piece; a body of 5 MiB (D10) may come over a slow line. */
const requestTimeoutMs = 60_000;

const boundTimes = (server: Server, { headMs }: HttpLimits): void => {
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.headersTimeout = headMs;
  server.requestTimeout = requestTimeoutMs;
  server.maxRequestsPerSocket = 0;
};

/** Seconds since the epoch (RFC 9745) and an HTTP date (RFC 8594) (D14). Throws for an invalid date. */
const deprecationHeaders = (
  deprecation: Deprecation | undefined,
): Readonly<Record<string, string>> | undefined => {
  if (deprecation === undefined) return undefined;
  const since = new Date(deprecation.since).toISOString();
  const sunset = new Date(deprecation.sunset).toISOString();
  return {
    Deprecation: `@${(Date.parse(since) / 1000).toString()}`,
    Sunset: new Date(sunset).toUTCString(),
  };
};
