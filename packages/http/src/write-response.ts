import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import type { HttpResponse } from './response.ts';
import type { Exchange } from './exchange.ts';
import { sendBytes, watchStall } from './limits/send-bytes.ts';
import type { StallWatch } from './limits/send-bytes.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { rateHeaders } from './rate-headers.ts';
import { declaredLength } from './read-body.ts';

const noBytes = Buffer.alloc(0);

/** An answer whose body has become bytes. */
export interface WrittenResponse extends HttpResponse {
  readonly bytes: Buffer;
}

export interface WriteOptions {
  /** Asks the client to close its connection. */
  readonly isLast: boolean;
  readonly limits: ServerLimits;
}

/** Writes head and body; who takes none of it for a while loses the connection. */
export const writeResponse = (
  exchange: Exchange,
  answer: WrittenResponse,
  { isLast, limits }: WriteOptions,
): void => {
  const { request, response } = exchange;
  const isUnread = hasMuchUnread(request);
  const headers = headersOf(exchange, answer);
  if (isLast || isUnread) headers['Connection'] = 'close';
  response.writeHead(answer.status, headers);
  const watch: StallWatch = {
    stallMs: limits.limits.answerStallMs,
    onStall: () => {
      limits.shed('answer_stalled');
    },
  };
  const stopDraining = isUnread ? limits.takeDrain() : undefined;
  if (stopDraining === undefined) {
    sendBytes(response, answer.bytes, watch);
    return;
  }
  response.once('close', stopDraining);
  watchStall(response, watch);
  endAfterDraining(request, response, answer.bytes);
};

export const bytesOf = (body: object | undefined): Buffer => {
  if (body === undefined) return noBytes;
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
};

/** Smaller answers are bounded by the number of connections: there is one for each. */
const smallBytes = 64 * 1024;

/** Counts an answer that is not small as its environment's until it was taken; false where that has no room for it. */
export const deferResponse = (
  { credential, response }: Exchange,
  length: number,
  { answers }: ServerLimits,
): boolean => {
  // Pages show everybody the same bytes.
  if (credential === undefined || length <= smallBytes) return true;
  const { environmentId } = credential;
  if (!answers.take(environmentId, length)) return false;
  response.once('close', () => {
    answers.free(environmentId, length);
  });
  return true;
};

const headersOf = ({ requestId, rate, notices }: Exchange, answer: WrittenResponse): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    // Answers speak of members; no cache between here and the till may keep one.
    'Cache-Control': 'no-store',
  };
  if (answer.body !== undefined) headers['Content-Type'] = 'application/json';
  if (answer.status !== 204) headers['Content-Length'] = answer.bytes.length;
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
