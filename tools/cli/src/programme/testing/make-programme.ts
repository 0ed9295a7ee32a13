import { seededRandom } from '@loyalty/kernel/testing';
import type { Content } from '../programme.ts';

/** A document as it is written, with sections in any order. */
export type WrittenProgramme = Readonly<Record<string, unknown>>;

/** Draws an integer between both bounds, inclusive. */
type Dice = (min: number, max: number) => number;

const diceOf = (seed: number): Dice => {
  const random = seededRandom(seed);
  return (min, max) => min + Math.floor(random() * (max - min + 1));
};

const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice(0, list.length - 1)] as T;
const some = <T>(dice: Dice, list: readonly T[]): T[] => list.filter(() => dice(0, 1) === 1);
const maybe = (dice: Dice, fields: () => Content): Content => (dice(0, 1) === 1 ? fields() : {});

const segmentKeys = ['locals', 'staff', 'vips', 'young'];
const tierKeys = ['bronze', 'gold', 'silver'];
const campaignKeys = ['autumn', 'double', 'lucky-till', 'of.coffee', 'signup', 'tenth', 'wine'];
const eventKeys = ['app.opened', 'ride.finished'];

/** Makes a programme; over many seeds it has every kind of rule, reward, condition, limit and benefit. */
export const makeProgramme = (seed: number): WrittenProgramme => {
  const dice = diceOf(seed);
  const tiers = some(dice, tierKeys);
  const segments = some(dice, segmentKeys);
  const campaigns = some(dice, campaignKeys);
  return {
    settings: makeSettings(dice),
    eventDefinitions: eventKeys.map((key) => makeDefinition(dice, key)),
    segments: segments.map((key) => makeSegment(dice, key, tiers)),
    tiers: tiers.map((key, place) => makeTier(dice, { key, place, campaigns })),
    campaigns: campaigns.map((key) => makeCampaign(dice, key, { tiers, segments })),
  };
};

const makeSettings = (dice: Dice): Content => ({
  pointValueCents: dice(1, 5),
  rejectMismatch: dice(0, 1) === 1,
  pointsExpiry: pick(dice, [
    { type: 'NONE' },
    { type: 'ROLLING', days: 90 },
    { type: 'CALENDAR', unit: 'YEAR' },
  ]),
  timeZone: pick(dice, [null, 'Africa/Johannesburg']),
  memberPointsCaps: pick(dice, [null, { day: 5_000 }, { week: 9_000, month: 20_000 }]),
  refundGraceDays: dice(0, 60),
});

const makeDefinition = (dice: Dice, key: string): Content => ({
  key,
  name: `Event ${dice(1, 9).toString()}`,
  lifecycleType: pick(dice, ['CUSTOM', 'SIGNUP']),
  ...maybe(dice, () => ({ identityProperty: 'who' })),
  ...maybe(dice, () => ({ properties: { km: { type: 'number', minimum: dice(0, 5) } } })),
});

const makeSegment = (dice: Dice, key: string, tiers: readonly string[]): Content => {
  // The type of a segment never changes.
  const isRule = key > 'm';
  return {
    key,
    name: `Segment ${dice(1, 9).toString()}`,
    type: isRule ? 'DYNAMIC' : 'STATIC',
    ...maybe(dice, () => ({ description: 'People: «those»' })),
    ...(isRule ? { rules: { operator: 'OR', conditions: segmentLeaves(dice, tiers) } } : null),
  };
};

const segmentLeaves = (dice: Dice, tiers: readonly string[]): readonly Content[] => [
  { field: 'spend_cents_30d', op: 'gte', value: dice(1, 9_999) },
  { field: 'tier_id', op: 'neq', value: tiers.length === 0 ? null : { tier: pick(dice, tiers) } },
  { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] },
];

interface TierTask {
  readonly key: string;
  readonly place: number;
  readonly campaigns: readonly string[];
}

