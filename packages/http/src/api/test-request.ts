import type { HttpResponse } from './response.ts';
import type { Credential } from './credential.ts';
import type { Exchange } from './exchange.ts';
import { bytesOf } from './write-response.ts';

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
export const testRequestOf = (
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
