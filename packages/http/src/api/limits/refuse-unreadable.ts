import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { randomId } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { HttpContract } from '../contract.ts';
import { describeProblem, problem, type Problem } from '../response.ts';
import { guardHeaders } from '../write-response.ts';
import type { RequestTurns } from './request-turns.ts';

interface RefuseUnreadableOptions {
  readonly turns: RequestTurns;
  readonly problemOf: HttpContract['problemOf'];
  readonly logger: Logger;
  readonly onRefused: (refusal: Problem) => void;
}

/**
 * Responds with a problem document (D7) to bytes that node cannot read as a request or does not receive in
 * time, and closes the connection.
 */
export const refuseUnreadable = (server: Server, options: RefuseUnreadableOptions): void => {
  // Node continues to read, and finds the rest unreadable as well.
  const refused = new WeakSet<Socket>();
  server.on('clientError', (failure: NodeJS.ErrnoException, stream) => {
    // A server of node:http has no other streams.
    if (!(stream instanceof Socket) || refused.has(stream)) return;
    refused.add(stream);
    if (!stream.writable || failure.code === 'ECONNRESET') stream.destroy();
    else refuseInTurn(stream, failure.code, options);
  });
};

/** Refuses after the responses to earlier requests; at once when the present request ends in the middle. */
const refuseInTurn = (socket: Socket, code: string | undefined, options: RefuseUnreadableOptions): void => {
  const refuse = (): void => {
    const refusal = problemOfFailure(code);
    options.onRefused(refusal);
    writeRefusal(socket, refusal, options);
  };
  const current = options.turns.current(socket);
  if (current === undefined || current.request.complete) options.turns.afterLast(socket, refuse);
  else if (current.response.headersSent) socket.destroy();
  else refuse();
};

const problemOfFailure = (code: string | undefined): Problem => {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('REQUEST_TIMEOUT');
  return problem('VALIDATION_ERROR', {
    detail: 'The request is not valid HTTP/1.1.',
    context: { errors: [{ pointer: '', message: 'must be valid HTTP/1.1' }] },
  });
};

/**
 * How long the client's remaining bytes are read, so that it can read the refusal (RFC 9112, section 9.6).
 */
const drainMs = 2_000;

const writeRefusal = (
  socket: Socket,
  refusal: Problem,
  { problemOf, logger }: RefuseUnreadableOptions,
): void => {
  const requestId = randomId();
  const { status, headers, body } = describeProblem(refusal, requestId, problemOf);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': requestId,
    ...guardHeaders,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value.toString()}\r\n`);
  socket.end(`HTTP/1.1 ${status.toString()} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), drainMs);
  socket.once('close', () => {
    clearTimeout(timer);
  });
  logger.debug({ requestId, status, code: refusal.problem }, 'request could not be read');
};
