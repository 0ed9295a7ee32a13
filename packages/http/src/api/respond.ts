import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { traceIdOf } from '@loyalty/telemetry/tracing';
import type { HttpContract } from './contract.ts';
import type { Credential } from './credential.ts';
import type { Exchange } from './exchange.ts';
import { refuseShare } from './limits/refuse-load.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { describeProblem, type HttpResponse, isProblem, type Problem } from './response.ts';
import { bytesOf, deferResponse, writeResponse } from './write-response.ts';

interface ResponderPorts {
  readonly problemOf: HttpContract['problemOf'];
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits: ServerLimits;
  readonly onTestRequest?: OnTestRequest;
  /** Returns true once the server wants clients to close their connections. */
  readonly isStopping: () => boolean;
}

/** Ends an exchange: writes the response, observes its duration, logs one line. `thrown` goes to the log only. */
export type Respond = (exchange: Exchange, answer: HttpResponse | Problem, thrown?: unknown) => void;

export const createResponder = (ports: ResponderPorts): Respond => {
  return (exchange, answer, thrown) => {
    const { response } = exchange;
    const isAbandoned = response.destroyed;
    const found = isProblem(answer) ? describeProblem(answer, exchange.requestId, ports.problemOf) : answer;
    const written = isAbandoned ? found : deliver(exchange, found, ports);
    if (written.status === 429) ports.metrics.count('loyalty_rate_limited_total', {});
    record({ exchange, status: written.status, isAbandoned, thrown }, ports);
    if (exchange.credential?.mode === 'test')
      ports.onTestRequest?.(testRequestOf(exchange, exchange.credential, written));
  };
};

/** Writes the response, or a problem instead when its environment has too many unread bytes. */
const deliver = (exchange: Exchange, answer: HttpResponse, ports: ResponderPorts): HttpResponse => {
  const isLast = ports.isStopping();
  const bytes = bytesOf(answer.body);
  if (deferResponse(exchange, bytes.length, ports.limits)) {
    writeResponse(exchange, { ...answer, bytes }, { isLast, limits: ports.limits });
    return answer;
  }
  const refusal = describeProblem(refuseShare(ports.limits, 'answers'), exchange.requestId, ports.problemOf);
  writeResponse(exchange, { ...refusal, bytes: bytesOf(refusal.body) }, { isLast, limits: ports.limits });
  return refusal;
};

interface Ending {
  readonly exchange: Exchange;
  readonly status: number;
  readonly isAbandoned: boolean;
  readonly thrown: unknown;
}

const record = (
  { exchange, status, isAbandoned, thrown }: Ending,
  { metrics, logger }: ResponderPorts,
): void => {
  const { route, request, requestId, credential } = exchange;
  const tookMs = performance.now() - exchange.startedAtMs;
  const outcome = isAbandoned ? 'abandoned' : outcomeOf(status);
  endSpan(exchange, status, outcome);
  metrics.observe(
    'loyalty_http_request_duration_seconds',
    { route, method: request.method, outcome },
    tookMs / 1000,
  );
  const fields = {
    requestId,
    tenantId: credential?.tenantId,
    environmentId: credential?.environmentId,
    traceId: traceIdOf(exchange.traceparent),
    method: request.method,
    route,
    status,
    outcome,
    ms: Math.round(tookMs * 10) / 10,
    error: thrown,
  };
  if (status >= 500) logger.warn(fields, 'request failed');
  else logger.debug(fields, 'request answered');
};

/** The span has the name of the route template, because the path may contain a reference. */
const endSpan = (
  { span, route, request, requestId }: Exchange,
  status: number,
  outcome: ExchangeOutcome,
): void => {
  if (span === null) return;
  span.rename(`${request.method} ${route}`);
  span.set('http.request.method', request.method);
  span.set('http.route', route);
  span.set('http.response.status_code', status);
  span.set('loyalty.request_id', requestId);
  if (outcome === 'failed' || outcome === 'abandoned') span.fail(outcome);
  span.end();
};

type ExchangeOutcome = 'ok' | 'refused' | 'failed' | 'abandoned';

const outcomeOf = (status: number): 'ok' | 'refused' | 'failed' => {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
};

/** A request with a test credential, after its response. */
export interface TestKeyRequest {
  readonly credential: Credential;
  readonly requestId: string;
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** The code of the problem; null when the response is none. */
  readonly code: string | null;
  /** False for lists and for bodies whose items are checked one by one: the bodies are undefined then. */
  readonly showsBodies: boolean;
  /** As it was sent; undefined when none was read. */
  readonly requestBody: Buffer | undefined;
  /** Undefined when there is none. */
  readonly responseBody: Buffer | undefined;
}

/** Called with a request once its response is written. */
export type OnTestRequest = (request: TestKeyRequest) => void;

/** Returns the request of an exchange as {@link OnTestRequest} gets it. */
const testRequestOf = (
  { request, requestId, startedAtMs, showsBodies, sentBody }: Exchange,
  credential: Credential,
  { status, body }: HttpResponse,
): TestKeyRequest => ({
  credential,
  requestId,
  method: request.method,
  path: pathOf(request.originalUrl),
  status,
  durationMs: Math.round(performance.now() - startedAtMs),
  code: status < 400 ? null : codeOf(body),
  showsBodies,
  requestBody: showsBodies ? sentBody : undefined,
  responseBody: showsBodies && body !== undefined ? bytesOf(body) : undefined,
});

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

const codeOf = (body: object | undefined): string | null =>
  body !== undefined && 'code' in body && typeof body.code === 'string' ? body.code : null;
