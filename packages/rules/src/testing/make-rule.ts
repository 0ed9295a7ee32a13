import type { EarningRule, RewardGrant, RewardType, SurpriseRule } from '../campaigns/campaign.ts';
import type { PayloadConditions } from '../earning/rules/on-event.ts';
import { lifecycleTypes } from '../requests/member-event-faults.ts';
import { chance, type Dice, optional, pick, several, someOf } from './dice.ts';

export const skus: readonly string[] = ['milk', 'bread', 'soap'];
export const categories: readonly string[] = ['dairy', 'bakery'];
export const eventKeys: readonly string[] = ['app.opened', 'ride.finished'];

/** Makes a rule of this type, valid under the interface, with small numbers, so that it fires often. */
export const makeRule = (dice: Dice, type: EarningRule['type']): EarningRule => makers[type](dice);

type Makers = {
  readonly [Type in EarningRule['type']]: (dice: Dice) => Extract<EarningRule, { readonly type: Type }>;
};

const makers: Makers = {
  FIXED_POINTS: (dice) => ({ type: 'FIXED_POINTS', points: dice(1, 500) }),
  VISIT_FIXED: (dice) => ({ type: 'VISIT_FIXED', points: dice(1, 500) }),
  SPEND_PERCENTAGE: (dice) => ({
    type: 'SPEND_PERCENTAGE',
    percentage: chance(dice, 20) ? 0.0001 : dice(1, 100_000) / 10_000,
  }),
  PRODUCT_PURCHASE: (dice) => ({
    type: 'PRODUCT_PURCHASE',
    points: dice(1, 50),
    skus: [pick(dice, [...skus, ...categories])],
    ...optional(dice, 50, () => ({ categories: someOf(dice, categories) })),
  }),
  RANDOM: (dice) => {
    const minPoints = dice(0, 3);
    const maxPoints = minPoints + dice(minPoints === 0 ? 1 : 0, 200);
    const probability = () => ({ probability: pick(dice, [0.5, 1, 0, 0.25]) });
    return { type: 'RANDOM', minPoints, maxPoints, ...optional(dice, 50, probability) };
  },
  STAMP_CARD: (dice) => ({
    type: 'STAMP_CARD',
    stampsRequired: dice(1, 4),
    rewardOnCompletion: makeReward(dice),
    ...optional(dice, 40, () => ({ triggerEventKey: pick(dice, eventKeys) })),
  }),
  SURPRISE_DELIGHT: (dice) => ({
    type: 'SURPRISE_DELIGHT',
    rewardRules: several(dice, [1, 3], () => makeSurprise(dice)),
  }),
  SIGNUP_BONUS: (dice) => ({ type: 'SIGNUP_BONUS', ...makeBare(dice) }),
  ON_DEMAND: (dice) => ({
    type: 'ON_DEMAND',
    ...makeBare(dice),
    ...optional(dice, 50, () => ({ eventTypes: someOf(dice, lifecycleTypes) })),
  }),
  REFERRAL_BONUS: (dice) => ({
    type: 'REFERRAL_BONUS',
    points: dice(1, 100),
    ...optional(dice, 85, () => ({ referrerPoints: dice(1, 100) })),
  }),
  EVENT_TRIGGER: (dice) => ({
    type: 'EVENT_TRIGGER',
    eventKey: pick(dice, eventKeys),
    reward: makeReward(dice),
    ...optional(dice, 50, () => ({ conditions: makeConditions(dice) })),
  }),
  PURCHASE_REWARD: (dice) => ({
    type: 'PURCHASE_REWARD',
    reward: makeReward(dice),
    ...optional(dice, 60, () => ({
      everyQuantity: dice(1, 3),
      ...optional(dice, 60, () => ({ maxTimes: dice(1, 10) })),
    })),
  }),
};

/** Every type of rule, in the order of {@link makers}. */
export const ruleTypes = Object.keys(makers) as readonly EarningRule['type'][];

const rewardTypes: readonly RewardType[] = ['FREE_ITEM', 'COUPON_VOUCHER', 'GIFT_CARD', 'DISCOUNT_VOUCHER'];

const makeBare = (dice: Dice): { readonly points?: number; readonly rewardType?: RewardType } => {
  const points = { points: dice(1, 100) };
  if (chance(dice, 60)) return points;
  const reward = { rewardType: pick(dice, rewardTypes) };
  return chance(dice, 50) ? reward : { ...points, ...reward };
};

const makeReward = (dice: Dice): RewardGrant => {
  const bare = makeBare(dice);
  if (bare.rewardType === undefined) return bare;
  return {
    ...bare,
    ...optional(dice, 70, () => ({ value: values[bare.rewardType ?? 'FREE_ITEM'](dice) })),
    ...optional(dice, 50, () => ({ validDays: dice(1, 90) })),
  };
};

const values: Readonly<Record<RewardType, (dice: Dice) => Readonly<Record<string, unknown>>>> = {
  FREE_ITEM: () => ({ description: 'Muffin', skus: ['muffin'] }),
  COUPON_VOUCHER: () => ({ provider: 'cinema', description: 'Half price' }),
  GIFT_CARD: (dice) => ({ amount: dice(1, 500), currency: 'ZAR' }),
  DISCOUNT_VOUCHER: (dice) => ({
    discountType: pick(dice, ['FIXED', 'PERCENTAGE']),
    value: dice(1, 90),
    description: 'Off',
  }),
};

const makeSurprise = (dice: Dice): SurpriseRule => ({
  everyNth: dice(1, 4),
  reward: makeReward(dice),
  ...optional(dice, 75, () => ({ scope: pick(dice, ['MEMBER', 'STORE', 'CAMPAIGN'] as const) })),
});

/** Over the payloads that `makeEvent` makes. */
const comparisons: readonly PayloadConditions[] = [
  { field: 'km', op: 'gte', value: 10 },
  { field: 'km', op: 'lt', value: 5 },
  { field: 'ride.city', op: 'eq', value: 'durban' },
  { field: 'ride.city', op: 'neq', value: 'durban' },
  { field: 'ride.city', op: 'in', value: ['durban', 'paarl'] },
  { field: 'tags', op: 'contains', value: 'eco' },
  { field: 'ride.city', op: 'contains', value: 'aa' },
  { field: 'tags.0', op: 'exists', value: true },
  { field: 'constructor', op: 'exists', value: false },
];

const makeConditions = (dice: Dice) => ({
  operator: pick(dice, ['AND', 'OR'] as const),
  conditions: several(dice, [1, 2], () =>
    chance(dice, 25)
      ? { operator: 'OR' as const, conditions: several(dice, [1, 3], () => pick(dice, comparisons)) }
      : pick(dice, comparisons),
  ),
});
