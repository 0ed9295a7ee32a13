import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import {
  inheritedEnvironment,
  findRedisProgram,
  freePort,
  spawnTied,
  type TiedProcess,
} from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { certifiedHost, type Authority } from './authority.ts';
import type { PasswordFiles } from './passwords.ts';

/** The one user of Redis; nobody else may do anything. */
const redisUser = 'loyalty';
export const redisSecret = 'redis';

/** A Redis that is open over TLS with a user and a password only. */
export interface SecuredRedis {
  readonly port: number;
  readonly process: TiedProcess;
  urlOf(host?: string): string;
  /** Sends one line as a stranger and returns the response. */
  ask(line: string): Promise<string>;
}

export interface RedisOptions {
  readonly root: string;
  readonly home: string;
  readonly authority: Authority;
  readonly passwords: PasswordFiles;
}

export const startRedis = async (options: RedisOptions): Promise<SecuredRedis> => {
  const { root, home, authority } = options;
  const port = await freePort();
  const folder = join(home, 'redis');
  mkdirSync(folder, { recursive: true });
  const configPath = join(folder, 'redis.conf');
  writeFileSync(configPath, await configOf(options, port, folder), { mode: 0o600 });
  const process = spawnTied({
    command: await findRedisProgram(root, home),
    args: [configPath],
    env: { ...inheritedEnvironment() },
    logPath: join(home, 'logs/redis.log'),
  });
  const ask = (line: string): Promise<string> => exchange(port, readFileSync(authority.caPath, 'utf8'), line);
  await eventually('Redis responds', async () => (await ask('PING').catch(() => '')) !== '');
  return {
    port,
    process,
    urlOf: (host = certifiedHost) => `rediss://${redisUser}@${host}:${port.toString()}`,
    ask,
  };
};

/** The commands of the cache: values, scripts, and the state of its connection. */
const allowed = '~* +@read +@write +@scripting +@connection +@fast +info';

const configOf = async (
  { authority, passwords }: RedisOptions,
  port: number,
  folder: string,
): Promise<string> => {
  const { keyPath, certPath } = await authority.sign('redis');
  return `bind ${certifiedHost}
port 0
tls-port ${port.toString()}
tls-cert-file ${certPath}
tls-key-file ${keyPath}
tls-ca-cert-file ${authority.caPath}
tls-auth-clients no
dir ${folder}
save ""
user default off
user ${redisUser} on >${passwords.of(redisSecret)} ${allowed}
`;
};

const exchange = (port: number, ca: string, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: certifiedHost, port, ca }, () => socket.write(`${line}\r\n`));
    socket.once('error', reject);
    socket.once('data', (text: Buffer) => {
      socket.destroy();
      resolve(text.toString().trim());
    });
  });
