import type { EnvironmentId } from '@loyalty/kernel';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Whose the connections of a server are. */
export interface ConnectionShares {
  /** Notes that a connection is used by an environment; false where that one has its share of them already. */
  claim(socket: Socket, owner: EnvironmentId): boolean;
  /** Connections that are open. */
  readonly open: number;
}

/** So many environments at their shares fill the server. */
const sharesInAll = 4;

/**
 * At most `connectionsMax` connections, a quarter of them for one environment (D118). One more than that takes the
 * place of the oldest on which nobody has shown a valid credential, so that strangers cannot keep callers out.
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
      // One that closed meanwhile is counted no more: nothing would ever take it out again.
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
