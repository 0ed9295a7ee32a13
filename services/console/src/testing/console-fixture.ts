import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  request,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readSettings } from '@loyalty/service/settings';
import { createLogger } from '@loyalty/telemetry/logger';
import { consoleSettings } from '../config.ts';
import { createRoutes } from '../service.ts';

export const tenants = [
  { id: '0198c0de-0000-7000-8000-000000000001', name: 'Karoo Grocers' },
  { id: '0198c0de-0000-7000-8000-000000000002', name: 'Second' },
] as const;

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Whether the request has the headers that a browser sends from a page of the console. Default: true. */
  readonly isOurs?: boolean;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const listening = async (server: Server): Promise<Server> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** A console on a port of its own, before a server that stands for the API. */
export const startConsole = async (settings: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'loyalty-console-'));
  const publicKey = writeFiles(folder);
  const { api, received, respond } = await startApi();
  const server = await listening(createServer());
  const origin = `http://127.0.0.1:${portOf(server).toString()}`;
  const lines: string[] = [];
  const metrics = { count: () => undefined, observe: () => undefined };
  const logger = createLogger({
    service: 'console',
    level: 'debug',
    destination: { write: (line) => lines.push(line) },
  });
  const stopServers = (): void => {
    for (const one of [server, api]) {
      one.closeAllConnections();
      one.close();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const routes = ((): ReturnType<typeof createRoutes> => {
    try {
      const config = readSettings(consoleSettings, {
        SIGN_IN: 'local',
        API_URL: `http://127.0.0.1:${portOf(api).toString()}/v1`,
        CONSOLE_URL: origin,
        JWT_PRIVATE_KEY_FILE: join(folder, 'private.pem'),
        LOCAL_TENANTS: tenants.map(({ id, name }) => `${id}=${name}`).join(','),
        ...settings,
      });
      return createRoutes({ config, logger, metrics, pagesFolder: join(folder, 'pages') });
    } catch (failure) {
      stopServers();
      throw failure;
    }
  })();
  server.on('request', routes.handler);
  return {
    origin,
    publicKey,
    received,
    lines,
    respond,
    send: (sent: Sent): Promise<Response> => send(origin, sent),
    stopApi: () => {
      api.closeAllConnections();
      api.close();
    },
    stop: () => {
      routes.close();
      stopServers();
    },
  };
};

/** Notes each request, then responds as a test says. */
const startApi = async () => {
  const received: Received[] = [];
  let listener: RequestListener = (_, response) => response.end('{}');
  const api = await listening(
    createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { method = '', url = '', headers } = incoming;
        received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        listener(incoming, response);
      });
    }),
  );
  const respond = (how: RequestListener): void => {
    listener = how;
  };
  return { api, received, respond };
};

export type StartedConsole = Awaited<ReturnType<typeof startConsole>>;

/** One pair for all tests of a file: making one takes longer than most of them. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const writeFiles = (folder: string): KeyObject => {
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  mkdirSync(join(folder, 'pages/assets'), { recursive: true });
  writeFileSync(join(folder, 'pages/index.html'), '<!doctype html><title>page</title>');
  const script = 'export const one = 1;'.repeat(20);
  writeFileSync(join(folder, 'pages/assets/index-1.js'), script);
  writeFileSync(join(folder, 'pages/assets/index-1.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'pages/assets/index-1.js.br'), 'packed better');
  return publicKey;
};

/** A plain client, because fetch sets `Host` and `Sec-Fetch-Site` by itself. */
const send = (origin: string, { method = 'GET', path, headers = {}, body, isOurs = true }: Sent) =>
  new Promise<Response>((resolve, reject) => {
    const ours = isOurs
      ? { 'x-console': '1', 'sec-fetch-site': 'same-origin', ...(method === 'GET' ? {} : { origin }) }
      : {};
    const call = request(origin, { method, path, headers: { ...ours, ...headers }, agent: false });
    call.once('error', reject);
    call.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: bytes.toString(),
          bytes,
        });
      });
    });
    call.end(body);
  });
