import {
  decidedPerSecond,
  parkedIn,
  type Partitions,
  overdueIn,
  totalOf,
  waitingIn,
  withReading,
} from './progress.ts';

const running = {
  partition: 0,
  endOffset: 0,
  decidedUpTo: null,
  lag: 0,
  waitingForTransaction: 0,
  lastDecidedAt: null,
  state: 'RUNNING',
} as const;

const upTo = (...offsets: readonly (number | null)[]): Partitions =>
  offsets.map((decidedUpTo, partition) => ({ ...running, partition, decidedUpTo }));

const first = { before: null, now: { partitions: upTo(100, null), atMs: 1_000 } };

test('the rate is the difference of two readings, and unknown at first', () => {
  expect(decidedPerSecond(first)).toBeNull();
  expect(decidedPerSecond(withReading(first, { partitions: upTo(300, 50), atMs: 6_000 }))).toBe(50);
  // A topic that was made again begins at 0.
  expect(decidedPerSecond(withReading(first, { partitions: upTo(3, 0), atMs: 6_000 }))).toBe(0);
});

test('a reading that follows at once does not replace the one before', () => {
  const second = withReading(first, { partitions: upTo(200, 0), atMs: 6_000 });
  const third = withReading(second, { partitions: upTo(202, 0), atMs: 6_100 });
  expect(third.before).toBe(first.now);
  expect(decidedPerSecond(third)).toBe(20);
  expect(withReading(third, { partitions: upTo(700, 0), atMs: 11_100 }).before).toBe(third.now);
});

test.each([
  [[3, 4], 7],
  [[], 0],
  [[3, null], null],
])('%j in all is %s', (lags, total) => {
  const partitions = lags.map((lag) => ({ ...running, lag }));
  expect(totalOf(partitions, 'lag')).toBe(total);
});

test('partitions that are parked, that wait, and that wait for long are named', () => {
  const partitions: Partitions = [
    { ...running, partition: 0, state: 'PARKED' },
    { ...running, partition: 1, waitingForTransaction: 5, lastDecidedAt: '2026-03-01T07:59:30.000Z' },
    { ...running, partition: 2, waitingForTransaction: 1, lastDecidedAt: '2026-03-01T07:50:00.000Z' },
    { ...running, partition: 3, waitingForTransaction: 1 },
    { ...running, partition: 4, waitingForTransaction: null },
  ];
  expect(parkedIn(partitions)).toEqual([0]);
  expect(waitingIn(partitions).map(({ partition }) => partition)).toEqual([3, 2, 1]);
  expect(overdueIn(partitions, Date.parse('2026-03-01T08:00:00.000Z'))).toEqual([3, 2]);
});
