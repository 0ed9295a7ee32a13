import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import type { HttpAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { rateHeaders } from './rate-headers.ts';
import { declaredLength } from './read-body.ts';

const noBytes = Buffer.alloc(0);

/** Writes head and body in one go. `isLast` asks the client to close its connection. */
export const writeAnswer = (
  exchange: Exchange,
  answer: HttpAnswer,
  { isLast }: { readonly isLast: boolean },
): void => {
  const { request, response } = exchange;
  const bytes = bytesOf(answer.body);
  const isUnread = hasMuchUnread(request);
  const headers = headersOf(exchange, answer, bytes.length);
  if (isLast || isUnread) headers['Connection'] = 'close';
  response.writeHead(answer.status, headers);
  if (isUnread) endAfterDraining(request, response, bytes);
  else response.end(bytes);
};

const bytesOf = (body: object | undefined): Buffer => {
  if (body === undefined) return noBytes;
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
};

const headersOf = (
  { requestId, rate, notices }: Exchange,
  answer: HttpAnswer,
  length: number,
): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    // Answers speak of members; no cache between here and the till may keep one.
    'Cache-Control': 'no-store',
  };
  if (answer.body !== undefined) headers['Content-Type'] = 'application/json';
  if (answer.status !== 204) headers['Content-Length'] = length;
  if (rate !== undefined) Object.assign(headers, rateHeaders(rate));
  return Object.assign(headers, notices, answer.headers);
};

/** Up to here node reads the rest of a refused body and keeps the connection; it is in the socket already. */
const quietlyDroppedBytesMax = 64 * 1024;

const hasMuchUnread = (request: IncomingMessage): boolean =>
  !request.complete &&
  (request.headers['transfer-encoding'] !== undefined || declaredLength(request) > quietlyDroppedBytesMax);

/** How much of a body that nobody wants is still taken in: the largest that any route accepts, and some. */
const drainBytesMax = 8 * 1024 * 1024;
const drainMs = 2_000;

/**
 * Sends the answer, then takes in what the client is still sending before the connection is closed: closed at once,
 * the reset would reach the client before the answer that explains it (RFC 9112, section 9.6).
 */
const endAfterDraining = (request: IncomingMessage, response: ServerResponse, bytes: Buffer): void => {
  response.write(bytes);
  let drained = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('end', finish).off('close', finish);
    response.end();
  };
  const onData = (chunk: Buffer): void => {
    drained += chunk.length;
    if (drained > drainBytesMax) finish();
  };
  const timer = setTimeout(finish, drainMs);
  request.on('data', onData).on('end', finish).on('close', finish).resume();
};
