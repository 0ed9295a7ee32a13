import type { Request, Response } from 'express';
import { randomId } from '@loyalty/kernel';
import { isSampled, notSampled, type Span, traceparentFrom, type Tracer } from '@loyalty/telemetry/tracing';
import type { ServedOperation } from './contract.ts';
import type { IsTrustedProxy } from './caller-address.ts';
import type { Credential, RateVerdict, RefusedCaller } from './credential.ts';

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** The path template, for logs and metrics, because the path itself may contain a reference. */
  readonly route: string;
  /** The operation; null for pages, preflights, and requests for which no operation is found. */
  readonly operationId: string | null;
  readonly requestId: string;
  /** Null until it is needed; see {@link serverRequestIdOf}. */
  serverRequestId: string | null;
  /** Tells whether an address is one of our own proxies; undefined if no proxies are named. */
  readonly isTrustedProxy: IsTrustedProxy | undefined;
  readonly callerTraceparent: string | undefined;
  /** The caller's trace context, or a new one. Once there is a span, it is the context of the span. */
  traceparent: string;
  readonly tracer: Tracer;
  /** The span; null before the caller is identified, or if this request is not traced. */
  span: Span<'http.request'> | null;
  /** The time of the request by the clock of `performance.now()`. */
  readonly startedAtMs: number;
  readonly notices: Readonly<Record<string, string>> | undefined;
  readonly showsBodies: boolean;
  credential: Credential | undefined;
  /** The caller, if there is no valid credential. */
  refusedCaller: RefusedCaller | undefined;
  rate: RateVerdict | undefined;
  /**
   * The body of a request with a test credential, once it is read. For a live credential it stays undefined.
   */
  sentBody: Buffer | undefined;
}

/** The form of a caller's own request id (D7): 1 to 128 printable ASCII characters. */
const ownRequestId = /^[\x20-\x7e]{1,128}$/;

export interface ExchangeContext {
  readonly route: ServedOperation['path'];
  readonly operationId?: string;
  readonly tracer: Tracer;
  readonly notices?: Exchange['notices'];
  readonly showsBodies?: boolean;
  readonly isTrustedProxy?: IsTrustedProxy | undefined;
}

export const beginExchange = (
  request: Request,
  response: Response,
  { route, operationId, tracer, notices, showsBodies = false, isTrustedProxy }: ExchangeContext,
): Exchange => {
  const ownId = request.headers['x-request-id'];
  const traceparent = request.headers['traceparent'];
  const caller = typeof traceparent === 'string' ? traceparent : undefined;
  const isCallers = typeof ownId === 'string' && ownRequestId.test(ownId);
  const requestId = isCallers ? ownId : randomId();
  return {
    request,
    response,
    route,
    operationId: operationId ?? null,
    requestId,
    serverRequestId: isCallers ? null : requestId,
    isTrustedProxy,
    callerTraceparent: caller,
    traceparent: traceparentFrom(caller),
    tracer,
    span: null,
    startedAtMs: performance.now(),
    notices,
    showsBodies,
    credential: undefined,
    refusedCaller: undefined,
    rate: undefined,
    sentBody: undefined,
  };
};

/**
 * Returns the server's own id of the request, which is made at its first use: only records about a request
 * need it besides the caller's id.
 */
export const serverRequestIdOf = (exchange: Exchange): string => (exchange.serverRequestId ??= randomId());

/**
 * Begins the span of a request once the caller is identified, because a stranger must not decide how much is
 * traced. If a request is not traced here, no later service traces it either, whatever its caller wishes
 * (D140).
 */
export const beginSpan = (exchange: Exchange, { environmentId }: Credential): void => {
  const { tracer, callerTraceparent, startedAtMs } = exchange;
  const span = tracer.enter('http.request', callerTraceparent, environmentId, startedAtMs);
  exchange.span = span;
  if (span !== null) exchange.traceparent = span.traceparent;
  else if (isSampled(exchange.traceparent)) exchange.traceparent = notSampled(exchange.traceparent);
};

export const tenantIdIn = ({ params }: Request): string | undefined =>
  params['tenantId']?.toString().toLowerCase();
