import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { createSecretBox, parseSecretKeys } from './secrets.ts';
import { createSealedValues, type SealedValues } from './sealed-values.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their Redis.
const url = process.env['REDIS_URL'] ?? '';
const key = `one:${randomBytes(32).toString('base64')}`;
const otherKey = `two:${randomBytes(32).toString('base64')}`;

const redis = new Redis(url, { lazyConnect: true });
const opened: SealedValues[] = [];
afterAll(async () => {
  await Promise.all(opened.map((values) => values.close()));
  redis.disconnect();
});

const kind = `test-${randomUUID()}`;

const open = async (keys: string): Promise<SealedValues> => {
  const box = createSecretBox(parseSecretKeys(keys));
  const values = createSealedValues({ url, box, kind, logger: silentLogger });
  opened.push(values);
  await eventually('Redis is reached', () =>
    values.read('none', 1_000).then(
      () => true,
      () => false,
    ),
  );
  return values;
};

const secret = Buffer.from('the-token-of-a-person');

test('a value is read as it was written, is not in Redis as it is, and goes when its time is over', async () => {
  const values = await open(key);
  await values.write('a', secret, 60_000);
  expect(await values.read('a', 50_000)).toEqual(secret);
  const stored = await redis.getBuffer(`${kind}:a`);
  expect(stored?.length).toBeGreaterThan(secret.length);
  expect(stored?.includes(secret)).toBe(false);
  const leftMs = await redis.pttl(`${kind}:a`);
  expect(leftMs).toBeGreaterThan(10_000);
  expect(leftMs).toBeLessThanOrEqual(50_000);
  await values.remove('a');
  expect(await values.read('a', 50_000)).toBeNull();
});

test('a value that was copied to another id, changed, made up, or sealed by another key is none', async () => {
  const [values, others] = [await open(key), await open(otherKey)];
  await values.write('b', secret, 60_000);
  const stored = (await redis.getBuffer(`${kind}:b`)) ?? Buffer.alloc(0);
  const flipped = Buffer.from(stored);
  flipped[40] = (flipped[40] ?? 0) ^ 1;
  for (const value of [stored, flipped, stored.subarray(0, 30), Buffer.from('{"accessToken":"x"}')]) {
    await redis.set(`${kind}:c`, value);
    expect(await values.read('c', 60_000)).toBeNull();
  }
  expect(await others.read('b', 60_000)).toBeNull();
  expect(await values.read('b', 60_000)).toEqual(secret);
  // Once the key of before is known beside the new one, what it sealed is read.
  expect(await (await open(`${otherKey},${key}`)).read('b', 60_000)).toEqual(secret);
});

test('what was removed is not brought back by a later replacement', async () => {
  const values = await open(key);
  await values.write('d', secret, 60_000);
  expect(await values.replace('d', Buffer.from('next'), 60_000)).toBe(true);
  expect((await values.read('d', 60_000))?.toString()).toBe('next');
  await values.remove('d');
  expect(await values.replace('d', secret, 60_000)).toBe(false);
  expect(await values.read('d', 60_000)).toBeNull();
});

test('of twenty who claim at once one succeeds, until the claim is released', async () => {
  const [one, two] = [await open(key), await open(key)];
  const claim = () =>
    Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).claim('e', 60_000)));
  expect((await claim()).filter(Boolean)).toHaveLength(1);
  expect((await claim()).filter(Boolean)).toHaveLength(0);
  await two.release('e');
  expect((await claim()).filter(Boolean)).toHaveLength(1);
});

test('while Redis is unavailable every call says so at once', async () => {
  const box = createSecretBox(parseSecretKeys(key));
  const values = createSealedValues({ url: 'redis://127.0.0.1:1/0', box, kind, logger: silentLogger });
  opened.push(values);
  const calls = [values.read('f', 1), values.write('f', secret, 1), values.remove('f'), values.claim('f', 1)];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes).toMatchObject(
    calls.map(() => ({ status: 'rejected', reason: { code: 'REDIS_AWAY', retry: true } })),
  );
});
