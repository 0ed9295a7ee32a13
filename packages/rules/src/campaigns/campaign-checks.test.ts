import { campaign } from '../testing/builders.ts';
import { faultsOfEarningRule, faultsOfRedemptionRule, warningsOf } from './campaign-checks.ts';
import type { EarningRule, RedemptionRule } from './campaign.ts';

/** The time is 2026-03-01. */
const writtenAtMs = 1_772_323_200_000;

const codes = (given: Parameters<typeof campaign>[0], pointValueCents = 1, hasTimeZone = true) =>
  warningsOf(campaign(given), { pointValueCents, centsInRand: 100, writtenAtMs, hasTimeZone }).map(
    ({ code }) => code,
  );

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

it('▲ points of events do not wait; those of receipts may, also of a card that receipts stamp (D181)', () => {
  const at = (rule: EarningRule) =>
    faultsOfEarningRule({ ...rule, pendingDays: 1 }).map(({ pointer }) => pointer);
  for (const rule of onEvents) expect(at(rule)).toEqual(['/pendingDays']);
  expect([at(card), at({ type: 'FIXED_POINTS', points: 1 })]).toEqual([[], []]);
});

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

it.each([
  [1, 1, []],
  [1, 100, ['POINT_VALUES_DIFFER']],
  [1_000, 1_000, []],
  [1_000, 100, ['POINT_VALUES_DIFFER']],
])('%d points for a unit of %d cents are warned of as %j (D321)', (pointsPerRand, centsInRand, expected) => {
  const costs = { pointValueCents: 1, centsInRand, writtenAtMs, hasTimeZone: true };
  const given = campaign({ redemptionRule: { pointsPerRand } });
  expect(warningsOf(given, costs).map(({ code }) => code)).toEqual(expected);
});

it('a warning says both values', () => {
  const [warning] = warningsOf(campaign({ redemptionRule: { pointsPerRand: 10 } }), {
    pointValueCents: 1,
    centsInRand: 100,
    writtenAtMs,
    hasTimeZone: true,
  });
  expect(warning?.message).toContain('counts as 1 cents in budgets but is redeemed for 10 cents.');
});

it.each([
  ['DRAFT', -1, ['ENDED']],
  ['ACTIVE', -1, ['ENDED']],
  ['PAUSED', -86_400_000, ['ENDED']],
  ['ACTIVE', 0, []],
  ['ACTIVE', 1, []],
  ['ARCHIVED', -1, []],
] as const)('%s, its end %d ms from its last change, is warned of as %j', (state, ms, expected) => {
  expect(codes({ state, endAtMs: writtenAtMs + ms })).toEqual(expected);
});

it.each([
  ['weekday', { field: 'weekday', op: 'eq', value: 'SAT' }, ['UTC_TIMES']],
  ['date', { field: 'date', op: 'eq', value: '2026-11-27' }, ['UTC_TIMES']],
  ['time', { field: 'time', op: 'lt', value: '17:00' }, ['UTC_TIMES']],
  ['day_of_month', { field: 'day_of_month', op: 'eq', value: 1 }, ['UTC_TIMES']],
  ['store_ref', { field: 'store_ref', op: 'eq', value: 's' }, []],
  ['attributes', { field: 'attributes.channel', op: 'eq', value: 'online' }, []],
  ['what no build reads', { field: 'colour', op: 'eq', value: 'red' }, []],
])(
  'without a time zone conditions on %s are warned of, with one never (D225)',
  (_field, condition, expected) => {
    const conditions = {
      operator: 'OR',
      conditions: [{ field: 'store_ref', op: 'exists', value: false }, condition],
    };
    expect(codes({ conditions }, 1, false)).toEqual(expected);
    expect(codes({ conditions }, 1, true)).toEqual([]);
  },
);

const day = (op: string, value: unknown) => ({ field: 'date', op, value });
const store = { field: 'store_ref', op: 'eq', value: 's' };
const all = (...conditions: object[]) => ({ operator: 'AND', conditions });
const any = (...conditions: object[]) => ({ operator: 'OR', conditions });

it.each([
  [day('eq', '2026-02-27'), true],
  [day('eq', '2026-02-28'), false],
  [day('eq', '2026-03-01'), false],
  [day('lte', '2026-02-27'), true],
  [day('lt', '2026-02-28'), true],
  [day('lt', '2026-03-01'), false],
  [day('in', ['2025-11-28', '2026-02-27']), true],
  [day('in', ['2025-11-28', '2026-11-27']), false],
  [day('neq', '2025-11-28'), false],
  [day('gte', '2025-11-28'), false],
  [day('not_in', ['2025-11-28']), false],
  [all(store, day('gte', '2025-11-24'), day('lte', '2025-11-28')), true],
  [any(store, day('eq', '2025-11-28')), false],
  [any(day('eq', '2024-11-29'), all(store, day('eq', '2025-11-28'))), true],
  [all(any(day('eq', '2025-11-28'), day('eq', '2026-11-27')), store), false],
  [day('eq', 'no date'), false],
])('conditions on dates that have passed everywhere have ended: %j is %j', (conditions, hasEnded) => {
  const expected = hasEnded ? ['ENDED'] : [];
  expect(codes({ conditions: all(conditions) })).toEqual(expected);
  expect(codes({ conditions: all(conditions), state: 'ARCHIVED' })).toEqual([]);
});

it('a campaign that is multiplied here says so to checkouts that multiply (D243)', () => {
  expect([codes({ tierMultiplier: true }), codes({ tierMultiplier: false })]).toEqual([
    ['MULTIPLIED_HERE'],
    [],
  ]);
});

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

const most = Number.MAX_SAFE_INTEGER;

it.each<[string, RedemptionRule, string | null]>([
  ['nothing but a rate', { pointsPerRand: 10 }, null],
  [
    'a minimum below the maximum',
    { pointsPerRand: 10, minPointsPerRedemption: 99, maxPointsPerRedemption: 100 },
    null,
  ],
  [
    'a minimum that is the maximum',
    { pointsPerRand: 10, minPointsPerRedemption: 99, maxPointsPerRedemption: 99 },
    null,
  ],
  [
    'a minimum above the maximum',
    { pointsPerRand: 10, minPointsPerRedemption: 100, maxPointsPerRedemption: 99 },
    '/maxPointsPerRedemption must not be less than minPointsPerRedemption',
  ],
  ['a maximum that buys one rand', { pointsPerRand: 99.5, maxPointsPerRedemption: 100 }, null],
  [
    'a maximum that buys no rand',
    { pointsPerRand: 100.5, maxPointsPerRedemption: 100 },
    '/maxPointsPerRedemption must not be less than pointsPerRand, because it would buy nothing',
  ],
  [
    'the highest minimum at a hundred points a rand',
    { pointsPerRand: 100, minPointsPerRedemption: most },
    null,
  ],
  [
    'a minimum that is worth more than the largest basket',
    { pointsPerRand: 99, minPointsPerRedemption: most },
    '/minPointsPerRedemption must not be worth more than the largest discount that any basket can get',
  ],
  [
    'a minimum that is worth more than half of the largest basket, of which half is given',
    { pointsPerRand: 100, minPointsPerRedemption: most, maxDiscountPercentOfBasket: 50 },
    '/minPointsPerRedemption must not be worth more than the largest discount that any basket can get',
  ],
])('a rule with %s', (_what, rule, fault) => {
  expect(faultsOfRedemptionRule(rule).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual(
    fault === null ? [] : [fault],
  );
});
