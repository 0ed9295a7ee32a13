import { attemptSteps, isFinished, latencyShareOf, oldestFailureOf } from './delivery.ts';

test.each([
  [{ status: 'FAILED', latencyMs: 3 } as const, 1],
  [{ status: 'PENDING', latencyMs: null } as const, 0.2],
  [{ status: 'SUCCEEDED', latencyMs: 0 } as const, 0.2],
  [{ status: 'SUCCEEDED', latencyMs: 10_000 } as const, 1],
  [{ status: 'RETRYING', latencyMs: 60_000 } as const, 1],
])('the bar of %j is %d high', (delivery, share) => {
  expect(latencyShareOf(delivery)).toBe(share);
});

test('an endpoint that takes ten times as long has a taller bar', () => {
  const shares = [9, 90, 900].map((latencyMs) => latencyShareOf({ status: 'SUCCEEDED', latencyMs }));
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(new Set(shares).size).toBe(3);
});

test.each([
  ['SUCCEEDED', true],
  ['FAILED', true],
  ['RETRYING', false],
  ['PENDING', false],
] as const)('%s is finished: %s', (status, isOver) => {
  expect(isFinished({ status })).toBe(isOver);
});

const attemptAt = (attempt: number, at: string, durationMs: number | null, responseCode: number | null) => ({
  attempt,
  at,
  durationMs,
  responseCode,
});

test('an attempt was waited for from the end of the one before to its own start', () => {
  const steps = attemptSteps([
    attemptAt(1, '2026-11-26T11:42:10.000Z', 9_800, 503),
    attemptAt(2, '2026-11-26T11:43:20.000Z', 10_000, null),
    attemptAt(3, '2026-11-26T11:48:20.000Z', null, 204),
  ]);
  expect(steps.map(({ waitedMs, isTaken }) => [waitedMs, isTaken])).toEqual([
    [null, false],
    [60_000, false],
    [300_000, true],
  ]);
});

test('a redirect is not accepted', () => {
  expect(attemptSteps([attemptAt(1, '2026-11-26T11:42:10.000Z', 5, 302)])[0]?.isTaken).toBe(false);
});

test('a replay begins with the oldest failure that is shown', () => {
  const newestFirst = [
    { status: 'SUCCEEDED', createdAt: '3' },
    { status: 'FAILED', createdAt: '2' },
    { status: 'FAILED', createdAt: '1' },
    { status: 'SUCCEEDED', createdAt: '0' },
  ] as const;
  expect(oldestFailureOf(newestFirst)).toBe('1');
  expect(oldestFailureOf(newestFirst.slice(0, 1))).toBeNull();
});
