import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Whether the connection is cut once the request is sent, or once the service has begun its response. */
type CutAfter = 'request' | 'response';

/** A TCP proxy of an HTTP server that can cut the caller's connection once a request is on its way. */
export interface CuttingProxy {
  /** The server's address through this proxy. */
  readonly url: string;
  /** Cuts the next connection that sends a request. The server has the whole of it, and carries it out. */
  cutNext(after: CutAfter): void;
  /** Connections that were cut. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** Listens on a free port of this machine and forwards to the host and port of `url`. */
export const startCuttingProxy = async (url: string): Promise<CuttingProxy> => {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const state: { next: CutAfter | null; cuts: number } = { next: null, cuts: 0 };
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    join(near, far, state);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.port = (server.address() as AddressInfo).port.toString();
  return {
    url: own.href,
    cutNext: (after) => {
      state.next = after;
    },
    get cuts() {
      return state.cuts;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const join = (near: Socket, far: Socket, state: { next: CutAfter | null; cuts: number }): void => {
  let planned: CutAfter | null = null;
  const cut = (): void => {
    state.cuts += 1;
    near.destroy();
  };
  near.on('data', (bytes) => {
    far.write(bytes);
    if (state.next === null) return;
    planned = state.next;
    state.next = null;
    // Small requests come in one piece; the server keeps its side open, as behind any gateway.
    if (planned === 'request') cut();
  });
  far.on('data', (bytes) => {
    if (planned === 'response' && !near.destroyed) cut();
    else if (!near.destroyed) near.write(bytes);
  });
  near.on('close', () => {
    if (planned === null) far.destroy();
  });
  far.on('close', () => near.destroy());
};
