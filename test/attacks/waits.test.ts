import { timesOf } from './src/victim/report.ts';
import { Waits } from './src/victim/waits.ts';

test('a wait ends once, and one that nobody began does not end', () => {
  const waits = new Waits();
  waits.begin('code', 'one', 5);
  waits.begin('webhook', 'one', 6);
  expect(waits.openKeys('code')).toEqual(['one']);
  waits.end('code', 'one');
  waits.end('code', 'one', 'twice');
  waits.end('code', 'two');
  expect(waits.openKeys('code')).toEqual([]);
  expect(waits.haveEnded(0, 6)).toBe(true);
  expect(waits.haveEnded(0, 7)).toBe(false);
  expect(waits.between(0, 6).map(({ failure }) => failure)).toEqual([null]);
});

test('failures count by what came, and their times do not', () => {
  const of = (tookMs: number, failure: string | null) => ({
    measure: 'redeem' as const,
    sentMs: 0,
    tookMs,
    failure,
  });
  expect(timesOf('redeem', [of(10, null), of(9_000, '503'), of(9_000, '503')], 0)).toEqual({
    count: 3,
    failures: { '503': 2 },
    p50Ms: 10,
    p99Ms: 10,
    longestMs: 10,
  });
});