const makeTier = (dice: Dice, { key, place, campaigns }: TierTask): Content => ({
  key,
  name: key.toUpperCase(),
  minLifetimePoints: place * 100 + dice(0, 2),
  ...maybe(dice, () => ({ sortOrder: dice(1, 9) })),
  ...maybe(dice, () => ({ badgeUrl: 'https://cdn.example/badge.png' })),
  ...maybe(dice, () => ({
    benefits: [
      { type: 'EARN_MULTIPLIER', multiplier: dice(11, 30) / 10 },
      { type: 'LABEL', description: 'Free delivery' },
      { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'Coffee' }, validDays: 30 },
      ...some(dice, campaigns).map((campaign) => ({ type: 'EXCLUSIVE_CAMPAIGN', campaign })),
    ],
  })),
});

interface Names {
  readonly tiers: readonly string[];
  readonly segments: readonly string[];
}

const makeCampaign = (dice: Dice, key: string, names: Names): Content => {
  const earningRule = pick(dice, [...receiptRules, ...eventRules])(dice);
  const type = String(earningRule['type']);
  const isForReceipts = !['SIGNUP_BONUS', 'ON_DEMAND', 'REFERRAL_BONUS', 'EVENT_TRIGGER'].includes(type);
  const isMultiplied = ['SPEND_PERCENTAGE', 'FIXED_POINTS', 'VISIT_FIXED', 'PRODUCT_PURCHASE'].includes(type);
  return {
    key,
    name: `Campaign ${dice(1, 99).toString()}`,
    earningRule,
    ...maybe(dice, () => ({ state: pick(dice, ['DRAFT', 'ACTIVE']) })),
    ...maybe(dice, () => ({
      description: pick(dice, ['10', 'no', 'A long\ntext: with\n  lines', '# not a comment']),
    })),
    ...maybe(dice, () => ({ redemptionRule: { pointsPerRand: dice(1, 20) } })),
    ...maybe(dice, () => ({ targetSegments: some(dice, names.segments) })),
    ...maybe(dice, () => ({ storeIds: ['1', 'cape-town'] })),
    ...maybe(dice, () => ({
      startDate: '2026-03-01',
      endDate: pick(dice, ['2026-03-31', '2099-01-01T00:00:00+02:00']),
    })),
    ...maybe(dice, () => ({ minSpend: dice(0, 500) })),
    ...maybe(dice, () => ({ maxBudgetCents: dice(1_000, 9_999_999), alertThreshold: 0.5 })),
    ...maybe(dice, () => ({ conditions: makeConditions(dice, names, isForReceipts) })),
    ...maybe(dice, () => ({ limits: makeLimits(dice) })),
    ...maybe(dice, () => ({ exclusiveGroup: pick(dice, ['wine', 'tea']), priority: dice(-3, 3) })),
    ...(isForReceipts ? maybe(dice, () => ({ earnOn: makeEarnOn(dice) })) : null),
    ...(isMultiplied ? maybe(dice, () => ({ tierMultiplier: true })) : null),
  };
};

const reward = (dice: Dice): Content =>
  pick<Content>(dice, [
    { points: 5 },
    { rewardType: 'FREE_ITEM', value: { description: 'Muffin', skus: ['muffin'] }, points: 7 },
    {
      rewardType: 'COUPON_VOUCHER',
      value: { provider: 'generator', description: 'Half price' },
      validDays: 9,
    },
    { rewardType: 'GIFT_CARD', value: { amount: 500, currency: 'ZAR' } },
    { rewardType: 'DISCOUNT_VOUCHER', value: { discountType: 'PERCENTAGE', value: 10, description: 'Off' } },
  ]);

