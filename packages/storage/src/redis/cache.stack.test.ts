import { randomUUID } from 'node:crypto';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import type { DatabaseEpoch } from '../history/history.ts';
import { type Cache, createCache } from './cache.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their Redis.
const url = process.env['REDIS_URL'] ?? '';

const opened: Cache[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((cache) => cache.close()));
});

/** The cache of a process in this epoch of this database; null before it has reached its database. */
const open = async (databaseId: string, epoch: string | null): Promise<Cache> => {
  const present: DatabaseEpoch | null = epoch === null ? null : { databaseId, epoch, raisedAtMs: 0 };
  const cache = createCache({ url, logger: silentLogger, history: { present } });
  opened.push(cache);
  await eventually('Redis is reached', () => Promise.resolve(cache.isUp()));
  return cache;
};

const key = 'a:7:evaluate:receipt';
const kept = { fingerprint: Buffer.alloc(16, 7), response: Buffer.from('{"points":5}') };

const find = async (cache: Cache) => (await cache.getResponses([key]))[0];

test('▲ a response is found as it was stored, and says whether it is of the present epoch', async () => {
  const [databaseId, epoch] = [randomUUID(), randomUUID()];
  const cache = await open(databaseId, epoch);
  cache.putResponses([{ key, ...kept }]);
  expect(await find(cache)).toEqual({ ...kept, isPresent: true });
  expect(await find(await open(databaseId, randomUUID()))).toEqual({ ...kept, isPresent: false });
});

test('▲ a response stored for one database is not found for another', async () => {
  const epoch = randomUUID();
  const cache = await open(randomUUID(), epoch);
  cache.putResponses([{ key, ...kept }]);
  expect(await find(cache)).not.toBeNull();
  expect(await find(await open(randomUUID(), epoch))).toBeNull();
});

test('▲ as many tokens as are asked for are taken together, or none, beside single ones of the same bucket', async () => {
  const cache = await open(randomUUID(), randomUUID());
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
  const cache = await open(randomUUID(), randomUUID());
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
  const databaseId = randomUUID();
  const early = await open(databaseId, null);
  early.putResponses([{ key, ...kept }]);
  expect(await find(early)).toBeNull();
  expect(await find(await open(databaseId, randomUUID()))).toBeNull();
});
