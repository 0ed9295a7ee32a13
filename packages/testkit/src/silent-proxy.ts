import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy to a server that can fall silent, like a network that loses all packets. */
export interface SilentProxy {
  /** The server's address through this proxy. */
  readonly url: string;
  /** The number of open client connections. */
  readonly connections: number;
  /** Stops all traffic in both directions, ends included. Connections stay open, and new ones are accepted. */
  fallSilent(): void;
  /** Resumes the traffic, including what was sent meanwhile: a network sends lost packets again. */
  speak(): void;
  /** Closes all connections and stops listening. */
  close(): Promise<void>;
}

/** Listens on a free port of this machine and forwards to the host and port of `url`. */
export const createSilentProxy = async (url: string): Promise<SilentProxy> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const forward = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
    if (isSilent) from.pause();
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true });
    forward(near, far);
    forward(far, near);
  });
  await listening(server);
  return {
    url: at(target, server),
    get connections() {
      return sockets.size / 2;
    },
    fallSilent: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const listening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve();
    });
  });

const at = (target: URL, server: Server): string => {
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = (server.address() as AddressInfo).port.toString();
  return url.href;
};
