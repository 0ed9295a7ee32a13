import type { ErrorCode } from '@loyalty/contracts';
import { problemKinds } from '@loyalty/contracts/errors';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Metrics, problemReasons } from '@loyalty/telemetry/metrics';
import { traceIdOf } from '@loyalty/telemetry/tracing';
import type { HttpContract } from './contract.ts';
import type { Credential } from './credential.ts';
import type { Exchange } from './exchange.ts';
import { refuseShare } from './limits/refuse-load.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import {
  describeProblem,
  type HttpResponse,
  isProblem,
  type Problem,
  type ProblemReason,
} from './response.ts';
import { bytesOf, deferResponse, writeResponse } from './write-response.ts';

interface ResponderPorts {
  readonly problemOf: HttpContract['problemOf'];
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits: ServerLimits;
  readonly onTestRequest?: OnTestRequest;
  readonly isStopping: () => boolean;
}

/** Writes the response, observes its duration, logs one line. `thrown` goes to the log only. */
export type Respond = (exchange: Exchange, answer: HttpResponse | Problem, thrown?: unknown) => void;

export const createResponder = (ports: ResponderPorts): Respond => {
  const { metrics } = ports;
  for (const { code } of problemKinds) {
    const reasons: Partial<Record<ErrorCode, readonly ProblemReason[]>> = problemReasons;
    // A series that begins at 1 hides its first event.
    for (const reason of reasons[code] ?? none)
      metrics.count('loyalty_http_problems_total', { code, reason }, 0);
  }
  const log = createRequestLog(ports.logger);
  return (exchange, answer, thrown) => {
    const isAbandoned = exchange.response.destroyed;
    const found = describe(answer, exchange, ports);
    const { response, code, reason } = isAbandoned ? found : deliver(exchange, found, ports);
    const { status } = response;
    const outcome = isAbandoned ? 'abandoned' : outcomeOf(status);
    const tookMs = performance.now() - exchange.startedAtMs;
    endSpan(exchange, status, outcome);
    if (status === 429) metrics.count('loyalty_rate_limited_total', {});
    if (code !== null && !isAbandoned) metrics.count('loyalty_http_problems_total', { code, reason });
    const { route, request, credential } = exchange;
    metrics.observe(
      'loyalty_http_request_duration_seconds',
      { route, method: request.method, outcome },
      tookMs / 1000,
    );
    log({ exchange, status, outcome, tookMs, code, reason, thrown });
    if (credential?.mode === 'test')
      ports.onTestRequest?.(testRequestOf(exchange, credential, { response, code }));
  };
};

const none: readonly ProblemReason[] = ['none'];

interface Described {
  readonly response: HttpResponse;
  readonly code: ErrorCode | null;
  readonly reason: ProblemReason;
}

const describe = (
  answer: HttpResponse | Problem,
  { requestId }: Exchange,
  { problemOf }: ResponderPorts,
): Described => {
  if (!isProblem(answer)) return { response: answer, code: null, reason: 'none' };
  const { problem: code, reason = 'none' } = answer;
  return { response: describeProblem(answer, requestId, problemOf), code, reason };
};

const deliver = (exchange: Exchange, found: Described, ports: ResponderPorts): Described => {
  const { limits } = ports;
  const isLast = ports.isStopping();
  const bytes = bytesOf(found.response.body);
  if (deferResponse(exchange, bytes.length, limits)) {
    writeResponse(exchange, { ...found.response, bytes }, { isLast, limits });
    return found;
  }
  const refusal = describe(refuseShare(limits, 'answers'), exchange, ports);
  writeResponse(exchange, { ...refusal.response, bytes: bytesOf(refusal.response.body) }, { isLast, limits });
  return refusal;
};

/** A person may have to look at these: an integration set up wrongly, a flood, a dependency. */
const watchedStatuses: ReadonlySet<number> = new Set([401, 403, 429, 503]);

/** Warns of failures, and of one watched refusal of each environment, code and reason in 10 s. */
const createRequestLog = (logger: Logger) => {
  const omittedBefore = createSampler();
  return (ending: Omit<Described, 'response'> & LoggedEnding): void => {
    const { exchange, status, code, reason } = ending;
    const environment = String(exchange.credential?.environmentId ?? '');
    const isSampled = watchedStatuses.has(status);
    const omitted = isSampled ? omittedBefore(`${environment} ${code ?? ''} ${reason}`) : undefined;
    const fields = {
      requestId: exchange.requestId,
      tenantId: exchange.credential?.tenantId,
      environmentId: exchange.credential?.environmentId,
      traceId: traceIdOf(exchange.traceparent),
      method: exchange.request.method,
      route: exchange.route,
      status,
      outcome: ending.outcome,
      code: code ?? undefined,
      reason: reason === 'none' ? undefined : reason,
      omitted: omitted ?? undefined,
      ms: Math.round(ending.tookMs * 10) / 10,
      error: ending.thrown,
    };
    const isWarning = isSampled ? omitted !== null : status >= 500;
    logger[isWarning ? 'warn' : 'debug'](fields, textOf(status));
  };
};

const textOf = (status: number): string => {
  if (status >= 500) return 'request failed';
  return status >= 400 ? 'request refused' : 'request answered';
};

interface LoggedEnding {
  readonly exchange: Exchange;
  readonly status: number;
  readonly outcome: ExchangeOutcome;
  readonly tookMs: number;
  readonly thrown: unknown;
}

/** A flood of refusals must not become a flood of lines; the metric counts all of them. */
const warningEveryMs = 10_000;

/** How long what was left out is remembered, for the next line of the same key. */
const forgottenAfterMs = 60_000;

/** Null: leave it out; else how many were, since the key's last. Closed lists of codes bound the keys. */
const createSampler = () => {
  // In order of `atMs`: a key that is logged again moves to the end.
  const seen = new Map<string, { readonly atMs: number; omitted: number }>();
  return (key: string): number | null => {
    const nowMs = performance.now();
    const last = seen.get(key);
    if (last !== undefined && nowMs - last.atMs < warningEveryMs) {
      last.omitted += 1;
      return null;
    }
    seen.delete(key);
    for (const [other, { atMs }] of seen) {
      if (nowMs - atMs < forgottenAfterMs) break;
      seen.delete(other);
    }
    seen.set(key, { atMs: nowMs, omitted: 0 });
    return last?.omitted ?? 0;
  };
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

export interface TestKeyRequest {
  readonly credential: Credential;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly code: string | null;
  readonly showsBodies: boolean;
  readonly requestBody: Buffer | undefined;
  readonly responseBody: Buffer | undefined;
}

export type OnTestRequest = (request: TestKeyRequest) => void;

const testRequestOf = (
  { request, requestId, startedAtMs, showsBodies, sentBody }: Exchange,
  credential: Credential,
  { response: { status, body }, code }: Omit<Described, 'reason'>,
): TestKeyRequest => ({
  credential,
  requestId,
  method: request.method,
  path: pathOf(request.originalUrl),
  status,
  durationMs: Math.round(performance.now() - startedAtMs),
  code,
  showsBodies,
  requestBody: showsBodies ? sentBody : undefined,
  responseBody: showsBodies && body !== undefined ? bytesOf(body) : undefined,
});

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
