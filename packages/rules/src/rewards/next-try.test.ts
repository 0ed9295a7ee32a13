import { nextTry, rewardTriesMax } from './next-try.ts';

const failed = { reason: 'PROVIDER_AWAY', atMs: 1_000_000, requestedAtMs: 900_000, draw: 0.5 } as const;

it.each([
  [1, 10_000],
  [2, 60_000],
  [3, 300_000],
  [4, 1_800_000],
])('after try %i it waits %i ms', (tries, waitMs) => {
  expect(nextTry({ ...failed, tries })).toEqual({ outcome: 'again', atMs: 1_000_000 + waitMs });
});

it('waits are spread by a fifth either way', () => {
  const waits = [0, 0.999_999].map((draw) => nextTry({ ...failed, tries: 2, draw }));
  expect(waits).toEqual([48_000, 72_000].map((waitMs) => ({ outcome: 'again', atMs: 1_000_000 + waitMs })));
});

it('after the fifth try it has failed, for its last reason', () => {
  expect(rewardTriesMax).toBe(5);
  expect(nextTry({ ...failed, tries: 5, reason: 'POOL_EMPTY' })).toEqual({
    outcome: 'failed',
    reason: 'POOL_EMPTY',
  });
});

it('a provider that was away for a day is not called any more', () => {
  const dayMs = 86_400_000;
  const after = (waitedMs: number) => nextTry({ ...failed, tries: 1, atMs: failed.requestedAtMs + waitedMs });
  expect(after(dayMs).outcome).toBe('again');
  expect(after(dayMs + 1)).toEqual({ outcome: 'failed', reason: 'PROVIDER_AWAY' });
});
