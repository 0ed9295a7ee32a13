import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { EnvironmentId } from '@loyalty/kernel';

/** The owners of a server's connections. */
export interface ConnectionShares {
  /** Notes that an environment uses a connection. Returns false when it has its share already. */
  claim(socket: Socket, owner: EnvironmentId): boolean;
  readonly open: number;
}

/** This many environments at their shares fill the server. */
const sharesInAll = 4;

/**
 * Allows at most `connectionsMax` connections, a quarter of them for one environment (D118). One more
 * replaces the oldest without a valid credential so far, so that strangers cannot keep callers out.
 */
export const createConnectionShares = (server: Server, connectionsMax: number): ConnectionShares => {
  const unproven = new Set<Socket>();
  const owners = new Map<Socket, EnvironmentId>();
  const counts = new Map<EnvironmentId, number>();
  const share = Math.ceil(connectionsMax / sharesInAll);

  const count = (owner: EnvironmentId, change: 1 | -1): void => {
    const left = (counts.get(owner) ?? 0) + change;
    if (left === 0) counts.delete(owner);
    else counts.set(owner, left);
  };
  const forget = (socket: Socket): void => {
    const owner = owners.get(socket);
    if (owner !== undefined) count(owner, -1);
    owners.delete(socket);
    unproven.delete(socket);
  };
  server.on('connection', (socket: Socket) => {
    unproven.add(socket);
    socket.once('close', () => {
      forget(socket);
    });
    if (unproven.size + owners.size > connectionsMax) destroyOldest(unproven);
  });
  return {
    claim: (socket, owner) => {
      if (owners.get(socket) === owner) return true;
      if ((counts.get(owner) ?? 0) >= share) return false;
      forget(socket);
      // One that closed meanwhile is not counted, because nothing would ever subtract it.
      if (socket.destroyed) return true;
      owners.set(socket, owner);
      count(owner, 1);
      return true;
    },
    get open() {
      return unproven.size + owners.size;
    },
  };
};

const destroyOldest = (sockets: Set<Socket>): void => {
  const [oldest] = sockets;
  if (oldest === undefined) return;
  sockets.delete(oldest);
  oldest.destroy();
};
