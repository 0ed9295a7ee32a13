import { Fault, textOf } from '@loyalty/kernel';
import type { Part } from '@loyalty/kernel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ListeningOptions {
  readonly name: string;
  readonly server: Server;
  /** 0 takes any free port. */
  readonly port: number;
  /** Default: every address of this machine. */
  readonly host?: string;
}

/** A server as a part of a process. */
export interface Listening extends Part {
  /** The port in use; 0 before the start. */
  readonly port: number;
  /** True from the call of `stop` on. */
  readonly isStopping: boolean;
  /** Throws a `Fault` `PORT_UNAVAILABLE` when the address cannot be used. */
  start(): Promise<void>;
  /** Accepts no new request, lets running requests finish for at most 10 s, then closes every connection. */
  stop(): Promise<void>;
}

/** Longer than the deadline of any request (3 s), shorter than the shell's own limit (15 s). */
const stopWithinMs = 10_000;

export const createListening = ({ name, server, port, host }: ListeningOptions): Listening => {
  let isStopping = false;
  const sockets = trackSockets(server);
  return {
    name,
    get port() {
      return (server.address() as AddressInfo | null)?.port ?? 0;
    },
    get isStopping() {
      return isStopping;
    },
    start: async () => {
      server.listen({ port, host });
      await once(server, 'listening').catch((failure: unknown) => {
        const address = `${host ?? '*'}:${port.toString()}`;
        throw new Fault('PORT_UNAVAILABLE', `${name} cannot listen on ${address}: ${textOf(failure)}`, {
          cause: failure,
        });
      });
    },
    stop: async () => {
      isStopping = true;
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      closeUnused(sockets);
      await closeWithin(server, closed);
    },
  };
};

const trackSockets = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
};

/** Node counts a connection without any bytes (one opened in advance) as busy. */
const closeUnused = (sockets: ReadonlySet<Socket>): void => {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
};

/** Closes connections as they become idle. No event announces that, so it checks every 50 ms. */
const closeWithin = async (server: Server, closed: Promise<unknown>): Promise<void> => {
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, stopWithinMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
};
