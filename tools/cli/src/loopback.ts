import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '@loyalty/kernel';
import { listenForInterruption } from '../receipts/interruption.ts';

/** A server on 127.0.0.1. */
export interface LoopbackServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves on loopback; port 0: any free port. Throws a Fault PORT_IN_USE when it cannot listen there. */
export const serveLoopback = async (
  wanted: number,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LoopbackServer> => {
  const server = createServer((request, response) => {
    // A client that hangs up gets no response; the server continues.
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new Fault('PORT_IN_USE', `Port ${wanted.toString()} cannot be listened at.`, { cause }));
    });
    server.listen(wanted, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};

/** Closes the server on Ctrl-C. */
export const closeWhenInterrupted = async (server: LoopbackServer): Promise<void> => {
  await new Promise<void>((resolve) => {
    listenForInterruption(resolve);
  });
  await server.close();
};
