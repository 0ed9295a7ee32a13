import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { EnvironmentId } from '@loyalty/kernel';
import { createShareWeights, defaultShare } from '@loyalty/kernel/shares';

/** The owners of a server's connections. */
export interface ConnectionShares {
  /** Notes that an environment uses a connection. Returns false when it has its share already. */
  claim(socket: Socket, owner: EnvironmentId): boolean;
  readonly open: number;
}

/**
 * Allows at most `connectionsMax` connections, a quarter of them for one environment (D118). One more
 * replaces the oldest without a valid credential so far, so that strangers cannot keep callers out.
 */
export const createConnectionShares = (server: Server, connectionsMax: number): ConnectionShares => {
  const unproven = new Set<Socket>();
  const owners = new Map<Socket, EnvironmentId>();
  // All of them are bounded when they open.
  const shares = createShareWeights({ whole: Infinity, share: connectionsMax * defaultShare });

  const forget = (socket: Socket): void => {
    const owner = owners.get(socket);
    if (owner !== undefined) shares.free(owner, 1);
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
      if (shares.isFull(owner)) return false;
      forget(socket);
      // One that closed meanwhile is not counted, because nothing would ever subtract it.
      if (socket.destroyed) return true;
      owners.set(socket, owner);
      shares.add(owner, 1);
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
