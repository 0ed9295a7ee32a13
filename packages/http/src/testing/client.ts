import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface Call {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: object | string | Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** Sends one request over its own connection, with the URL exactly as given (fetch would normalise it). */
export const call = async (origin: string, path: string, options: Call = {}): Promise<Reply> => {
  const { body, method = body === undefined ? 'GET' : 'POST' } = options;
  const bytes = bytesOf(body);
  const sending = request(origin, { method, path, agent: false, headers: headersOf(options, bytes.length) });
  sending.end(bytes);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const text = await textOf(response);
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(response, text) };
};

const bytesOf = (body: Call['body'] = ''): Buffer => {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

const headersOf = ({ key, body, headers }: Call, length: number): Record<string, string> => ({
  ...(key === undefined ? {} : { 'x-api-key': key }),
  ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': length.toString() }),
  ...headers,
});

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const parsed = (response: IncomingMessage, text: string): Record<string, unknown> => {
  const isJson = response.headers['content-type']?.includes('json') === true && text !== '';
  return isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
};

/** A connection on which a test sends exact bytes. */
export interface RawConnection {
  readonly socket: Socket;
  /** Returns everything received so far. */
  received(): string;
  /** Resolves once `pattern` was received; rejects when the server closed without it. */
  receives(pattern: RegExp): Promise<string>;
  readonly closed: Promise<void>;
}

export const connectRaw = async (origin: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  const receives = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(text)) {
      if (socket.destroyed) throw new Error(`closed after: ${text}`);
      await Promise.race([once(socket, 'data'), closed]);
    }
    return text;
  };
  return { socket, received: () => text, receives, closed };
};
