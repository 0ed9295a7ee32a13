import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certifiedHost, type Authority } from './authority.ts';
import type { PasswordFiles } from './passwords.ts';

/** A registry behind TLS that lets nobody in without a name and a password. */
export interface RegistryProxy {
  urlOf(user: string, host?: string): string;
  close(): Promise<void>;
}

export interface RegistryProxyOptions {
  /** The registry's own address, with its path. */
  readonly target: string;
  readonly authority: Authority;
  readonly passwords: PasswordFiles;
  readonly users: readonly string[];
}

/** The name of a user's password file. */
export const registrySecret = (user: string): string => `registry-${user}`;

export const startRegistryProxy = async (options: RegistryProxyOptions): Promise<RegistryProxy> => {
  const { keyPath, certPath } = await options.authority.sign('registry');
  const server = createServer(
    { key: readFileSync(keyPath), cert: readFileSync(certPath) },
    (request, response) => {
      if (isKnown(request, options)) pass(options.target, request, response);
      else response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="registry"' }).end();
    },
  );
  server.listen(0, certifiedHost);
  await once(server, 'listening');
  const port = (server.address() as AddressInfo).port.toString();
  const { pathname } = new URL(options.target);
  return {
    urlOf: (user, host = certifiedHost) => `https://${user}@${host}:${port}${pathname}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const isKnown = ({ headers }: IncomingMessage, { passwords, users }: RegistryProxyOptions): boolean => {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ');
  const [user = '', password] = Buffer.from(encoded, 'base64').toString().split(':');
  return scheme === 'Basic' && users.includes(user) && password === passwords.of(registrySecret(user));
};

const pass = (target: string, request: IncomingMessage, response: ServerResponse): void => {
  const options = { method: request.method ?? 'GET', headers: request.headers };
  const onward = forward(new URL(request.url ?? '/', target), options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
};
