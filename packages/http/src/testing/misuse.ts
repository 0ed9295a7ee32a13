import type { Handler } from '../api/http-request.ts';
import { call, connectRaw, type RawConnection } from './client.ts';
import { things, type ToyServer } from './toy-server.ts';

/** Two environments. */
export const live = { key: 'live' };
export const neighbour = { key: 'test' };

const connections: RawConnection[] = [];

export const connectTo = async (toy: ToyServer): Promise<RawConnection> => {
  const connection = await connectRaw(toy.origin);
  connections.push(connection);
  return connection;
};

/** Call this in `afterEach`. */
export const closeConnections = (): void => {
  for (const { socket } of connections.splice(0)) socket.destroy();
};

export const get = (path = things, key = 'live'): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;

export const postHead = (length: number): string =>
  `POST ${things} HTTP/1.1\r\nHost: x\r\nX-API-Key: live\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${length.toString()}\r\n\r\n`;

/** A response that exceeds the buffers of both ends while the client does not read. */
export const large = Buffer.from(`"${'x'.repeat(16 * 1024 * 1024 - 2)}"`);

/** A handler that responds when the test releases it, and counts its calls. */
export const held = () => {
  const releases: (() => void)[] = [];
  const counts = { asked: 0 };
  const handler: Handler = () => {
    counts.asked += 1;
    return new Promise((resolve) => {
      releases.push(() => {
        resolve({ status: 200, body: {} });
      });
    });
  };
  return { handler, counts, releases };
};

/** A handler that always responds the same, and counts its calls. */
export const counted = (body: object) => {
  const counts = { asked: 0 };
  const handler: Handler = () => {
    counts.asked += 1;
    return Promise.resolve({ status: 200, body });
  };
  return { handler, counts };
};

/** Returns the value of a series; 0 when it is absent. */
export const valueOf = async ({ metrics }: ToyServer, series: string): Promise<number> => {
  const { body } = await metrics.render();
  const line = body.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ')[1] ?? 0);
};

/** The server has handled everything sent before these calls once they have a response. */
export const someRoundTrips = async ({ origin }: ToyServer): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await call(origin, `${things}/x`, neighbour);
};
