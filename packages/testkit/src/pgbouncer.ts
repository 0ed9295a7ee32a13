import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './servers/free-port.ts';

/** A PgBouncer in front of a server, in session mode. */
export interface PgBouncer {
  readonly url: string;
  close(): Promise<void>;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .once('error', () => {
        resolve(false);
      });
  });

/** PgBouncer refuses to run as root. */
const userArguments = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];

/** Starts a PgBouncer with these settings in addition to the usual ones. */
export const startPgBouncer = async (server: string, settings: readonly string[]): Promise<PgBouncer> => {
  const { hostname, port: serverPort, username } = new URL(server);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`);
  const lines = [
    `[databases]`,
    `* = host=${hostname} port=${serverPort}`,
    `[pgbouncer]`,
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port.toString()}`,
    `unix_socket_dir =`,
    `auth_type = trust`,
    `auth_file = ${join(folder, 'users.txt')}`,
    ...settings,
  ];
  writeFileSync(join(folder, 'pgbouncer.ini'), lines.join('\n'));
  const pooler = spawn('pgbouncer', [...userArguments, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => pooler.once('exit', resolve).once('error', resolve));
  await eventually('PgBouncer listens', () => accepts(port));
  const url = new URL(server);
  url.host = `127.0.0.1:${port.toString()}`;
  return {
    url: url.href,
    close: async () => {
      pooler.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
};
