import type { ErrorCode } from '@loyalty/contracts';
import { problemKinds } from '@loyalty/contracts/errors';
import type { Warning } from '@loyalty/contracts/http';
import type { LogFields, Logger } from '@loyalty/telemetry/logger';
import { type Metrics, problemReasons } from '@loyalty/telemetry/metrics';
import { traceIdOf } from '@loyalty/telemetry/tracing';
import { callerAddressOf, type IsTrustedProxy } from './caller-address.ts';
import type { CallerCounts } from './caller-counts.ts';
import type { HttpContract } from './contract.ts';
import type { Credential, HashCredential, RefusedCaller } from './credential.ts';
import type { Exchange } from './exchange.ts';
import { refuseShare } from './limits/refuse-load.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { createRefusalSampler } from './refusal-sampler.ts';
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
  readonly hashCredential: HashCredential;
  readonly isTrustedProxy?: IsTrustedProxy;
  readonly onTestRequest?: OnTestRequest;
  readonly onLiveRequest?: OnLiveRequest;
  readonly onResponse?: OnResponse;
  readonly callerCounts?: Pick<CallerCounts, 'count'>;
  readonly isStopping: () => boolean;
}

/** Writes the response, observes its duration and writes one log line. `thrown` goes to the log only. */
export type Respond = (exchange: Exchange, answer: HttpResponse | Problem, thrown?: unknown) => void;

export const createResponder = (ports: ResponderPorts): Respond => {
  const { metrics } = ports;
  for (const { code } of problemKinds) {
    const reasons: Partial<Record<ErrorCode, readonly ProblemReason[]>> = problemReasons;
    // A series that begins at 1 hides its first event.
    for (const reason of reasons[code] ?? none)
      metrics.count('loyalty_http_problems_total', { code, reason }, 0);
  }
  const log = createRequestLog(ports);
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
    countResponse(ports, exchange, { status, tookMs, isAbandoned });
    metrics.observe(
      'loyalty_http_request_duration_seconds',
      { route, method: request.method, outcome },
      tookMs / 1000,
    );
    log({ exchange, status, outcome, tookMs, code, reason, thrown });
    if (credential !== undefined && isKept(credential, request.method))
      ports.onTestRequest?.(testRequestOf(exchange, credential, { response, code }));
    noteLive(ports, exchange, { status, code, tookMs, isAbandoned });
  };
};

const countResponse = (
  { callerCounts, onResponse }: Pick<ResponderPorts, 'callerCounts' | 'onResponse'>,
  { credential, operationId }: Exchange,
  {
    status,
    tookMs,
    isAbandoned,
  }: { readonly status: number; readonly tookMs: number; readonly isAbandoned: boolean },
): void => {
  if (credential === undefined) return;
  callerCounts?.count(credential, status, tookMs);
  if (operationId !== null && !isAbandoned) onResponse?.(credential, operationId, status);
};

/** Keys are systems. What people do with a token is in the audit log, or counted as read. */
const noteLive = (
  { onLiveRequest }: Pick<ResponderPorts, 'onLiveRequest'>,
  { credential, request, requestId, route }: Exchange,
  {
    status,
    code,
    tookMs,
    isAbandoned,
  }: Pick<LiveRequest, 'status' | 'code' | 'isAbandoned'> & { readonly tookMs: number },
): void => {
  if (onLiveRequest === undefined || credential?.mode !== 'live' || credential.kind !== 'key') return;
  const durationMs = Math.round(tookMs);
  onLiveRequest(credential, {
    requestId,
    method: request.method,
    route,
    status,
    code,
    durationMs,
    isAbandoned,
  });
};

/** Pages that poll with a token would push the requests of an integration out of its log (D200). */
const isKept = ({ mode, kind }: Credential, method: string): boolean =>
  mode === 'test' && !(kind === 'token' && isRead(method));

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

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

/** A person may have to look at these: an integration set up wrongly, somebody who tries keys, a flood. */
const watchedStatuses: ReadonlySet<number> = new Set([401, 403, 429, 503]);

/** The 404 of a tenant is watched besides them, because somebody may look for one. */
const isWatched = (status: number, code: ErrorCode | null): boolean =>
  watchedStatuses.has(status) || code === 'TENANT_NOT_FOUND';

