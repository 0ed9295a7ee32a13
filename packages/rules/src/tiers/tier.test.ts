import type { TierId } from '@loyalty/kernel';
import {
  exclusiveFromOf,
  rangeOfTier,
  type TierBenefits,
  tierOf,
  tierProgress,
  type TierThreshold,
} from './tier.ts';

const ids = {
  bronze: '0198c0de-3333-7000-8000-00000000000b' as TierId,
  silver: '0198c0de-3333-7000-8000-00000000000a' as TierId,
  gold: '0198c0de-3333-7000-8000-00000000000c' as TierId,
};

/** The tiers are not in the order of their thresholds: that order is only for displays. */
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

const [silver, gold] = ['silver', 'gold'] as TierId[] as [TierId, TierId];
const twoTiers = [
  { id: gold, minLifetimePoints: 1_000 },
  { id: silver, minLifetimePoints: 100 },
];

test.each([
  [0, { tierId: null, nextTierId: silver, pointsToNextTier: 100 }],
  [99, { tierId: null, nextTierId: silver, pointsToNextTier: 1 }],
  [100, { tierId: silver, nextTierId: gold, pointsToNextTier: 900 }],
  [1_000, { tierId: gold, nextTierId: null, pointsToNextTier: null }],
])('with %d lifetime points', (lifetimePoints, expected) => {
  expect(tierProgress(twoTiers, lifetimePoints)).toEqual(expected);
});

test('there is none where there are no tiers', () => {
  expect(tierProgress([], 5)).toEqual({ tierId: null, nextTierId: null, pointsToNextTier: null });
});

type TierBenefit = TierBenefits['benefits'][number];

const exclusive = (campaignId: string): TierBenefit => ({ type: 'EXCLUSIVE_CAMPAIGN', campaignId });
const label: TierBenefit = { type: 'LABEL', description: 'Free delivery' };

it('a campaign that several tiers name is open from the lowest of them on (D27)', () => {
  const tiers = [
    { minLifetimePoints: 5_000, benefits: [exclusive('c1'), label] },
    { minLifetimePoints: 1_000, benefits: [exclusive('c1'), exclusive('c2')] },
    { minLifetimePoints: 2_000, benefits: [exclusive('c1')] },
    { minLifetimePoints: 0, benefits: [label] },
  ];
  expect([...exclusiveFromOf(tiers)]).toEqual([
    ['c1', 1_000],
    ['c2', 1_000],
  ]);
});

it('campaigns that no tier names are not restricted', () => {
  expect(exclusiveFromOf([{ minLifetimePoints: 0, benefits: [label] }]).size).toBe(0);
});
