import type { EarningRule } from '../model/campaign.ts';
import { faultsOfEarningRule } from './earning-rule-faults.ts';

const types = ['SIGNUP_BONUS', 'ON_DEMAND'] as const;
const giftCard = { rewardType: 'GIFT_CARD', value: { amount: 500 } } as const;

describe.each(types)('a %s that is written', (type) => {
  it.each<[string, Omit<Extract<EarningRule, { type: 'SIGNUP_BONUS' }>, 'type'>, string | null]>([
    ['points alone', { points: 5 }, null],
    ['a bare free item', { rewardType: 'FREE_ITEM' }, null],
    ['a bare coupon for some days', { rewardType: 'COUPON_VOUCHER', validDays: 3 }, null],
    ['a gift card with its amount', giftCard, null],
    ['a gift card with its amount and points', { ...giftCard, points: 5, validDays: 3 }, null],
    ['a bare gift card', { rewardType: 'GIFT_CARD' }, '/value is required for a GIFT_CARD'],
    [
      'a bare discount, points or not',
      { rewardType: 'DISCOUNT_VOUCHER', points: 5 },
      '/value is required for a DISCOUNT_VOUCHER',
    ],
    ['a value of no reward', { points: 5, value: {} }, '/rewardType is required with value or validDays'],
    ['days of no reward', { points: 5, validDays: 3 }, '/rewardType is required with value or validDays'],
  ])('with %s', (_what, given, fault) => {
    expect(
      faultsOfEarningRule({ type, ...given }).map(({ pointer, message }) => `${pointer} ${message}`),
    ).toEqual(fault === null ? [] : [fault]);
  });
});

it('a rule of another type is judged by its schema alone', () => {
  expect(
    faultsOfEarningRule({ type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: giftCard }),
  ).toEqual([]);
});
