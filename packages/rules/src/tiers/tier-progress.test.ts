import type { TierId } from '@loyalty/kernel';
import { tierProgress } from './tier-progress.ts';

const [silver, gold] = ['silver', 'gold'] as TierId[] as [TierId, TierId];
const tiers = [
  { id: gold, minLifetimePoints: 1_000 },
  { id: silver, minLifetimePoints: 100 },
];

test.each([
  [0, { tierId: null, nextTierId: silver, pointsToNextTier: 100 }],
  [99, { tierId: null, nextTierId: silver, pointsToNextTier: 1 }],
  [100, { tierId: silver, nextTierId: gold, pointsToNextTier: 900 }],
  [1_000, { tierId: gold, nextTierId: null, pointsToNextTier: null }],
])('with %d lifetime points', (lifetimePoints, expected) => {
  expect(tierProgress(tiers, lifetimePoints)).toEqual(expected);
});

test('there is none where there are no tiers', () => {
  expect(tierProgress([], 5)).toEqual({ tierId: null, nextTierId: null, pointsToNextTier: null });
});
