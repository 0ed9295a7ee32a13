import { randomId } from '@loyalty/kernel';
import { traceparentFrom, type Span, type Tracer } from '@loyalty/telemetry';
import type { Request, Response } from 'express';

import type { ServedOperation } from './contract.ts';
import type { Credential, RateVerdict } from './credential.ts';

/** One request with its response, and what has been learnt about it so far. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** The path template, for logs and metrics: the path itself can carry a reference. */
  readonly route: string;
  readonly requestId: string;
  /** The caller's W3C trace context, or a new one. */
  readonly traceparent: string;
  /** Null when nobody looks at this request's trace. */
  readonly span: Span<'http.request'> | null;
  /** On the clock of `performance.now()`. */
  readonly startedAtMs: number;
  /** Headers that every answer of the operation carries. */
  readonly notices: Readonly<Record<string, string>> | undefined;
  /** Known once the caller has been identified. */
  credential: Credential | undefined;
  /** Known once the request has been counted. */
  rate: RateVerdict | undefined;
}

/** What a caller may choose as its own request id (D7): 1 to 128 printable ASCII characters. */
const ownRequestId = /^[\x20-\x7e]{1,128}$/;

/** Where a request goes: an operation's path, or a word where no route matched; and who traces it. */
export interface ExchangeContext {
  readonly route: ServedOperation['path'];
  readonly tracer: Tracer;
  readonly notices?: Exchange['notices'];
}

/** Begins an exchange, and its span where its trace is sampled. */
export const beginExchange = (
  request: Request,
  response: Response,
  { route, tracer, notices }: ExchangeContext,
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
    credential: undefined,
    rate: undefined,
  };
};
