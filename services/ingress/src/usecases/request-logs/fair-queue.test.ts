import type { EnvironmentId } from '@loyalty/kernel';
import { FairQueue } from './fair-queue.ts';

const one = 1 as EnvironmentId;
const two = 2 as EnvironmentId;
const three = 3 as EnvironmentId;

const queueOf = (sizes: { shareMax: number; totalMax: number }) => {
  let dropped = 0;
  const queue = new FairQueue<number>(sizes, () => {
    dropped += 1;
  });
  const fill = (owner: EnvironmentId, count: number): void => {
    for (let at = 0; at < count; at += 1) queue.add(owner, at);
  };
  const lengths = () => [...queue.takeAll()].map(([owner, entries]) => [owner, entries.length]);
  return { queue, fill, lengths, dropped: () => dropped };
};

test('an environment beyond its share loses what comes next; others lose nothing (D118)', () => {
  const { fill, lengths, dropped } = queueOf({ shareMax: 3, totalMax: 100 });
  fill(one, 1_000);
  fill(two, 2);
  expect(dropped()).toBe(997);
  expect(lengths()).toEqual([
    [one, 3],
    [two, 2],
  ]);
});

test('▲ when the queue is full, the largest makes room for a small one, and loses its oldest', () => {
  const { queue, fill, dropped } = queueOf({ shareMax: 5, totalMax: 10 });
  fill(one, 5);
  fill(two, 5);
  fill(three, 2);
  expect(dropped()).toBe(2);
  const taken = queue.takeAll();
  expect([taken.get(one), taken.get(two), taken.get(three)]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [0, 1],
  ]);
});

test('environments with equal parts of a full queue take nothing from each other', () => {
  const { fill, lengths, dropped } = queueOf({ shareMax: 5, totalMax: 3 });
  fill(one, 1);
  fill(two, 1);
  fill(three, 5);
  expect(dropped()).toBe(4);
  expect(lengths()).toEqual([
    [one, 1],
    [two, 1],
    [three, 1],
  ]);
});

test('after a round there is room again', () => {
  const { fill, lengths, dropped } = queueOf({ shareMax: 2, totalMax: 2 });
  fill(one, 2);
  expect(lengths()).toEqual([[one, 2]]);
  fill(one, 2);
  expect(lengths()).toEqual([[one, 2]]);
  expect(dropped()).toBe(0);
});
