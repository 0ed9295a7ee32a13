import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Returns a port of 127.0.0.1 that is free now. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed = once(server, 'close');
  server.close();
  await closed;
  return port;
};
