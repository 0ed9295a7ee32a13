import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';

/** A receiver on loopback that behaves as the test says. */
export interface Receiver {
  readonly port: number;
  readonly url: string;
  connections(): number;
  received(): string;
  /** Resolves once no connection is open any more. */
  freed(): Promise<void>;
  close(): Promise<void>;
}

export type OnRequest = (socket: Socket, howManyth: number) => void;

export interface ReceiverOptions {
  readonly host?: string;
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Calls `onRequest` for each whole request (they all end in `}`), with the plain socket for the response. */
export const startReceiver = (onRequest: OnRequest, options: ReceiverOptions = {}): Promise<Receiver> => {
  let howManyth = 0;
  const serve = (socket: Socket): void => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.endsWith('}')) return;
      text = '';
      howManyth += 1;
      onRequest(socket, howManyth);
    });
  };
  return listen(
    options.tls === undefined ? createServer(serve) : createTlsServer(options.tls, serve),
    options,
  );
};

/** Starts a receiver on node's own HTTP server. */
export const startHttpReceiver = (onRequest: RequestListener): Promise<Receiver> =>
  listen(createHttpServer(onRequest), {});

const listen = async (server: Server, { host = '127.0.0.1', tls }: ReceiverOptions): Promise<Receiver> => {
  const sockets = new Set<Socket>();
  const chunks: Buffer[] = [];
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The other side may close at any time.
    socket.on('error', () => undefined);
    if (tls === undefined) socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  });
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${port.toString()}/hook`,
    connections: () => connections,
    received: () => Buffer.concat(chunks).toString(),
    freed: async () => {
      while (sockets.size > 0) await sleep(10);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Returns a response with a body and its length; the connection stays open. */
export const answer = (status: number, body = '', ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status.toString()} X`, `content-length: ${body.length.toString()}`, ...headers, '', body].join(
    '\r\n',
  );
