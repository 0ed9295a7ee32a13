import { call } from '../testing/client.ts';
import { startToy, stopToys, things } from '../testing/toy-server.ts';
import { callersPage, createCallerCounts } from './caller-counts.ts';

import type { Credential, Limiter } from './credential.ts';

afterEach(stopToys);

const minuteMs = 60_000;

const credentialOf = (environmentId: number): Credential =>
  ({ tenantId: `tenant-${environmentId.toString()}`, mode: 'live', environmentId }) as unknown as Credential;

const createTrial = () => {
  let nowMs = 0;
  const counts = createCallerCounts(() => nowMs);
  return {
    counts,
    pass: (ms: number) => {
      nowMs += ms;
    },
    askTimes: (environmentId: number, times: number, status = 200, tookMs = 1) => {
      for (let n = 0; n < times; n += 1) counts.count(credentialOf(environmentId), status, tookMs);
    },
    first: () => counts.top().callers[0],
  };
};

test('▲ requests, 429, 5xx and time are counted for each environment (D152)', () => {
  const { askTimes, counts } = createTrial();
  askTimes(1, 3, 200, 10);
  askTimes(1, 2, 429);
  askTimes(1, 1, 503, 3_000);
  askTimes(2, 1, 404);
  expect(counts.top()).toEqual({
    windowS: 0,
    others: 0,
    callers: [
      {
        tenantId: 'tenant-1',
        mode: 'live',
        environmentId: 1,
        requests: 6,
        limited: 2,
        failed: 1,
        tookMs: 3_032,
      },
      { tenantId: 'tenant-2', mode: 'live', environmentId: 2, requests: 1, limited: 0, failed: 0, tookMs: 1 },
    ],
  });
});

test('what is older than two minutes is forgotten, without a timer', () => {
  const { askTimes, pass, first, counts } = createTrial();
  askTimes(1, 5);
  pass(minuteMs);
  askTimes(1, 2);
  expect(first()).toMatchObject({ requests: 7 });
  expect(counts.top().windowS).toBe(60);
  pass(minuteMs);
  askTimes(1, 1);
  expect(first()).toMatchObject({ requests: 3 });
  pass(10 * minuteMs);
  expect(counts.top()).toEqual({ windowS: 0, callers: [], others: 0 });
});

test('one that is loud by one count alone is shown among many', () => {
  const { askTimes, counts } = createTrial();
  for (let id = 1; id <= 1_000; id += 1) askTimes(id, 2);
  askTimes(2_000, 1, 503, 0);
  askTimes(2_001, 1, 429, 0);
  const { callers } = counts.top();
  expect(callers.length).toBeLessThanOrEqual(200);
  expect(callers.map(({ environmentId }) => environmentId)).toEqual(expect.arrayContaining([2_000, 2_001]));
});

test('more environments than there is room for share one number', () => {
  const { askTimes, counts } = createTrial();
  for (let id = 1; id <= 5_000; id += 1) askTimes(id, 1);
  expect(counts.top().others).toBe(5_000 - 4_096);
});

/** Refuses the test key. */
const limiter: Limiter = {
  take: ({ mode }) => ({
    limit: 600,
    remaining: 0,
    resetS: 1,
    retryAfterS: 1,
    allowed: mode === 'live',
    of: 'environment',
  }),
  isFarFromLimit: () => false,
};

test('a server counts whom it knows, with what they got', async () => {
  const callerCounts = createCallerCounts();
  const { origin } = await startToy({}, { callerCounts, limiter });
  await call(origin, `${things}/receipt-9`, { key: 'live' });
  await call(origin, things, { key: 'test' });
  await call(origin, things, { key: 'unknown' });
  const { body } = await callersPage(callerCounts)({});
  expect(body).toMatchObject({
    others: 0,
    callers: expect.arrayContaining([
      expect.objectContaining({ mode: 'live', requests: 1, limited: 0 }),
      expect.objectContaining({ mode: 'test', requests: 1, limited: 1 }),
    ]) as unknown,
  });
  expect(callerCounts.top().callers).toHaveLength(2);
});
