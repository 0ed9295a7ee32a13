import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request with the response that waits for it. */
export interface TurnTaking {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests that a client sent ahead of their answers (RFC 9112, section 9.3.2), begun one after the other. */
export interface RequestTurns {
  /** Begins the request now, or once the answers before it were taken. */
  enter(taking: TurnTaking, begin: () => void): void;
  /** The request of a connection that is being answered. */
  current(socket: Socket): TurnTaking | undefined;
  /** Runs `work` after the last answer of a connection on which no further request can come; at once where none is due. */
  afterLast(socket: Socket, work: () => void): void;
}

interface Waiting {
  readonly taking: TurnTaking;
  readonly begin: () => void;
}

interface RequestLine {
  current: TurnTaking | undefined;
  readonly waiting: Waiting[];
  /** Node pauses connections for reasons of its own; only what was paused here is resumed here. */
  isPaused: boolean;
  last: (() => void) | undefined;
}

/** No client is known that sends so many; each costs some kB before it is begun. */
const waitingMax = 100;

/**
 * Node begins all requests that have arrived on a connection, whether or not anybody reads the answers. Here the next
 * one is begun when the answer before it was handed to the operating system, and nothing is read from the connection
 * meanwhile. Who sends more than a hundred ahead loses the connection.
 */
export const createRequestTurns = (onTooMany: () => void): RequestTurns => {
  const lines = new WeakMap<Socket, RequestLine>();
  const lineOf = (socket: Socket): RequestLine => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: RequestLine = { current: undefined, waiting: [], isPaused: false, last: undefined };
    lines.set(socket, line);
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
        onTooMany();
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

const start = (line: RequestLine, { taking, begin }: Waiting): void => {
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
