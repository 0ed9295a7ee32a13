import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { silentLogger } from '@loyalty/telemetry/logger';
import {
  consoleSessionKind,
  createSessionIndex,
  type SessionHolder,
  type SessionIndex,
  sessionsOfHolderMax,
  sessionWholeMs,
} from './session-index.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their Redis.
const url = process.env['REDIS_URL'] ?? '';
const redis = new Redis(url, { lazyConnect: true });
let index: SessionIndex;
let nowMs: number;

beforeAll(async () => {
  index = createSessionIndex({ url, logger: silentLogger, now: () => nowMs });
  await index.reached();
});
afterAll(async () => {
  await index.close();
  redis.disconnect();
});
beforeEach(() => {
  nowMs = Date.now();
});

const newHolder = (): SessionHolder => ({ claim: 'sub', value: `nomsa-${randomUUID()}@example.com` });

const nameOf = (key: string): string => `${consoleSessionKind}:${key}`;

/** Keeps a session, sealed or not. */
const keep = async (holders: readonly SessionHolder[], signedInAtMs = nowMs): Promise<string> => {
  const key = randomUUID();
  await index.note(holders, key, signedInAtMs);
  await redis.set(nameOf(key), 'sealed', 'PX', 60_000);
  return key;
};

test('▲ the sessions of a person are listed, the oldest first, until they end; those of others are not', async () => {
  const [nomsa, sipho] = [newHolder(), newHolder()];
  const second = await keep([nomsa], nowMs);
  const first = await keep([nomsa], nowMs - 1_000);
  const gone = await keep([nomsa]);
  await keep([sipho]);
  await redis.del(nameOf(gone));
  const listed = await index.list(nomsa);
  expect(listed.map(({ key, signedInAtMs }) => [key, signedInAtMs])).toEqual([
    [first, nowMs - 1_000],
    [second, nowMs],
  ]);
  for (const { endsInMs } of listed) expect(endsInMs).toBeGreaterThan(0);
});

test('▲ all sessions of a person end, in whatever browser, and nobody else’s; a second time ends none', async () => {
  const [nomsa, sipho] = [newHolder(), newHolder()];
  const keys = [await keep([nomsa]), await keep([nomsa])];
  const other = await keep([sipho]);
  expect(await index.endAll(nomsa)).toBe(2);
  expect(await redis.exists(...keys.map(nameOf))).toBe(0);
  expect(await redis.exists(nameOf(other))).toBe(1);
  expect(await index.endAll(nomsa)).toBe(0);
  expect(await index.list(sipho)).toHaveLength(1);
});

test('a sign-in that is on its way while all sessions end finds its entry gone', async () => {
  const [nomsa, key] = [newHolder(), randomUUID()];
  await index.note([nomsa], key, nowMs);
  expect(await index.has(nomsa, key)).toBe(true);
  await index.endAll(nomsa);
  expect(await index.has(nomsa, key)).toBe(false);
});

test('an entry that Redis evicted is there again once the session is used', async () => {
  const nomsa = newHolder();
  const key = await keep([nomsa]);
  await index.forget(nomsa, [key]);
  expect(await index.keysOf(nomsa)).toEqual([]);
  await index.touch([nomsa], key, nowMs);
  expect(await index.keysOf(nomsa)).toEqual([key]);
});

test('entries go with the longest session, and of more than a thousand sessions the oldest end', async () => {
  const nomsa = newHolder();
  const old = await keep([nomsa], nowMs - sessionWholeMs - 1);
  expect(await index.keysOf(nomsa)).not.toContain(old);
  const oldest = await keep([nomsa], nowMs - 1_000);
  await Promise.all(
    Array.from({ length: sessionsOfHolderMax - 1 }, () => index.touch([nomsa], randomUUID(), nowMs)),
  );
  expect(await redis.exists(nameOf(oldest))).toBe(1);
  await keep([nomsa]);
  expect(await redis.exists(nameOf(oldest))).toBe(0);
  expect(await index.keysOf(nomsa)).toHaveLength(sessionsOfHolderMax);
});

test('no name in Redis holds a subject, which may be an address of a person', async () => {
  const nomsa = newHolder();
  await keep([nomsa]);
  const names = await redis.keys(`${consoleSessionKind}*`);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => name.includes(nomsa.value))).toEqual([]);
});

test('while Redis is unavailable each call says so', async () => {
  const lonely = createSessionIndex({ url: 'redis://127.0.0.1:1/0', logger: silentLogger });
  const nomsa = newHolder();
  const calls = [
    lonely.note([nomsa], 'a', 0),
    lonely.has(nomsa, 'a'),
    lonely.list(nomsa),
    lonely.endAll(nomsa),
  ];
  const settled = await Promise.allSettled(calls.concat(lonely.reached()));
  for (const one of settled)
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'REDIS_AWAY' } });
  await lonely.close();
});
