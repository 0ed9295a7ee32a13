import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Fault, type Part, systemClock, textOf } from '@loyalty/kernel';
import { connectionEvent, type Transport } from './transport.ts';

interface ListeningOptions {
  readonly name: string;
  readonly transport: Transport;
  readonly port: number;
  /** The default is every address of this machine. */
  readonly host?: string;
  /** Default: it accepts nothing more at once, and running requests have 10 s. */
  readonly stopPlan?: StopPlan;
}

export interface StopPlan {
  /**
   * How long the server still serves although it is not ready, in milliseconds. Load balancers need this time
   * to notice.
   */
  readonly pauseMs: number;
  /** How long running requests may take from the call of `stop`, in milliseconds. */
  readonly finishWithinMs: number;
  /**
   * Ends what requests wait for, so that each gets the response that it would get after its deadline.
   * Connections close 2 s later.
   */
  readonly endWaits: () => void;
}

export interface Listening extends Part {
  readonly port: number;
  readonly isStopping: boolean;
  /** Throws a `Fault` `PORT_UNAVAILABLE` if the address cannot be used. */
  start(): Promise<void>;
  /**
   * Accepts no new requests, lets running ones finish, then closes every connection, within the times of
   * {@link StopPlan}.
   */
  stop(): Promise<void>;
}

const atOnce: StopPlan = { pauseMs: 0, finishWithinMs: 10_000, endWaits: () => undefined };
/** Connections that may wait to be accepted: Linux' default. Beyond, callers try again after 1 s or more. */
const backlog = 4_096;
/** A request that waits no more reads the database for a second at most. */
const lastReadMs = 2_000;

export const createListening = ({
  name,
  transport: { server, handshakes },
  port,
  host,
  stopPlan = atOnce,
}: ListeningOptions): Listening => {
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
      server.listen({ port, host, backlog });
      await once(server, 'listening').catch((failure: unknown) => {
        const address = `${host ?? '*'}:${port.toString()}`;
        throw new Fault('PORT_UNAVAILABLE', `${name} cannot listen on ${address}: ${textOf(failure)}`, {
          cause: failure,
        });
      });
    },
    stop: async () => {
      const endMs = performance.now() + stopPlan.finishWithinMs;
      isStopping = true;
      if (!server.listening) return;
      if (stopPlan.pauseMs > 0) await systemClock.sleep(stopPlan.pauseMs);
      const closed = once(server, 'close');
      server.close();
      closeUnused(sockets);
      for (const socket of handshakes) socket.destroy();
      await closeBy(server, closed, { endMs, endWaits: stopPlan.endWaits });
    },
  };
};

const trackSockets = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on(connectionEvent(server), (socket: Socket) => {
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
const closeBy = async (
  server: Server,
  closed: Promise<unknown>,
  { endMs, endWaits }: { readonly endMs: number; readonly endWaits: () => void },
): Promise<void> => {
  const leftMs = Math.max(0, endMs - performance.now());
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  const waitsTimer = setTimeout(endWaits, leftMs);
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, leftMs + lastReadMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(waitsTimer);
  clearTimeout(deadline);
};
