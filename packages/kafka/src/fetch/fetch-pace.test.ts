import { type FetchSpacing, pauseAfter } from './partition-fetcher.ts';

const spacing = (after: FetchSpacing['after'], everyMs = 20): FetchSpacing => ({
  everyMs: () => everyMs,
  after,
});
const times = { askedMs: 1_000, nowMs: 1_003.4 };

test.each([
  ['several', 0, false, 0],
  ['several', 1, false, 0],
  ['several', 2, false, 17],
  ['several', 2, true, 0],
  ['any', 0, false, 0],
  ['any', 1, false, 17],
  ['any', 1, true, 0],
] as const)('after a fetch with %s: %i records, full %s, pauses %i ms', (after, records, isFull, pauseMs) => {
  expect(pauseAfter(spacing(after), { records, isFull }, times)).toBe(pauseMs);
});

test('a fetch that took longer than the interval is followed at once', () => {
  expect(pauseAfter(spacing('any', 3), { records: 5, isFull: false }, times)).toBe(0);
});
