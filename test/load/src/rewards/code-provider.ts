import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider of codes on a port of this machine. */
export interface CodeProvider {
  readonly url: string;
  stop(): void;
}

/** Responds with a new code after so many milliseconds; null: never. */
export const startCodeProvider = async (afterMs: number | null): Promise<CodeProvider> => {
  const server = createServer((request, response) => {
    request.resume();
    if (afterMs === null) return;
    const answer = JSON.stringify({ code: randomUUID() });
    setTimeout(() => response.setHeader('Content-Type', 'application/json').end(answer), afterMs);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/codes`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
