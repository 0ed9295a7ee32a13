import fc from 'fast-check';
import type { TierId } from '@loyalty/kernel';
import { tierOf } from './tier-of.ts';
import { tierPath, type EarnStep, type TierTraveller } from './tier-path.ts';

const [silver, gold, plus] = ['silver', 'gold', 'plus'] as TierId[] as [TierId, TierId, TierId];
const tiers = [
  { id: gold, minLifetimePoints: 1_000 },
  { id: silver, minLifetimePoints: 100 },
];

/** Somebody who earned this, the oldest first, one a second from 1,000 ms on; they enrolled at 500 ms. */
const traveller = (announced: TierId | null, ...earned: readonly number[]): TierTraveller => ({
  announced,
  lifetimePoints: earned.reduce((sum, points) => sum + points, 0),
  enrolledAtMs: 500,
  steps: earned.map((points, n): EarnStep => ({ points, atMs: 1_000 * (n + 1) })).toReversed(),
});

test('there is none for whoever is where they were told to be', () => {
  expect(tierPath(tiers, traveller(silver, 50, 60))).toEqual([]);
  expect(tierPath([], traveller(null, 50))).toEqual([]);
});

test('each receipt over a threshold is a crossing, also when two are seen at once', () => {
  expect(tierPath(tiers, traveller(null, 50, 60, 900, 5))).toEqual([
    { from: null, to: silver, lifetimePoints: 110, atMs: 2_000 },
    { from: silver, to: gold, lifetimePoints: 1_010, atMs: 3_000 },
  ]);
});

test('one receipt over two thresholds is one crossing (D104)', () => {
  const path = tierPath(tiers, traveller(null, 50, 2_000));
  expect(path).toEqual([{ from: null, to: gold, lifetimePoints: 2_050, atMs: 2_000 }]);
});

test('a tier that begins at 0 is entered by enrolling', () => {
  const fromZero = [...tiers, { id: plus, minLifetimePoints: 0 }];
  expect(tierPath(fromZero, traveller(null, 120))).toEqual([
    { from: null, to: plus, lifetimePoints: 0, atMs: 500 },
    { from: plus, to: silver, lifetimePoints: 120, atMs: 1_000 },
  ]);
});

test.each<[string, TierTraveller]>([
  ['who fell, because a threshold was raised', traveller(gold, 50, 60)],
  ['whose tier is gone', traveller(plus, 50, 60)],
  ['whose older steps are not known', { ...traveller(null, 60), lifetimePoints: 500 }],
])('a member %s has moved by a change of tiers', (_, one) => {
  const [crossing, ...others] = tierPath(tiers, one);
  expect(crossing).toMatchObject({ from: one.announced, to: silver, atMs: null });
  expect(others).toEqual([]);
});

test('a path is a chain from what was told to what is true', () => {
  const histories = fc.record({
    mins: fc.uniqueArray(fc.nat(300), { maxLength: 5 }),
    announced: fc.constantFrom(...(['0', '1', '2', '3', '4', 'gone', null] as (TierId | null)[])),
    earned: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 9 }),
    known: fc.nat(9),
  });
  fc.assert(
    fc.property(histories, ({ mins, announced, earned, known }) => {
      const all = mins.map((minLifetimePoints, n) => ({ id: n.toString() as TierId, minLifetimePoints }));
      const one = traveller(announced, ...earned);
      const path = tierPath(all, { ...one, steps: one.steps.slice(0, known) });
      const ends = [announced, ...path.map(({ to }) => to)];
      expect(path.map(({ from }) => from)).toEqual(ends.slice(0, -1));
      expect(ends.at(-1)).toBe(tierOf(all, one.lifetimePoints));
      expect(path.every(({ from, to }) => from !== to)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
