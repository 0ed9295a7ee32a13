import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Callers who misuse their connections until they are stopped. */
export interface SilentClients {
  /** The number of responses that were read, by status. */
  readonly statuses: ReadonlyMap<string, number>;
  stop(): void;
}

/** The behaviour of each connection, repeated whenever the server closes it. */
export interface Misuse {
  readonly origin: string;
  readonly connections: number;
  /** Writes to a connection, and reads from it as it likes. */
  readonly use: (socket: Socket) => void;
}

/** The pause before a closed connection is opened again. */
const reconnectMs = 200;

/** Keeps `connections` connections open to the server, each with the behaviour of `use`. */
export const openSilentClients = ({ origin, connections, use }: Misuse): SilentClients => {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  const statuses = new Map<string, number>();
  const ended = new AbortController();

  const keepOne = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const socket = connect(Number(port), hostname);
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        noteStatuses(statuses, chunk);
      });
      socket.once('connect', () => {
        use(socket);
      });
      await once(socket, 'close').catch(() => undefined);
      sockets.delete(socket);
      await pause(reconnectMs);
    }
  };
  for (let n = 0; n < connections; n += 1) void keepOne();
  return {
    statuses,
    stop: () => {
      ended.abort();
      for (const socket of sockets) socket.destroy();
    },
  };
};

const noteStatuses = (statuses: Map<string, number>, chunk: Buffer): void => {
  for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
};

/** Formats a request; `length` announces a body that is written separately. */
export const requestText = (
  path: string,
  {
    key,
    method = 'GET',
    length,
  }: { readonly key: string; readonly method?: string; readonly length?: number },
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `X-API-Key: ${key}`,
    ...(length === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${length.toString()}`]),
    '\r\n',
  ].join('\r\n');

/** Reads slowly: some KiB, ten times a second. */
export const readSlowly = (socket: Socket): void => {
  socket.on('data', () => {
    socket.pause();
    setTimeout(() => socket.resume(), 100);
  });
};
