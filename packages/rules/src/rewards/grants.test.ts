import type { RewardType } from '../campaigns/campaign.ts';
import { awardOf, faceValueCents, rewardValueOf, tangibleOf } from './grants.ts';

it.each([
  [{ points: 5 }, []],
  [
    { rewardType: 'FREE_ITEM' },
    [{ rewardType: 'FREE_ITEM', value: { description: 'Lunch' }, validDays: null }],
  ],
  [
    { points: 5, rewardType: 'FREE_ITEM', value: { skus: ['muffin'] }, validDays: 1 },
    [{ rewardType: 'FREE_ITEM', value: { skus: ['muffin'] }, validDays: 1 }],
  ],
  [
    { rewardType: 'COUPON_VOUCHER', value: {} },
    [{ rewardType: 'COUPON_VOUCHER', value: {}, validDays: null }],
  ],
  [
    { rewardType: 'GIFT_CARD', value: { amount: 500, currency: 'USD' } },
    [{ rewardType: 'GIFT_CARD', value: { amount: 500, currency: 'USD' }, validDays: null }],
  ],
] as const)('the tangible part of %j is %j', (grant, tangible) => {
  expect(tangibleOf(grant, 'Lunch')).toEqual(tangible);
});

it.each(['ZAR', 'JPY'])(
  '▲ a gift card that names no currency is issued in that of the environment: %s (D21, D321)',
  (own) => {
    const issued = (value: Record<string, unknown>) => rewardValueOf({ rewardType: 'GIFT_CARD', value }, own);
    expect(issued({ amount: 500 })).toEqual({ amount: 500, currency: own });
    expect(issued({ amount: 500, currency: 'USD' })).toEqual({ amount: 500, currency: 'USD' });
    expect(issued({ description: 'Lunch' })).toEqual({ description: 'Lunch' });
  },
);

it.each([
  [{ points: 5 }, 5, 0],
  [{ rewardType: 'GIFT_CARD' }, 0, 1],
  [{ points: 5, rewardType: 'GIFT_CARD' }, 5, 1],
  [{}, 0, 0],
] as const)('%j is an award of %d points and %d rewards', (rule, points, rewards) => {
  const award = awardOf(rule, 'Lunch');
  expect([award.points, award.grants.length]).toEqual([points, rewards]);
});

it.each<[RewardType, Record<string, unknown>, number]>([
  ['GIFT_CARD', { amount: 5_000, currency: 'ZAR' }, 5_000],
  ['GIFT_CARD', { amount: 0.1 }, 1],
  ['GIFT_CARD', { amount: 0 }, 0],
  ['GIFT_CARD', { amount: -5 }, 0],
  ['GIFT_CARD', { amount: '5000' }, 0],
  ['GIFT_CARD', { description: 'Lunch' }, 0],
  ['GIFT_CARD', { value: 5_000 }, 0],
  ['DISCOUNT_VOUCHER', { discountType: 'FIXED', value: 2_500 }, 2_500],
  ['DISCOUNT_VOUCHER', { discountType: 'PERCENTAGE', value: 25 }, 0],
  ['DISCOUNT_VOUCHER', { value: 2_500 }, 0],
  ['DISCOUNT_VOUCHER', { discountType: 'FIXED' }, 0],
  ['COUPON_VOUCHER', { amount: 5_000 }, 0],
  ['FREE_ITEM', { amount: 5_000, value: 5_000, discountType: 'FIXED' }, 0],
])('a %s of %j costs %d cents', (rewardType, value, cents) => {
  expect(faceValueCents({ rewardType, value, validDays: null })).toBe(cents);
});
