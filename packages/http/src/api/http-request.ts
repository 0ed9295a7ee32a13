import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Warning } from '@loyalty/contracts/http';
import type { TenantId } from '@loyalty/kernel';
import type { Credential } from './credential.ts';
import { callerAddressOf } from './caller-address.ts';
import { type Exchange, serverRequestIdOf } from './exchange.ts';
import type { IfMatch } from './if-match.ts';
import type { HttpResponse, Problem } from './response.ts';

export interface HttpRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly operationId: string;
  readonly credential: Credential;
  /** The credential's tenant, which is also the one in the path (D2). */
  readonly tenantId: TenantId;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** What was dropped from the body, if the operation has warnings for that (D124). */
  readonly warnings: readonly Warning[];
  /** The value of the header `If-Match`, if the operation reads it; otherwise null. */
  readonly ifMatch: IfMatch | null;
  /** The value of the header `Idempotency-Key`, if the operation reads it; otherwise null. */
  readonly idempotencyKey: string | null;
  /** The headers. They contain the caller's credential, so they must not be logged or passed on. */
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** Our own id, which no caller chooses. It is equal to `requestId` if the caller sent none. */
  readonly serverRequestId: string;
  /**
   * The address from which the request came. It is null if no trusted proxies are named, because it may be
   * the address of a proxy.
   */
  readonly address: string | null;
  readonly traceparent: string;
  /** Aborts if the client leaves before its response. */
  readonly signal: AbortSignal;
  /**
   * Rejects if the limit refuses the request. Handlers that run while the request is counted wait for this
   * before any effect.
   */
  readonly withinLimit: Promise<void>;
}

/**
 * Handles a request. Refusals are returned as a `Problem`. A thrown `Fault` with `retry` becomes 503, and any
 * other error 500.
 */
export type Handler<Params = unknown, Query = unknown, Body = unknown> = (
  request: HttpRequest<Params, Query, Body>,
) => Promise<HttpResponse | Problem>;

/** A handler of any input; the operation's validator guarantees the right type. */
export type AnyHandler = Handler<never, never, never>;

export interface RequestInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly warnings: readonly Warning[];
  readonly ifMatch: IfMatch | null;
  readonly idempotencyKey: string | null;
}

export interface AdmittedExchange {
  readonly operationId: string;
  readonly credential: Credential;
  readonly exchange: Exchange;
  readonly input: RequestInput;
  readonly withinLimit: Promise<void>;
}

export class AdmittedRequest implements HttpRequest {
  readonly operationId: string;
  readonly credential: Credential;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly warnings: readonly Warning[];
  readonly ifMatch: IfMatch | null;
  readonly idempotencyKey: string | null;
  readonly withinLimit: Promise<void>;
  readonly #exchange: Exchange;
  #signal: AbortSignal | undefined;

  constructor({ operationId, credential, exchange, input, withinLimit }: AdmittedExchange) {
    this.operationId = operationId;
    this.credential = credential;
    this.params = input.params;
    this.query = input.query;
    this.body = input.body;
    this.warnings = input.warnings;
    this.ifMatch = input.ifMatch;
    this.idempotencyKey = input.idempotencyKey;
    this.withinLimit = withinLimit;
    this.#exchange = exchange;
  }

  get tenantId(): TenantId {
    return this.credential.tenantId;
  }

  get headers(): IncomingHttpHeaders {
    return this.#exchange.request.headers;
  }

  get requestId(): string {
    return this.#exchange.requestId;
  }

  get serverRequestId(): string {
    return serverRequestIdOf(this.#exchange);
  }

  get address(): string | null {
    const { request, isTrustedProxy } = this.#exchange;
    return isTrustedProxy === undefined ? null : callerAddressOf(request, isTrustedProxy) || null;
  }

  get traceparent(): string {
    return this.#exchange.traceparent;
  }

  /** Created at its first use: most handlers never use it, and it costs more than the rest of this object. */
  get signal(): AbortSignal {
    return (this.#signal ??= signalOfLeaving(this.#exchange.response));
  }
}

const signalOfLeaving = (response: ServerResponse): AbortSignal => {
  if (response.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};
