import type { TierId } from '@loyalty/kernel';
import { rangeOfTier, tierOf, type TierThreshold } from './tier-of.ts';

const ids = {
  bronze: '0198c0de-3333-7000-8000-00000000000b' as TierId,
  silver: '0198c0de-3333-7000-8000-00000000000a' as TierId,
  gold: '0198c0de-3333-7000-8000-00000000000c' as TierId,
};

/** Not in the order of their thresholds: that is a display's. */
const tiers: TierThreshold[] = [
  { id: ids.gold, minLifetimePoints: 5_000 },
  { id: ids.bronze, minLifetimePoints: 100 },
  { id: ids.silver, minLifetimePoints: 1_000 },
];

describe('the tier of a member (D54)', () => {
  it.each([
    [0, null],
    [99, null],
    [100, ids.bronze],
    [999, ids.bronze],
    [1_000, ids.silver],
    [4_999, ids.silver],
    [5_000, ids.gold],
    [Number.MAX_SAFE_INTEGER, ids.gold],
  ])('with %d lifetime points is %s', (lifetimePoints, expected) => {
    expect(tierOf(tiers, lifetimePoints)).toBe(expected);
  });

  it('is none where there are no tiers', () => {
    expect(tierOf([], 1_000_000)).toBeNull();
  });
});

describe('the lifetime points of a tier', () => {
  it.each([
    ['the lowest', ids.bronze, { from: 100, below: 1_000 }],
    ['one in between', ids.silver.toUpperCase(), { from: 1_000, below: 5_000 }],
    ['the highest', ids.gold, { from: 5_000, below: null }],
    ['an unknown one', '0198c0de-3333-7000-8000-00000000dead', null],
    ['what is no id', 'gold', null],
  ])('of %s', (_, tierId, expected) => {
    expect(rangeOfTier(tiers, tierId)).toEqual(expected);
  });
});
