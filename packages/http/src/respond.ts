import { traceIdOf } from '@loyalty/telemetry';
import type { Logger, Metrics } from '@loyalty/telemetry';

import { isProblem } from './answer.ts';
import type { HttpAnswer, Problem } from './answer.ts';
import type { HttpContract } from './contract.ts';
import type { Exchange } from './exchange.ts';
import { writeAnswer } from './write-answer.ts';

export interface ResponderPorts {
  readonly problemOf: HttpContract['problemOf'];
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** True once the server no longer wants its clients to keep their connections. */
  readonly isStopping: () => boolean;
}

/** Ends an exchange: writes the answer, observes the time it took, logs one line. `thrown` goes to the log only. */
export type Respond = (exchange: Exchange, answer: HttpAnswer | Problem, thrown?: unknown) => void;

export const createResponder = (ports: ResponderPorts): Respond => {
  return (exchange, answer, thrown) => {
    const { response } = exchange;
    const isAbandoned = response.destroyed;
    const written = isProblem(answer) ? describeProblem(answer, exchange, ports.problemOf) : answer;
    if (!isAbandoned) writeAnswer(exchange, written, { isLast: ports.isStopping() });
    if (written.status === 429) ports.metrics.count('loyalty_rate_limited_total', {});
    record({ exchange, status: written.status, isAbandoned, thrown }, ports);
  };
};

/** The problem document of D7: `context` is always an object, `Retry-After` an integer of at least 1 (D5). */
const describeProblem = (
  { problem: code, detail, context = {}, retryAfterS, headers }: Problem,
  { requestId }: Exchange,
  problemOf: HttpContract['problemOf'],
): HttpAnswer => {
  const kind = problemOf(code);
  const waitS = retryAfterS ?? kind.retryAfterS;
  return {
    status: kind.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(waitS === undefined ? {} : { 'Retry-After': Math.max(1, Math.ceil(waitS)).toString() }),
      ...headers,
    },
    body: {
      type: kind.type,
      title: kind.title,
      status: kind.status,
      detail: detail ?? kind.detail,
      code,
      requestId,
      context,
    },
  };
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

/** Named after the route template, which is all that is known of the address: a path can carry a reference. */
const endSpan = ({ span, route, request, requestId }: Exchange, status: number, outcome: Outcome): void => {
  if (span === null) return;
  span.rename(`${request.method} ${route}`);
  span.set('http.request.method', request.method);
  span.set('http.route', route);
  span.set('http.response.status_code', status);
  span.set('loyalty.request_id', requestId);
  if (outcome === 'failed' || outcome === 'abandoned') span.fail(outcome);
  span.end();
};

type Outcome = 'ok' | 'refused' | 'failed' | 'abandoned';

const outcomeOf = (status: number): 'ok' | 'refused' | 'failed' => {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
};
