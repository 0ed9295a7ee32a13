import type { Request, Response } from 'express';
import { randomId } from '@loyalty/kernel';
import { type Span, traceparentFrom, type Tracer } from '@loyalty/telemetry/tracing';
import type { ServedOperation } from './contract.ts';
import type { Credential, RateVerdict } from './credential.ts';

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** The path template, for logs and metrics: the path itself may contain a reference. */
  readonly route: string;
  readonly requestId: string;
  readonly callerTraceparent: string | undefined;
  /** The caller's trace context, or a new one; that of the span once there is one. */
  traceparent: string;
  readonly tracer: Tracer;
  /** Null when this request is not traced, and before the caller is identified. */
  span: Span<'http.request'> | null;
  /** On the clock of `performance.now()`. */
  readonly startedAtMs: number;
  readonly notices: Readonly<Record<string, string>> | undefined;
  readonly showsBodies: boolean;
  credential: Credential | undefined;
  rate: RateVerdict | undefined;
  /** The body of a request with a test credential, once it is read. Of live ones it stays undefined. */
  sentBody: Buffer | undefined;
}

/** The form of a caller's own request id (D7): 1 to 128 printable ASCII characters. */
const ownRequestId = /^[\x20-\x7e]{1,128}$/;

export interface ExchangeContext {
  readonly route: ServedOperation['path'];
  readonly tracer: Tracer;
  readonly notices?: Exchange['notices'];
  readonly showsBodies?: boolean;
}

export const beginExchange = (
  request: Request,
  response: Response,
  { route, tracer, notices, showsBodies = false }: ExchangeContext,
): Exchange => {
  const ownId = request.headers['x-request-id'];
  const traceparent = request.headers['traceparent'];
  const caller = typeof traceparent === 'string' ? traceparent : undefined;
  return {
    request,
    response,
    route,
    requestId: typeof ownId === 'string' && ownRequestId.test(ownId) ? ownId : randomId(),
    callerTraceparent: caller,
    traceparent: traceparentFrom(caller),
    tracer,
    span: null,
    startedAtMs: performance.now(),
    notices,
    showsBodies,
    credential: undefined,
    rate: undefined,
    sentBody: undefined,
  };
};

/** Called once the caller is identified, because a stranger must not decide how much is traced. */
export const beginSpan = (exchange: Exchange): void => {
  const span = exchange.tracer.enter('http.request', exchange.callerTraceparent, exchange.startedAtMs);
  if (span === null) return;
  exchange.span = span;
  exchange.traceparent = span.traceparent;
};

export const tenantIdIn = ({ params }: Request): string | undefined =>
  params['tenantId']?.toString().toLowerCase();
