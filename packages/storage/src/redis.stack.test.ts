import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import type { DatabaseEpoch } from './history/history.ts';
import { type Cache, createCache } from './redis.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their Redis.
const url = process.env['REDIS_URL'] ?? '';

const opened: Cache[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((cache) => cache.close()));
});

const redis = new Redis(url, { lazyConnect: true });
afterAll(() => {
  redis.disconnect();
});

const counted: string[] = [];
const metrics = { count: (name: string) => void counted.push(name) };

/** The cache of a process in this epoch of this installation; null before it has reached its database. */
const open = async (secret: Buffer | null, epoch: string | null): Promise<Cache> => {
  const present: DatabaseEpoch | null =
    epoch === null ? null : { databaseId: randomUUID(), epoch, raisedAtMs: 0 };
  const cache = createCache({
    url,
    logger: silentLogger,
    metrics,
    history: { present },
    secret: () => secret,
  });
  opened.push(cache);
  await eventually('Redis is reached', () => Promise.resolve(cache.isUp()));
  return cache;
};

const key = 'a:7:evaluate:receipt';
const kept = { fingerprint: Buffer.alloc(16, 7), response: Buffer.from('{"points":5}') };

const find = async (cache: Cache) => (await cache.getResponses([key]))[0];

test('▲ a response is found as it was stored, and says whether it is of the present epoch', async () => {
  const [secret, epoch] = [randomBytes(32), randomUUID()];
  const cache = await open(secret, epoch);
  cache.putResponses([{ key, ...kept }]);
  expect(await find(cache)).toEqual({ ...kept, isPresent: true });
  expect(await find(await open(secret, randomUUID()))).toEqual({ ...kept, isPresent: false });
});

test('▲ installations in one Redis find nothing of each other: no response, no token, no lease (D131)', async () => {
  const epoch = randomUUID();
  const [own, other] = [await open(randomBytes(32), epoch), await open(randomBytes(32), epoch)];
  own.putResponses([{ key, ...kept }]);
  expect(await find(own)).not.toBeNull();
  expect(await find(other)).toBeNull();
  expect(await own.takeAllTokens('rate:shared', 60, 60)).toMatchObject({ allowed: true });
  expect(await own.takeToken('rate:shared', 60)).toMatchObject({ allowed: false });
  expect(await other.takeToken('rate:shared', 60)).toMatchObject({ allowed: true, remaining: 59 });
  expect([await own.lease('place', 'a', 9_000), await other.lease('place', 'b', 9_000)]).toEqual([
    true,
    true,
  ]);
  expect(counted).toEqual([]);
});

/** The name under which it is kept. */
const nameOf = async (keptKey: string): Promise<string> => {
  const [name, ...others] = await redis.keys(`*${keptKey}`);
  if (name === undefined || others.length > 0) throw new Error(`not one key ends with ${keptKey}`);
  return name;
};

test('▲ who writes to Redis writes no response: what was changed, copied or made up is absent, and counted (D134)', async () => {
  const [secret, epoch] = [randomBytes(32), randomUUID()];
  const cache = await open(secret, epoch);
  const [one, two] = [`a:7:evaluate:${randomUUID()}`, `a:7:evaluate:${randomUUID()}`];
  const findAt = async (at: string) => (await cache.getResponses([at]))[0];
  cache.putResponses([one, two].map((at) => ({ key: at, ...kept })));
  for (const at of [one, two]) expect(await findAt(at)).toEqual({ ...kept, isPresent: true });
  const [nameOfOne, nameOfTwo] = [await nameOf(one), await nameOf(two)];
  const stored = (await redis.getBuffer(nameOfOne)) ?? Buffer.alloc(0);
  const flipped = Array.from({ length: stored.length }, (_, at) => {
    const changed = Buffer.from(stored);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  });
  // As releases up to 0.3 kept it: without a MAC.
  const older = stored.subarray(16);
  const madeUp = [...flipped, older, stored.subarray(0, 40), Buffer.from('{"points":5000}'), Buffer.alloc(0)];
  counted.length = 0;
  for (const [nth, value] of madeUp.entries()) {
    await redis.set(nameOfOne, value, 'EX', 60);
    expect([nth, await findAt(one)]).toEqual([nth, null]);
  }
  await redis.set(nameOfTwo, stored, 'EX', 60);
  expect(await findAt(two)).toBeNull();
  expect(counted).toEqual(Array.from({ length: madeUp.length + 1 }, () => 'loyalty_cache_forged_total'));
  await redis.set(nameOfOne, stored, 'EX', 60);
  expect(await findAt(one)).toEqual({ ...kept, isPresent: true });
});

test('▲ as many tokens as are asked for are taken together, or none, beside single ones of the same bucket', async () => {
  const cache = await open(randomBytes(32), randomUUID());
  expect(await cache.takeAllTokens('rate:many', 6_000, 4_000)).toEqual({
    allowed: true,
    remaining: 2_000,
    retryAfterMs: 0,
  });
  expect(await cache.takeToken('rate:many', 6_000)).toMatchObject({ allowed: true });
  const refused = await cache.takeAllTokens('rate:many', 6_000, 6_000);
  expect(refused?.allowed).toBe(false);
  // Some tokens have come meanwhile, at a hundred a second.
  expect(refused?.remaining).toBeGreaterThanOrEqual(1_999);
  expect(refused?.retryAfterMs).toBeGreaterThan(0);
  expect(refused?.retryAfterMs).toBeLessThanOrEqual(40_010);
});

test('▲ a token of a key is taken with one of its environment, or none is: the one that lacks it says so', async () => {
  const cache = await open(randomBytes(32), randomUUID());
  const environment = { key: 'rate:environment', perMinute: 3 };
  const take = (key: string) => cache.takeNested({ key, perMinute: 2 }, environment);
  expect(await Promise.all([take('a'), take('a'), take('a')])).toMatchObject([
    { allowed: true, remaining: 1 },
    { allowed: true, remaining: 0 },
    { allowed: false, remaining: 0, isOuter: false },
  ]);
  expect(await take('b')).toMatchObject({ allowed: true, remaining: 1 });
  const refused = await take('b');
  expect(refused).toMatchObject({ allowed: false, remaining: 0, isOuter: true });
  expect(refused?.retryAfterMs).toBeGreaterThan(0);
  expect(refused?.retryAfterMs).toBeLessThanOrEqual(20_010);
  expect(await cache.takeToken('b', 2)).toMatchObject({ allowed: true, remaining: 0 });
});

test('before the database was reached nothing is stored or found', async () => {
  const [secret, epoch] = [randomBytes(32), randomUUID()];
  for (const early of [await open(secret, null), await open(null, epoch)]) {
    early.putResponses([{ key, ...kept }]);
    expect(await find(early)).toBeNull();
  }
  expect(await find(await open(secret, epoch))).toBeNull();
});
