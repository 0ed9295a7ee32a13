import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Joins two connections: each ends or breaks as the other does. */
export const join = (near: Socket, far: Socket): void => {
  near.on('error', () => far.resetAndDestroy());
  far.on('error', () => near.resetAndDestroy());
  near.pipe(far);
  far.pipe(near);
};

/** Listens on a port of this machine; 0: any free one. Returns the port. */
export const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** A way to a server of this machine that can be closed: the server is then away for those who use the door. */
export class TcpDoor {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  /** Opens a door to this port. */
  static async open(target: number): Promise<TcpDoor> {
    const door = new TcpDoor(target);
    door.#port = await listen(door.#server, 0);
    return door;
  }

  private constructor(target: number) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      const far = connect({ host: '127.0.0.1', port: target, allowHalfOpen: true, noDelay: true });
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
      }
      join(near, far);
    });
  }

  /** Returns the address of the server through this door. */
  through(url: string): string {
    const by = new URL(url);
    by.hostname = '127.0.0.1';
    by.port = this.#port.toString();
    return by.href.replace(/\/$/, '');
  }

  /** Breaks all connections and refuses new ones. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Lets connections through again, at the same address. */
  async reopen(): Promise<void> {
    await listen(this.#server, this.#port);
  }
}
