import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SigningSecret, verifyStandardWebhook } from '@loyalty/egress/signatures';
import { Fault } from '@loyalty/kernel';
import { listenForInterrupt } from './terminal.ts';

export interface LoopbackServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves on loopback; the port 0 means any free port. Throws a Fault PORT_IN_USE if it cannot listen there.
 */
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
      reject(
        new Fault(
          'PORT_IN_USE',
          `Port ${wanted.toString()} cannot be opened: choose another one with --port.`,
          { cause },
        ),
      );
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

export const closeOnInterrupt = async (server: LoopbackServer): Promise<void> => {
  await new Promise<void>((resolve) => {
    listenForInterrupt(resolve);
  });
  await server.close();
};

export interface LoopbackRefusal {
  readonly ok: false;
  readonly status: 400 | 401 | 413;
  readonly refusal: string;
}

/** The engine sends little more than 8 KiB. */
const bodyBytesMax = 64 * 1_024;

/**
 * Reads a delivery. It checks first its signature and time (Standard Webhooks), if there is a secret, and
 * then its JSON.
 */
export const readSigned = async (
  request: IncomingMessage,
  secret: SigningSecret | null,
): Promise<
  | { readonly ok: true; readonly body: Buffer; readonly fields: Readonly<Record<string, unknown>> }
  | LoopbackRefusal
> => {
  const body = await readBody(request);
  if (body === null) return refused(413, 'The body is too large.');
  if (secret !== null && !isSigned(request, body, secret))
    return refused(401, 'The signature or its timestamp is wrong.');
  const fields = parse(body);
  return fields === null ? refused(400, 'The body is not a JSON object.') : { ok: true, body, fields };
};

export const refused = (status: LoopbackRefusal['status'], refusal: string): LoopbackRefusal => ({
  ok: false,
  status,
  refusal,
});

const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const isSigned = (request: IncomingMessage, body: Buffer, secret: SigningSecret): boolean => {
  const standard = {
    id: headerOf(request, 'webhook-id'),
    timestamp: headerOf(request, 'webhook-timestamp'),
    signature: headerOf(request, 'webhook-signature'),
  };
  const nowSeconds = Math.floor(Date.now() / 1_000);
  return verifyStandardWebhook(secret, standard, { body, nowSeconds });
};

/** Returns a header; undefined if it occurs twice. */
export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

const parse = (body: Buffer): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
};
