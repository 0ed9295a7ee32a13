import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { inheritedEnvironment } from '../config.ts';
import { printProgress } from '../print-line.ts';
import { layoutFor, type StackContext } from '../settings.ts';
import { fetchOnce, unpackGoal } from './maven.ts';
import { probe, type StackPart } from './part.ts';

const carrierVersion = '1.4.3';
const cacheFolder = `redis-${carrierVersion}`;

export const createRedis = (context: StackContext, port: number): StackPart => {
  const folder = join(context.layout.dataDir, 'redis');
  let binary = '';
  return {
    name: 'redis',
    port,
    logPath: join(context.layout.logDir, 'redis.log'),
    fetch: async () => {
      binary = await findRedis(context);
    },
    prepare: () => Promise.resolve(void mkdirSync(folder, { recursive: true })),
    command: () => ({
      command: binary,
      args: [
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--dir',
        folder,
        '--appendonly',
        'no',
        '--save',
        '',
      ],
      env: inheritedEnvironment(),
    }),
    isReady: () =>
      probe({
        port,
        send: Buffer.from('PING\r\n'),
        judge: (received) =>
          received.length < 5 ? undefined : received.toString('latin1').startsWith('+PONG'),
      }),
  };
};

/** The binary of embedded-redis, if it runs; otherwise an installed redis-server. */
const findRedis = async (context: StackContext): Promise<string> => {
  const carried = await fetchCarriedRedis(context);
  if (carried !== undefined && runs(carried)) return carried;
  if (runs('redis-server')) return 'redis-server';
  throw new Fault(
    'NO_REDIS',
    'No Redis runs on this platform out of the box: install redis-server, or give REDIS_URL the address of one.',
  );
};

const fetchCarriedRedis = async (context: StackContext): Promise<string | undefined> => {
  const artifact = { group: 'com.github.codemonstur', name: 'embedded-redis', version: carrierVersion };
  const folder = await fetchOnce(context, {
    folder: cacheFolder,
    title: 'Redis 6.2 (10 MB)',
    goal: (target) => unpackGoal(artifact, target, 'redis-server-*'),
  });
  const suffix = `-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const file = readdirSync(folder).find((name) => name.endsWith(suffix));
  if (file === undefined) return undefined;
  const binary = join(folder, file);
  if (existsSync(binary)) chmodSync(binary, 0o755);
  return binary;
};

const runs = (binary: string): boolean => spawnSync(binary, ['--version']).status === 0;

/** Returns the program of Redis, which is fetched if it is missing. */
export const findRedisProgram = (root: string, home: string): Promise<string> =>
  findRedis({ layout: layoutFor(root, home), javaHome: '', isLasting: false, say: printProgress });