/** Warns of failures, and of watched refusals by one line in 10 s for each caller (D139). */
const createRequestLog = ({ logger, hashCredential, isTrustedProxy = nobody }: ResponderPorts) => {
  const omittedBefore = createRefusalSampler();
  return (ending: Omit<Described, 'response'> & LoggedEnding): void => {
    const { status, code, reason } = ending;
    if (!isWatched(status, code)) {
      logger[status >= 500 ? 'warn' : 'debug'](fieldsOf(ending, notRefused), textOf(status));
      return;
    }
    const refusal = refusalOf(ending.exchange, hashCredential, isTrustedProxy);
    const omitted = omittedBefore({
      owner: refusal.owner,
      kind: `${code ?? ''} ${reason}`,
      caller: refusal.caller,
    });
    const fields = fieldsOf(ending, { ...refusal.shown, omitted: omitted ?? undefined });
    logger[omitted === null ? 'debug' : 'warn'](fields, textOf(status));
  };
};

interface ShownCaller {
  readonly keyId?: string | undefined;
  readonly credentialHash?: string | undefined;
  readonly claim?: string | undefined;
  readonly address?: string;
  readonly omitted?: number | undefined;
}

const notRefused: ShownCaller = {};

const fieldsOf = (
  { exchange, status, outcome, code, reason, tookMs, thrown }: Omit<Described, 'response'> & LoggedEnding,
  { keyId, credentialHash, claim, address, omitted }: ShownCaller,
): LogFields => {
  const known = exchange.credential ?? exchange.refusedCaller;
  return {
    requestId: exchange.requestId,
    serverRequestId:
      exchange.serverRequestId === exchange.requestId ? undefined : (exchange.serverRequestId ?? undefined),
    tenantId: known?.tenantId,
    environmentId: known?.environmentId,
    keyId,
    credentialHash,
    claim,
    address,
    traceId: traceIdOf(exchange.traceparent),
    method: exchange.request.method,
    route: exchange.route,
    status,
    outcome,
    code: code ?? undefined,
    reason: reason === 'none' ? undefined : reason,
    omitted,
    ms: Math.round(tookMs * 10) / 10,
    error: thrown,
  };
};

const nobody: IsTrustedProxy = () => false;

/** All who show no credential of an environment: they choose their keys, so their addresses tell them apart. */
const strangers = 'strangers';

const refusalOf = (exchange: Exchange, hashCredential: HashCredential, isTrustedProxy: IsTrustedProxy) => {
  const address = callerAddressOf(exchange.request, isTrustedProxy);
  const { keyId, credentialHash, claim, environmentId } = callerOf(exchange, hashCredential);
  const owner = environmentId?.toString() ?? strangers;
  const caller = (environmentId === undefined ? undefined : (keyId ?? credentialHash)) ?? address;
  return { owner, caller, shown: { keyId, credentialHash, claim, address } };
};

const callerOf = (
  { credential, refusedCaller = {} }: Exchange,
  hashCredential: HashCredential,
): RefusedCaller => {
  if (credential === undefined) return refusedCaller;
  const { kind, id, environmentId } = credential;
  return kind === 'key'
    ? { keyId: id, environmentId }
    : { credentialHash: hashCredential(id), environmentId };
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
  readonly warnings: readonly Warning[];
}

/** Called with the status of the response as it was sent. */
export type OnResponse = (credential: Credential, operationId: string, status: number) => void;

export type OnTestRequest = (request: TestKeyRequest) => void;

/** What is passed on of a request with a live key: neither its bodies nor what its path names. */
export interface LiveRequest {
  readonly requestId: string;
  readonly method: string;
  /** The template of the path. */
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  /** True if the caller had gone before the response. */
  readonly isAbandoned: boolean;
}

export type OnLiveRequest = (credential: Credential, request: LiveRequest) => void;

const testRequestOf = (
  { request, requestId, startedAtMs, showsBodies, sentBody }: Exchange,
  credential: Credential,
  { response: { status, body, warnings = noWarnings }, code }: Omit<Described, 'reason'>,
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
  warnings,
});

const noWarnings: readonly Warning[] = [];

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
