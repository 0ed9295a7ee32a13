import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { rateHeaders } from './credential.ts';
import type { Exchange } from './exchange.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { declaredLength } from './read-body.ts';
import type { HttpResponse } from './response.ts';
import { warningsHeader } from './warnings-header.ts';

const noBytes = Buffer.alloc(0);

interface WrittenResponse extends HttpResponse {
  readonly bytes: Buffer;
}

interface WriteOptions {
  readonly isLast: boolean;
  readonly limits: ServerLimits;
}

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

/** Smaller responses are bounded by the number of connections: there is one for each. */
const smallBytes = 64 * 1024;

/**
 * Counts a large response until it was taken. Returns false if its environment's share has no space for it.
 */
export const deferResponse = (
  { credential, response }: Exchange,
  length: number,
  { responses }: ServerLimits,
): boolean => {
  // Pages show everyone the same bytes.
  if (credential === undefined || length <= smallBytes) return true;
  const { environmentId } = credential;
  if (!responses.take(environmentId, length)) return false;
  response.once('close', () => {
    responses.free(environmentId, length);
  });
  return true;
};

/**
 * Headers that keep browsers from running or framing a response, and from passing on its address. Pages have
 * policies of their own.
 */
export const guardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  // Responses describe members; no cache between here and the till may store one.
  'Cache-Control': 'no-store',
} as const;

const headersOf = ({ requestId, rate, notices }: Exchange, answer: WrittenResponse): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = {
    'X-Request-Id': requestId,
  };
  Object.assign(headers, guardHeaders);
  if (answer.body !== undefined) headers['Content-Type'] = 'application/json';
  if (answer.warnings !== undefined && answer.warnings.length > 0)
    headers['Loyalty-Warnings'] = warningsHeader(answer.warnings);
  if (answer.status !== 204 && answer.status !== 304) headers['Content-Length'] = answer.bytes.length;
  if (rate !== undefined) Object.assign(headers, rateHeaders(rate));
  return Object.assign(headers, notices, answer.headers);
};

/** Up to this size node reads the rest of a refused body: it is in the socket already. */
const quietlyDroppedBytesMax = 64 * 1024;

const hasMuchUnread = (request: IncomingMessage): boolean =>
  !request.complete &&
  (request.headers['transfer-encoding'] !== undefined || declaredLength(request) > quietlyDroppedBytesMax);

/** How much of a refused body is still received: the largest that any route accepts, and some more. */
const drainBytesMax = 8 * 1024 * 1024;
const drainMs = 2_000;

/** Closed at once, the reset would overtake the response that explains it (RFC 9112, section 9.6). */
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

/** Small enough to show progress, large enough to cost no throughput. */
const pieceBytes = 256 * 1024;

/** Ends the response with the bytes, and closes the connection when none of them is taken for `stallMs`. */
const sendBytes = (response: ServerResponse, bytes: Buffer, watch: StallWatch): void => {
  if (bytes.length > pieceBytes) {
    sendPieces(response, bytes, watchStall(response, watch));
    return;
  }
  response.end(bytes);
  // Usually the operating system has taken all bytes by now, and no timer is needed.
  if (response.socket !== null && response.socket.writableLength > 0) watchStall(response, watch);
};

interface StallWatch {
  readonly stallMs: number;
  readonly onStall: () => void;
}

const watchStall = (response: ServerResponse, { stallMs, onStall }: StallWatch): NodeJS.Timeout => {
  const timer = setTimeout(() => {
    onStall();
    response.destroy();
  }, stallMs);
  response.once('close', () => {
    clearTimeout(timer);
  });
  return timer;
};

const sendPieces = (response: ServerResponse, bytes: Buffer, timer: NodeJS.Timeout): void => {
  let sent = 0;
  const sendNext = (failure?: Error | null): void => {
    if (failure !== undefined && failure !== null) return;
    timer.refresh();
    const piece = bytes.subarray(sent, sent + pieceBytes);
    sent += piece.length;
    if (sent < bytes.length) response.write(piece, sendNext);
    else response.end(piece);
  };
  sendNext();
};