const receiptRules: readonly ((dice: Dice) => Content)[] = [
  (dice) => ({ type: 'FIXED_POINTS', points: dice(1, 500) }),
  (dice) => ({ type: 'VISIT_FIXED', points: dice(1, 50), pointsExpiry: { type: 'SLIDING', days: 30 } }),
  (dice) => ({ type: 'SPEND_PERCENTAGE', percentage: dice(1, 1_000) / 100 }),
  (dice) => ({ type: 'PRODUCT_PURCHASE', points: dice(1, 9), skus: ['milk'], categories: ['dairy'] }),
  (dice) => ({ type: 'RANDOM', minPoints: 1, maxPoints: dice(1, 99), probability: 0.25 }),
  (dice) => ({ type: 'STAMP_CARD', stampsRequired: dice(2, 9), rewardOnCompletion: reward(dice) }),
  (dice) => ({
    type: 'SURPRISE_DELIGHT',
    rewardRules: [{ everyNth: dice(1, 9), scope: 'STORE', reward: reward(dice) }],
  }),
  (dice) => ({ type: 'PURCHASE_REWARD', reward: reward(dice), everyQuantity: 2, maxTimes: 3 }),
];

const eventRules: readonly ((dice: Dice) => Content)[] = [
  (dice) => ({ type: 'SIGNUP_BONUS', points: dice(1, 99) }),
  (dice) => ({ type: 'ON_DEMAND', points: dice(1, 99), eventTypes: ['BIRTHDAY'] }),
  () => ({ type: 'REFERRAL_BONUS', points: 10, referrerPoints: 20 }),
  (dice) => ({
    type: 'EVENT_TRIGGER',
    eventKey: pick(dice, eventKeys),
    reward: reward(dice),
    conditions: { operator: 'AND', conditions: [{ field: 'km', op: 'gte', value: 10 }] },
  }),
];

const makeConditions = (dice: Dice, names: Names, isForReceipts: boolean): Content => {
  const leaves = [...localLeaves, ...memberLeaves(dice, names), ...(isForReceipts ? receiptLeaves : [])];
  return {
    operator: pick(dice, ['AND', 'OR']),
    conditions: [
      pick(dice, leaves),
      { operator: 'OR', conditions: [pick(dice, leaves), pick(dice, leaves), pick(dice, leaves)] },
    ],
  };
};

const localLeaves: readonly Content[] = [
  { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] },
  { field: 'date', op: 'lt', value: '2026-03-11' },
  { field: 'time', op: 'gte', value: '14:00' },
  { field: 'day_of_month', op: 'lte', value: 10 },
];

const receiptLeaves: readonly Content[] = [
  { field: 'store_ref', op: 'eq', value: '0012' },
  { field: 'attributes.channel', op: 'exists', value: true },
  { lines: { field: 'category', op: 'eq', value: 'wine' }, field: 'quantity', op: 'gte', value: 6 },
  { lines: { field: 'sku', op: 'in', value: ['a', 'b'] } },
];

const memberLeaves = (dice: Dice, { tiers, segments }: Names): readonly Content[] => [
  { field: 'purchase_number', op: 'eq', value: dice(1, 9) },
  { field: 'tier_id', op: 'eq', value: null },
  ...(tiers.length === 0
    ? []
    : [
        { field: 'tier_id', op: 'gte', value: { tier: pick(dice, tiers) } },
        { field: 'tier_id', op: 'in', value: [null, ...tiers.map((tier) => ({ tier }))] },
      ]),
  ...(segments.length === 0
    ? []
    : [
        { field: 'segment_id', op: 'eq', value: { segment: pick(dice, segments) } },
        { field: 'segment_id', op: 'not_in', value: segments.map((segment) => ({ segment })) },
      ]),
];

const makeLimits = (dice: Dice): readonly Content[] => [
  {
    per: 'MEMBER',
    period: pick(dice, ['DAY', 'WEEK', 'MONTH', 'EVER']),
    of: pick(dice, ['TIMES', 'POINTS']),
    max: 9,
  },
  ...(dice(0, 1) === 1 ? [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 99 }] : []),
];

const makeEarnOn = (dice: Dice): Content => ({
  [pick(dice, ['lines', 'except'])]: { field: 'category', op: 'in', value: ['dairy', 'bakery'] },
});
