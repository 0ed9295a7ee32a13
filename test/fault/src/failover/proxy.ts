import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { inheritedEnvironment, freePort, spawnTied, type TiedProcess } from '@loyalty/stack';

/** The address of the database: haproxy, which forwards to one of two servers at a time. */
export interface Proxy {
  readonly port: number;
  /** Forwards new connections to this server, and cuts connections to the other. */
  leadTo(server: ServerName): Promise<void>;
  stop(): Promise<void>;
}

export const serverNames = ['first', 'second'] as const;
export type ServerName = (typeof serverNames)[number];

/** Starts haproxy in front of the servers on these ports; it forwards to the first. */
export const startProxy = async (
  home: string,
  ports: Readonly<Record<ServerName, number>>,
): Promise<Proxy> => {
  assertInstalled();
  const [port, adminPort] = [await freePort(), await freePort()];
  const configPath = join(home, 'haproxy.cfg');
  mkdirSync(home, { recursive: true });
  writeFileSync(configPath, configOf({ port, adminPort, ports }));
  const process = spawnTied({
    command: 'haproxy',
    args: ['-db', '-f', configPath],
    env: { ...inheritedEnvironment() },
    logPath: join(home, 'logs/haproxy.log'),
  });
  return {
    port,
    leadTo: async (server) => {
      for (const other of serverNames.filter((name) => name !== server)) {
        await command(adminPort, `disable server database/${other}`);
        await command(adminPort, `shutdown sessions server database/${other}`);
      }
      await command(adminPort, `enable server database/${server}`);
    },
    stop: () => process.stop(),
  } satisfies Proxy & { readonly stop: TiedProcess['stop'] };
};

const assertInstalled = (): void => {
  if (spawnSync('haproxy', ['-v']).status !== 0)
    throw new Error('haproxy is not installed; on Debian: apt-get install haproxy');
};

interface Plan {
  readonly port: number;
  readonly adminPort: number;
  readonly ports: Readonly<Record<ServerName, number>>;
}

const configOf = ({ port, adminPort, ports }: Plan): string =>
  [
    'global',
    `  stats socket ipv4@127.0.0.1:${adminPort.toString()} level admin`,
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen database',
    `  bind 127.0.0.1:${port.toString()}`,
    `  server first 127.0.0.1:${ports.first.toString()}`,
    `  server second 127.0.0.1:${ports.second.toString()} disabled`,
    '',
  ].join('\n');

/** Sends one command to haproxy's runtime API, which replies with only a line feed on success. */
const command = (port: number, line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(`${line}\n`));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (answer += text));
    socket.once('error', reject);
    socket.once('close', () => {
      if (answer.trim() === '') resolve();
      else reject(new Error(`haproxy: ${line}: ${answer.trim()}`));
    });
  });
