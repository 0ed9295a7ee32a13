import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on 127.0.0.1. */
export interface TestServer {
  /** Its address, without a path. */
  readonly origin: string;
  /** Closes all connections and stops listening. */
  readonly close: () => Promise<void>;
}

/** Serves on this port of 127.0.0.1. Default: any free port. */
export const startTestServer = async (serve: RequestListener, port = 0): Promise<TestServer> => {
  const server = createServer(serve);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A run that failed must be able to exit.
  server.unref();
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** A request with its complete body. */
export interface TestRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Calls `receive` once a request is complete. It may leave the response open. */
export const wholeRequests =
  (receive: (request: TestRequest, response: ServerResponse) => void): RequestListener =>
  (request, response) => {
    const parts: Buffer[] = [];
    // The connections of a killed sender end at any time.
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      receive({ path, headers, body: Buffer.concat(parts) }, response);
    });
  };
