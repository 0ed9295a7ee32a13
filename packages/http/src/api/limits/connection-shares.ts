import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type EnvironmentId, invariant } from '@loyalty/kernel';
import { defaultShare } from '@loyalty/kernel/shares';
import { connectionEvent } from '../../admin/transport.ts';

/** The environments that own a server's connections. */
export interface ConnectionShares {
  /** Notes that an environment uses a connection. Returns false if the environment has used up its share. */
  claim(socket: Socket, owner: EnvironmentId): boolean;
  readonly open: number;
}

interface ConnectionLimits {
  readonly connectionsMax: number;
  /** Returns true while a request of the connection is handled. */
  readonly isBusy: (socket: Socket) => boolean;
  /** Called for each connection of an environment that makes way. */
  readonly onEvicted: () => void;
}

/**
 * So much is left to those who have not shown a credential yet, whatever environments hold. With less, newcomers
 * would close each other before their first request has come.
 */
const unprovenShare = 1 / 16;

/**
 * Allows at most `connectionsMax` connections, and a quarter of them for one environment (D118). Above that,
 * the oldest connection without a valid credential is closed for a new one. If there are few of those, the
 * one that was idle the longest of the largest owner is closed. So neither strangers nor environments that
 * fill their shares together keep newcomers out.
 */
export const createConnectionShares = (server: Server, limits: ConnectionLimits): ConnectionShares => {
  const { connectionsMax } = limits;
  const unproven = new Set<Socket>();
  const unprovenMin = Math.max(1, Math.floor(connectionsMax * unprovenShare));
  const owned = createOwnedConnections();
  const makeWay = (): void => {
    const idle = unproven.size > unprovenMin ? null : owned.idlest(limits.isBusy);
    if (idle !== null) limits.onEvicted();
    const leaving = idle ?? first(unproven);
    unproven.delete(leaving);
    owned.forget(leaving);
    leaving.destroy();
  };
  server.on(connectionEvent(server), (socket: Socket) => {
    unproven.add(socket);
    socket.once('close', () => {
      unproven.delete(socket);
      owned.forget(socket);
    });
    if (unproven.size + owned.size > connectionsMax) makeWay();
  });
  return {
    claim: (socket, owner) => {
      if (owned.touch(socket, owner)) return true;
      if (owned.sizeOf(owner) >= connectionsMax * defaultShare) return false;
      // One that closed meanwhile is not counted, because nothing would ever subtract it.
      if (socket.destroyed) return true;
      unproven.delete(socket);
      owned.add(socket, owner);
      return true;
    },
    get open() {
      return unproven.size + owned.size;
    },
  };
};

const first = (sockets: ReadonlySet<Socket>): Socket => {
  const [oldest] = sockets;
  invariant(oldest !== undefined, 'the newest connection is among those without a credential');
  return oldest;
};

/** Each environment's connections, the one that began a request longest ago first. */
const createOwnedConnections = () => {
  const owners = new Map<Socket, EnvironmentId>();
  const socketsOf = new Map<EnvironmentId, Set<Socket>>();
  const forget = (socket: Socket): void => {
    const owner = owners.get(socket);
    if (owner === undefined) return;
    owners.delete(socket);
    const sockets = socketsOf.get(owner);
    sockets?.delete(socket);
    if (sockets?.size === 0) socketsOf.delete(owner);
  };
  return {
    get size() {
      return owners.size;
    },
    sizeOf: (owner: EnvironmentId): number => socketsOf.get(owner)?.size ?? 0,
    forget,
    /** Makes the connection the one that was used last. False when another owner, or none, has it. */
    touch: (socket: Socket, owner: EnvironmentId): boolean => {
      if (owners.get(socket) !== owner) return false;
      const sockets = socketsOf.get(owner);
      sockets?.delete(socket);
      sockets?.add(socket);
      return true;
    },
    add: (socket: Socket, owner: EnvironmentId): void => {
      forget(socket);
      owners.set(socket, owner);
      const sockets = socketsOf.get(owner) ?? new Set();
      socketsOf.set(owner, sockets.add(socket));
    },
    /**
     * Returns a connection of the largest owner that has one without a request; null when all connections
     * have one.
     */
    idlest: (isBusy: (socket: Socket) => boolean): Socket | null => {
      let found: Socket | null = null;
      let size = 0;
      for (const sockets of socketsOf.values()) {
        if (sockets.size <= size) continue;
        const idle = firstIdle(sockets, isBusy);
        if (idle === null) continue;
        found = idle;
        size = sockets.size;
      }
      return found;
    },
  };
};

const firstIdle = (sockets: ReadonlySet<Socket>, isBusy: (socket: Socket) => boolean): Socket | null => {
  for (const socket of sockets) if (!isBusy(socket)) return socket;
  return null;
};
