import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monotonicMs } from '../monotonic-ms.ts';
import { Arrivals, isRead } from './arrivals.ts';
import type { Manner, ReceiverAsked } from './asked.ts';

/**
 * Many partners' endpoints in one process: it responds with 200 and records every request. It ends with the process that forked
 * it.
 */
const arrivals = new Arrivals();
let manners: Readonly<Record<string, Manner>> = {};

const slowMs = 2_000;
/** Longer than senders keep a connection, so that none is closed while they write. */
const keepAliveMs = 60_000;

const receive = (request: IncomingMessage, response: ServerResponse): void => {
  const [atMs, wallMs] = [monotonicMs(), Date.now()];
  const { url: path = '', headers } = request;
  const parts: Buffer[] = [];
  if (isRead(path)) request.on('data', (part: Buffer) => parts.push(part));
  else request.resume();
  request.on('end', () => {
    const manner = manners[path] ?? 'quick';
    // The sender sees a failure and retries, so it is not counted.
    if (manner === 'never') return;
    const deliveryId = headers['x-loyalty-delivery']?.toString() ?? '';
    const bytes = Number(headers['content-length']);
    arrivals.add({ path, deliveryId, bytes, atMs, wallMs, body: Buffer.concat(parts).toString() });
    if (manner === 'slow') setTimeout(() => response.end(), slowMs);
    else response.end();
  });
};

/** Listens on the same port of each address. Returns the port. */
const listen = async (addresses: readonly string[]): Promise<number> => {
  let port = 0;
  for (const address of addresses) {
    const server = createServer({ keepAliveTimeout: keepAliveMs }, receive).listen(port, address);
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }
  return port;
};

const answerTo = (asked: ReceiverAsked): unknown => {
  switch (asked.kind) {
    case 'listen':
      return listen(asked.addresses);
    case 'behave':
      manners = asked.manners;
      return true;
    case 'count':
      return arrivals.count(asked.path);
    case 'take':
      return arrivals.take(asked.path);
  }
};

process.on('message', (asked: ReceiverAsked) => {
  void Promise.resolve(answerTo(asked)).then((answer) => process.send?.({ answer }));
});
process.once('disconnect', () => process.exit(0));
