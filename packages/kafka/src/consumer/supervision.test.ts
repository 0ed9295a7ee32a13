import { ConsumerWatch, type Liveness } from './consumer-watch.ts';

const ticks = (watch: ConsumerWatch, count: number): Liveness[] =>
  Array.from({ length: count }, () => watch.tick());

test('a consumer without a sign is quiet after 3 s and silent after 12 s', () => {
  const seen = ticks(new ConsumerWatch(), 12);
  expect(seen.slice(0, 2)).toEqual(['healthy', 'healthy']);
  expect(seen.slice(2, 11)).toEqual(Array.from({ length: 9 }, () => 'quiet'));
  expect(seen[11]).toBe('silent');
});

test.each(['heard', 'excuse'] as const)('%s ends a silence', (sign) => {
  const watch = new ConsumerWatch();
  ticks(watch, 11);
  watch[sign]();
  expect(watch.tick()).toBe('healthy');
});

test('▲ a consumer whose join is excused for minutes, one tick after the other, is never silent', () => {
  const watch = new ConsumerWatch();
  const seen = Array.from({ length: 300 }, () => {
    watch.excuse();
    return watch.tick();
  });
  expect(new Set(seen)).toEqual(new Set(['healthy']));
});

test('a consumer is looked at for as long as its metadata lacks a topic', () => {
  const watch = new ConsumerWatch();
  watch.knowsTopics(false);
  expect(ticks(watch, 2)).toEqual(['quiet', 'quiet']);
  watch.knowsTopics(true);
  expect(watch.tick()).toBe('quiet');
  watch.heard();
  expect(watch.tick()).toBe('healthy');
});
