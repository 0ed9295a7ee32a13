import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Queryable } from '@loyalty/storage';
import { generateKey, hashOfKey } from './key-text.ts';
import { createKeyDirectory } from './directories.ts';

const endMs = 3_600_000;

/**
 * A database with these keys; each statement waits for `open`. It notes how many keys each one asked for, by two hashes each.
 */
const databaseWith = (keys: readonly string[]) => {
  const known = new Map(keys.map((key, n) => [hashOfKey(key).toString('hex'), n + 1] as const));
  const asked: number[] = [];
  const query = async <Row>(_: Parameters<Queryable['query']>[0], values: readonly unknown[] = []) => {
    const hashes = (values[0] as readonly Buffer[]).map((hash) => hash.toString('hex'));
    asked.push(hashes.length / 2);
    await new Promise(setImmediate);
    return hashes.flatMap((hash) => {
      const environmentId = known.get(hash) as EnvironmentId | undefined;
      return environmentId === undefined ? [] : [{ ...row, hash, id: hash, environmentId }];
    }) as Row[];
  };
  return { db: { query, onHistoryChange: () => undefined } as unknown as Database, asked };
};

const row = { closed: null, isRevoked: false, permissions: null, usedPermissions: [], expiresAtMs: endMs };

const handClock = () => {
  const hand = { nowMs: 0 };
  return { hand, clock: { now: () => hand.nowMs, sleep: () => Promise.resolve() } };
};

const madeUp = (count: number): string[] => Array.from({ length: count }, () => generateKey('live'));

it('▲ made-up keys push no real key out: it is not looked up again (S-M4)', async () => {
  const real = generateKey('live');
  const { db, asked } = databaseWith([real]);
  const directory = createKeyDirectory({ db, clock: handClock().clock });
  const record = await directory.find(real);
  for (let round = 0; round < 11; round += 1)
    await Promise.all(madeUp(1_000).map((key) => directory.find(key)));
  const before = asked.length;
  expect(await directory.find(real)).toBe(record);
  expect(asked).toHaveLength(before);
});

it('▲ made-up keys reach the database at a bounded rate: one statement at a time, and the rest gets a retryable fault', async () => {
  const { db, asked } = databaseWith([]);
  const directory = createKeyDirectory({ db, clock: handClock().clock });
  const results = await Promise.allSettled(madeUp(5_000).map((key) => directory.find(key)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(5_000 - 2_001);
  expect(refused[0]).toMatchObject({ reason: { code: 'LOOKUP_FAILED', retry: true } });
  expect([Math.max(...asked), asked.length]).toEqual([100, 21]);
});

it('▲ a known key is looked up again beside a flood of made-up ones, and does not wait for their turn', async () => {
  const real = generateKey('live');
  const { db } = databaseWith([real]);
  const { hand, clock } = handClock();
  const directory = createKeyDirectory({ db, clock });
  await directory.find(real);
  hand.nowMs += 5_000;
  const order: string[] = [];
  const flood = Promise.all(
    madeUp(1_000).map(async (key) => {
      await directory.find(key);
      order.push('made up');
    }),
  );
  await directory.find(real);
  order.push('real');
  await flood;
  expect(order.indexOf('real')).toBeLessThan(200);
});

it('the keys of many environments are found with few statements after a start', async () => {
  const keys = madeUp(1_000);
  const { db, asked } = databaseWith(keys);
  const directory = createKeyDirectory({ db, clock: handClock().clock });
  const found = await Promise.all(keys.map((key) => directory.find(key)));
  expect(found.map((result) => 'key' in result && result.key.environmentId)).toEqual(
    keys.map((_, n) => n + 1),
  );
  expect(asked.length).toBeLessThan(15);
});

it('the end of a key is judged at each use, whatever the age of what is cached and whether the database is there', async () => {
  const real = generateKey('live');
  const { db } = databaseWith([real]);
  const { hand, clock } = handClock();
  const directory = createKeyDirectory({ db, clock });
  hand.nowMs = endMs - 100;
  expect(await directory.find(real)).toMatchObject({ state: 'valid' });
  Object.assign(db, { query: () => Promise.reject(new Error('the database is unavailable')) });
  hand.nowMs = endMs - 1;
  expect(await directory.find(real)).toMatchObject({ state: 'valid' });
  hand.nowMs = endMs;
  expect(await directory.find(real)).toMatchObject({ state: 'expired', key: { expiresAtMs: endMs } });
});
