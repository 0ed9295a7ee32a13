import type { EarningRule } from '../model/campaign.ts';
import { campaign } from '../testing/builders.ts';
import { warningsOf } from './campaign-warnings.ts';

const codes = (given: Parameters<typeof campaign>[0], pointValueCents = 1) =>
  warningsOf(campaign(given), pointValueCents).map(({ code }) => code);

const card = { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 1 } } as const;
const reward = { points: 1 };
const onEvents: readonly EarningRule[] = [
  { ...card, triggerEventKey: 'coffee.bought' },
  { type: 'SIGNUP_BONUS', points: 1 },
  { type: 'ON_DEMAND', points: 1 },
  { type: 'REFERRAL_BONUS', points: 1 },
  { type: 'EVENT_TRIGGER', eventKey: 'coffee.bought', reward },
];

it.each(onEvents)(
  '$type on events is said never to fire for some stores or from some amount on',
  (earningRule) => {
    expect(codes({ earningRule })).toEqual([]);
    expect(codes({ earningRule, storeIds: ['s'] })).toEqual(['NEVER_FIRES']);
    expect(codes({ earningRule, minSpendCents: 1 })).toEqual(['NEVER_FIRES']);
    expect(codes({ earningRule, minSpendCents: 0 })).toEqual([]);
  },
);

it('a card that receipts stamp may be for some stores', () => {
  expect(codes({ earningRule: card, storeIds: ['s'], minSpendCents: 1 })).toEqual([]);
});

it.each([
  [100, 1, []],
  [50, 1, []],
  [49, 1, ['POINT_VALUES_DIFFER']],
  [200, 1, []],
  [200.5, 1, ['POINT_VALUES_DIFFER']],
  [10, 10, []],
  [10, 1, ['POINT_VALUES_DIFFER']],
])(
  '%d points a rand, %d cents each in budgets, are warned of as %j',
  (pointsPerRand, pointValueCents, expected) => {
    expect(codes({ redemptionRule: { pointsPerRand } }, pointValueCents)).toEqual(expected);
  },
);

it('a warning says both values', () => {
  const [warning] = warningsOf(campaign({ redemptionRule: { pointsPerRand: 10 } }), 1);
  expect(warning?.message).toContain('counts as 1 cents in budgets and is redeemed for 10:');
});
