import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request with its response. */
interface TurnTaking {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Pipelined requests (RFC 9112, section 9.3.2), started one after the other. */
export interface RequestTurns {
  /** Starts the request now, or once the responses before it have been taken. */
  enter(taking: TurnTaking, begin: () => void): void;
  /** Returns the running request of a connection. */
  current(socket: Socket): TurnTaking | undefined;
  /**
   * Runs `work` after the last response of a connection that can bring no further request, or now if no
   * response is due.
   */
  afterLast(socket: Socket, work: () => void): void;
}

interface WaitingRequest {
  readonly taking: TurnTaking;
  readonly begin: () => void;
}

interface RequestLine {
  current: TurnTaking | undefined;
  readonly waiting: WaitingRequest[];
  /** Node pauses connections for reasons of its own; only a pause from here is resumed here. */
  isPaused: boolean;
  last: (() => void) | undefined;
}

/** No known client sends that many; each costs some kB before it starts. */
const waitingMax = 100;

/**
 * Creates the queue of each connection. Node starts all requests that have arrived, whether or not the client
 * reads the responses. Here the next one starts when the response before it has gone to the operating system,
 * and the connection is paused meanwhile. A client with more than a hundred requests ahead loses the
 * connection.
 */
export const createRequestTurns = (onTooMany: () => void): RequestTurns => {
  const lines = new WeakMap<Socket, RequestLine>();
  const lineOf = (socket: Socket): RequestLine => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: RequestLine = { current: undefined, waiting: [], isPaused: false, last: undefined };
    lines.set(socket, line);
    socket.prependOnceListener('close', () => {
      forget(line);
    });
    return line;
  };
  return {
    enter: (taking, begin) => {
      const { socket } = taking.request;
      const line = lineOf(socket);
      if (line.current === undefined) {
        start(line, { taking, begin });
      } else if (line.waiting.length < waitingMax) {
        line.waiting.push({ taking, begin });
        line.isPaused = true;
        socket.pause();
      } else {
        // More may follow: Node parses all that has arrived.
        if (!socket.destroyed) onTooMany();
        taking.request.destroy();
        socket.destroy();
      }
    },
    current: (socket) => lines.get(socket)?.current,
    afterLast: (socket, work) => {
      const line = lineOf(socket);
      if (line.current === undefined) work();
      else line.last = work;
    },
  };
};

/**
 * Ends the requests that were never started. Otherwise Node gives each of them an error with a stack. A
 * client that comes again and again with a hundred requests would take the whole processor.
 */
const forget = ({ waiting }: RequestLine): void => {
  for (const { taking } of waiting.splice(0)) taking.request.destroy();
};

const start = (line: RequestLine, { taking, begin }: WaitingRequest): void => {
  line.current = taking;
  // After its last byte, or when the connection is lost.
  taking.response.once('close', () => {
    startNext(line, taking.request.socket);
  });
  begin();
};

const startNext = (line: RequestLine, socket: Socket): void => {
  line.current = undefined;
  if (socket.destroyed) return;
  const next = line.waiting.shift();
  if (line.isPaused && line.waiting.length === 0) {
    line.isPaused = false;
    socket.resume();
  }
  if (next !== undefined) start(line, next);
  else line.last?.();
};
