import { ConsumerWatch, type ConsumerHealth, TopicChanges } from './supervision.ts';

const ticks = (watch: ConsumerWatch, count: number): ConsumerHealth[] =>
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

const opened = (...topics: string[]): TopicChanges => {
  const changes = new TopicChanges();
  changes.opened(topics, 0);
  return changes;
};

test('an unchanged list never causes a rebalance, in any order', () => {
  const changes = opened('a', 'b');
  expect([1, 2, 3].map((atMs) => changes.areRipe(['b', 'a'], atMs))).toEqual([false, false, false]);
});

test('a change counts once it was seen twice', () => {
  const changes = opened('a');
  expect(changes.areRipe(['a', 'b'], 1)).toBe(false);
  expect(changes.areRipe(['a', 'c'], 2)).toBe(false);
  expect(changes.areRipe(['a', 'c'], 3)).toBe(true);
});

test('▲ a changed list restarts the consumer at most every 30 s', () => {
  const changes = opened();
  changes.areRipe(['a'], 1_000);
  expect(changes.areRipe(['a'], 2_000)).toBe(true);
  changes.opened(['a'], 2_000);
  changes.areRipe(['a', 'b'], 3_000);
  expect(changes.areRipe(['a', 'b'], 31_999)).toBe(false);
  expect(changes.areRipe(['a', 'b'], 32_000)).toBe(true);
});

test('a deleted topic is noticed at once', () => {
  expect(opened('a', 'b').isAnyGone(['a', 'c'])).toBe(true);
  expect(opened('a').isAnyGone(['a', 'c'])).toBe(false);
});

test('the list is requested every 3 s', () => {
  const changes = opened('a');
  expect([0, 2_999, 3_000, 5_999, 6_000].map((atMs) => changes.isDue(atMs))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});
