import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findRedisProgram,
  freePort,
  inheritedEnvironment,
  spawnTied,
  type TiedProcess,
} from '@loyalty/stack';
import { type Cache, createCache } from '@loyalty/storage/redis';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';

/** A Redis of this test alone, which it may fill. */
let redis: TiedProcess;
let port: number;
let folder: string;
let cache: Cache;

/** Sends a command in one line, and returns the response. */
const ask = (line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().trim());
    });
    socket.once('error', reject);
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'full-redis-'));
  port = await freePort();
  redis = spawnTied({
    command: await findRedisProgram(process.cwd(), '.loyalty'),
    args: ['--bind', '127.0.0.1', '--port', port.toString(), '--dir', folder, '--save', ''],
    env: { ...inheritedEnvironment() },
    logPath: join(folder, 'redis.log'),
  });
  await eventually('Redis responds', async () => (await ask('PING').catch(() => '')) === '+PONG');
  const present = { databaseId: randomUUID(), epoch: randomUUID(), raisedAtMs: 0 };
  const url = `redis://127.0.0.1:${port.toString()}`;
  const secret = randomBytes(32);
  const metrics = { count: () => undefined };
  cache = createCache({ url, logger: silentLogger, metrics, history: { present }, secret: () => secret });
  await eventually('the cache is up', () => Promise.resolve(cache.isUp()));
});

afterAll(async () => {
  await cache.close();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

const kept = { fingerprint: Buffer.alloc(16, 7), response: Buffer.from('{"points":5}') };

const find = async (key: string) => (await cache.getResponses([key]))[0];

/** Returns the seconds for which the keys that end so are kept. */
const secondsOf = async (ending: string): Promise<number> => {
  const [, , key = ''] = (await ask(`KEYS *${ending}`)).split('\r\n');
  return Number((await ask(`TTL ${key}`)).slice(1));
};

test('a streamed response is kept for ten minutes, that of a till for a day', async () => {
  cache.putResponses([
    { key: 'of-a-till', ...kept },
    { key: 'of-a-stream', ...kept, isStreamed: true },
  ]);
  await eventually('both are there', async () => (await find('of-a-stream')) !== null);
  expect([await secondsOf('of-a-till'), await secondsOf('of-a-stream')]).toEqual([86_400, 600].map(near));
});

const near = (seconds: number): unknown => ({
  asymmetricMatch: (found: number) => found <= seconds && found > seconds - 60,
});

test('▲ while Redis is full, responses that it has are found, and all processes share limits', async () => {
  expect(await cache.takeToken('rate:known', 600)).toMatchObject({ allowed: true });
  expect(await ask('CONFIG SET maxmemory 1')).toBe('+OK');
  cache.putResponses([{ key: 'no-room', ...kept }]);
  await eventually('Redis has refused it', () => Promise.resolve(!cache.isUp()));
  expect(await find('of-a-till')).toEqual({ ...kept, isPresent: true });
  expect(await cache.takeToken('rate:known', 600)).toMatchObject({ allowed: true });
  const first = await cache.takeToken('rate:new', 1);
  expect([first, await cache.takeToken('rate:new', 1)]).toMatchObject([
    { allowed: true },
    { allowed: false },
  ]);
  expect(await find('no-room')).toBeNull();
  expect(await ask('CONFIG SET maxmemory 0')).toBe('+OK');
  await eventually('it takes responses again', async () => {
    cache.putResponses([{ key: 'no-room', ...kept }]);
    return (await find('no-room')) !== null;
  });
  expect(cache.isUp()).toBe(true);
});
