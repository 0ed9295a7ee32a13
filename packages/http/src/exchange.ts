import { randomId } from '@loyalty/kernel';
import { traceparentFrom, type Span, type Tracer } from '@loyalty/telemetry';
import type { Request, Response } from 'express';

import type { ServedOperation } from './contract.ts';
import type { Credential, RateVerdict } from './credential.ts';

/** One request with its response, and the facts known about it so far. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** The path template, for logs and metrics: the path itself may contain a reference. */
  readonly route: string;
  readonly requestId: string;
  /** The caller's W3C trace context, or a new one. */
  readonly traceparent: string;
  /** Null when this request is not traced. */
  readonly span: Span<'http.request'> | null;
  /** On the clock of `performance.now()`. */
  readonly startedAtMs: number;
  /** Headers of every response of the operation. */
  readonly notices: Readonly<Record<string, string>> | undefined;
  /** False where bodies of the operation are not passed to {@link OnTestRequest}. */
  readonly showsBodies: boolean;
  /** Set once the caller is identified. */
  credential: Credential | undefined;
  /** Set once the request is counted. */
  rate: RateVerdict | undefined;
  /** The body of a request with a test credential, once it is read. Of live ones it stays undefined. */
  sentBody: Buffer | undefined;
}

/** The form of a caller's own request id (D7): 1 to 128 printable ASCII characters. */
const ownRequestId = /^[\x20-\x7e]{1,128}$/;

/** The route of a request (an operation's path, or a word when none matched) and its tracer. */
export interface ExchangeContext {
  readonly route: ServedOperation['path'];
  readonly tracer: Tracer;
  readonly notices?: Exchange['notices'];
  readonly showsBodies?: boolean;
}

/** Begins an exchange, and its span when its trace is sampled. */
export const beginExchange = (
  request: Request,
  response: Response,
  { route, tracer, notices, showsBodies = false }: ExchangeContext,
): Exchange => {
  const ownId = request.headers['x-request-id'];
  const traceparent = request.headers['traceparent'];
  const caller = typeof traceparent === 'string' ? traceparent : undefined;
  const span = tracer.enter('http.request', caller);
  return {
    request,
    response,
    route,
    requestId: typeof ownId === 'string' && ownRequestId.test(ownId) ? ownId : randomId(),
    traceparent: span?.traceparent ?? traceparentFrom(caller),
    span,
    startedAtMs: performance.now(),
    notices,
    showsBodies,
    credential: undefined,
    rate: undefined,
    sentBody: undefined,
  };
};
