import { connect, type Socket } from 'node:net';

/** The result of an exchange. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** The place to which a request goes, and the key that it shows. */
export interface RequestTarget {
  /** `http://host:port/path` */
  readonly url: string;
  readonly key: string;
}

/** One request: its head without the length of the body, which is ASCII. */
export interface PreparedRequest {
  readonly head: string;
  readonly body: string;
}

/** Returns the head of requests to a target; made once for each target, because a connection sends thousands. */
export const headOf = ({ url, key }: RequestTarget): string => {
  const { pathname, host } = new URL(url);
  return (
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\n` +
    'Content-Type: application/json\r\nContent-Length: '
  );
};

const headEnd = '\r\n\r\n';
const lengthHeader = /\r\ncontent-length: *(\d+)/i;

/**
 * A kept-alive connection with one request in flight. It supports only responses that state their length: a general client
 * would take more CPU time from the service under test on the same machine.
 */
export class HttpConnection {
  readonly #url: URL;
  #socket: Socket;
  #received = '';
  #settle: { resolve(answer: HttpAnswer): void; reject(failure: Error): void } | undefined;

  /** Connects to the host of a URL; the path stands in each request. */
  constructor(url: URL) {
    this.#url = url;
    this.#socket = this.#open();
  }

  #open(): Socket {
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), noDelay: true });
    // Bodies are ASCII: one byte is one character, so lengths can be compared.
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      this.#take(chunk.toString());
    });
    socket.on('error', (failure) => {
      this.#fail(failure);
    });
    socket.on('close', () => {
      this.#fail(new Error('the connection was closed'));
    });
    return socket;
  }

  /** Sends a request; opens a new connection when the idle one was closed. Rejects when the connection breaks. */
  post({ head, body }: PreparedRequest): Promise<HttpAnswer> {
    if (this.#socket.destroyed) this.#socket = this.#open();
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(`${head}${body.length.toString()}${headEnd}${body}`, 'latin1');
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#received = this.#received === '' ? chunk : this.#received + chunk;
    const bodyAt = this.#received.indexOf(headEnd) + headEnd.length;
    if (bodyAt < headEnd.length) return;
    const length = lengthHeader.exec(this.#received)?.[1];
    if (length === undefined) {
      this.#fail(new Error('an answer does not state its length'));
      return;
    }
    if (this.#received.length < bodyAt + Number(length)) return;
    const answer = { status: Number(this.#received.slice(9, 12)), body: this.#received.slice(bodyAt) };
    this.#received = '';
    this.#settle?.resolve(answer);
  }

  #fail(failure: Error): void {
    this.#settle?.reject(failure);
  }
}
