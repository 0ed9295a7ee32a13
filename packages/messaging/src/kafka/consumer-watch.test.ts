import { ConsumerWatch, type Liveness } from './consumer-watch.ts';

const ticks = (watch: ConsumerWatch, count: number): Liveness[] =>
  Array.from({ length: count }, () => watch.tick());

test('a consumer without a sign is quiet after 3 s and silent after two session time-outs', () => {
  const seen = ticks(new ConsumerWatch(), 12);
  expect(seen.slice(0, 2)).toEqual(['healthy', 'healthy']);
  expect(seen.slice(2, 11)).toEqual(Array.from({ length: 9 }, () => 'quiet'));
  expect(seen[11]).toBe('silent');
});

test.each(['heard', 'fetched', 'excuse'] as const)('%s ends a silence', (sign) => {
  const watch = new ConsumerWatch();
  ticks(watch, 11);
  watch[sign]();
  expect(watch.tick()).toBe('healthy');
});

test('three crashes within 30 s are too many', () => {
  const watch = new ConsumerWatch();
  expect([0, 10_000, 29_999].map((atMs) => watch.crashed(atMs))).toEqual([false, false, true]);
});

test('crashes further apart are not counted together', () => {
  const watch = new ConsumerWatch();
  expect([0, 15_000, 30_000, 44_000].map((atMs) => watch.crashed(atMs))).toEqual([false, false, false, true]);
});

test('a fetch between crashes restarts the count, a heartbeat does not', () => {
  const watch = new ConsumerWatch();
  watch.crashed(0);
  watch.fetched();
  expect([1, 2].map((atMs) => watch.crashed(atMs))).toEqual([false, false]);
  watch.heard();
  expect(watch.crashed(3)).toBe(true);
});
