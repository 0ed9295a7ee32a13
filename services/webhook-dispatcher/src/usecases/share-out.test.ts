import type { EnvironmentId } from '@loyalty/kernel';
import { shareOut, type Shared } from './share-out.ts';

const eventsOf = (environmentId: number, count: number, deliveries: number): Shared[] =>
  Array.from({ length: count }, () => ({ environmentId: environmentId as EnvironmentId, deliveries }));

const share = (...all: readonly Shared[]) => shareOut(all, (one) => one);
const countOf = (all: readonly Shared[], environmentId: number): number =>
  all.filter((one) => (one.environmentId as number) === environmentId).length;

it('an environment creates a thousand deliveries in a batch, the first ones; the rest is put off', () => {
  const flood = eventsOf(1, 51, 100);
  const { now, later } = share(...flood, ...eventsOf(2, 3, 1));
  expect([countOf(now, 1), countOf(now, 2), countOf(later, 1), countOf(later, 2)]).toEqual([10, 3, 41, 0]);
  expect(now.slice(0, 10)).toEqual(flood.slice(0, 10));
});

it('all environments together create five thousand; they take turns, so an environment with one event gets it at once', () => {
  const floods = Array.from({ length: 8 }, (_, at) => eventsOf(at + 1, 50, 100)).flat();
  const { now, later } = share(...floods, ...eventsOf(9, 1, 100));
  expect([now.length, later.length, countOf(now, 9)]).toEqual([50, 351, 1]);
  expect([countOf(now, 1), countOf(now, 2), countOf(now, 8)]).toEqual([7, 6, 6]);
});

it('events within the share are submitted at once, in the order in which they came', () => {
  const all = [...eventsOf(1, 2, 3), ...eventsOf(2, 2, 0), ...eventsOf(1, 1, 3)];
  expect(share(...all)).toEqual({ now: all, later: [] });
});
