import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './servers/free-port.ts';

/**
 * A way to a server that is closed until a test opens it. Clients that come earlier are refused, as if the
 * server were unavailable.
 */
export interface Door {
  /** The server's address through this door. */
  readonly url: string;
  readonly port: number;
  open(): Promise<void>;
  /** Closes all connections and stops listening. */
  close(): Promise<void>;
}

/** Creates a door on a free port of this machine to the host and port of `url`. */
export const createDoor = async (url: string): Promise<Door> => {
  const target = new URL(url);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  return {
    url: through(target, port),
    port,
    open: () => listening(server, port),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
};

const listening = async (server: Server, port: number): Promise<void> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
};

const through = (target: URL, port: number): string => {
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = port.toString();
  return url.href;
};
