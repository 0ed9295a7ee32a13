/** Bodies of campaigns with one fault, and what the API says of it where (D38). Tests of forms use them, too. */
interface BadRule {
  readonly rule: unknown;
  /** Within the rule. */
  readonly at: string;
  readonly message: string;
}

interface BadCampaign {
  readonly fault: object;
  readonly pointer: string;
  readonly message: string;
}

const points = { type: 'FIXED_POINTS', points: 10 };
const ref = 'must be a string of 1 to 255 characters';
const cents = 'must be an integer ≥ 1';
const instant = 'must be a valid ISO 8601 date or date-time, such as 2026-03-01 or 2026-03-01T08:00:00Z';
const rate = 'must be a number > 0 and ≤ 1000000 with at most 4 decimals';
const types =
  'SPEND_PERCENTAGE, FIXED_POINTS, VISIT_FIXED, PRODUCT_PURCHASE, RANDOM, STAMP_CARD, SURPRISE_DELIGHT, ' +
  'PURCHASE_REWARD, SIGNUP_BONUS, ON_DEMAND, REFERRAL_BONUS, EVENT_TRIGGER';
const percentage = 'must be a number > 0 and ≤ 1000 with at most 4 decimals';
const rewardTypes = 'must be one of COUPON_VOUCHER, GIFT_CARD, DISCOUNT_VOUCHER, FREE_ITEM';
const count = 'must be an integer from 1 to 1000000';
const stampCard = { type: 'STAMP_CARD', stampsRequired: 10 };
const trigger = { type: 'EVENT_TRIGGER', eventKey: 'fuel.purchase', reward: { points: 1 } };
const comparison = { field: 'litres', op: 'gte', value: 40 };

export const badRules: readonly BadRule[] = [
  { rule: 'SPEND_PERCENTAGE', at: '', message: 'must be an object' },
  { rule: {}, at: '/type', message: `is required and must be one of ${types}` },
  { rule: { type: 'SPEND' }, at: '/type', message: `must be one of ${types}` },
  { rule: { type: 'constructor' }, at: '/type', message: `must be one of ${types}` },
  { rule: { type: 7 }, at: '/type', message: `must be one of ${types}` },
  { rule: { type: 'SPEND_PERCENTAGE' }, at: '/percentage', message: 'is required' },
  { rule: { type: 'SPEND_PERCENTAGE', percentage: 0 }, at: '/percentage', message: percentage },
  { rule: { type: 'SPEND_PERCENTAGE', percentage: 1000.1 }, at: '/percentage', message: percentage },
  { rule: { type: 'SPEND_PERCENTAGE', percentage: 1.00001 }, at: '/percentage', message: percentage },
  { rule: { type: 'FIXED_POINTS', points: 0 }, at: '/points', message: cents },
  { rule: { type: 'VISIT_FIXED', points: '5' }, at: '/points', message: cents },
  { rule: { type: 'PRODUCT_PURCHASE', points: 1 }, at: '', message: 'needs skus or categories' },
  { rule: { type: 'PRODUCT_PURCHASE', points: 1, skus: [] }, at: '', message: 'needs skus or categories' },
  { rule: { type: 'PRODUCT_PURCHASE', points: 1, skus: [''] }, at: '/skus/0', message: ref },
  { rule: { type: 'PURCHASE_REWARD' }, at: '/reward', message: 'is required' },
  {
    rule: { type: 'PURCHASE_REWARD', reward: { points: 1 }, everyQuantity: 0 },
    at: '/everyQuantity',
    message: 'must be an integer from 1 to 100000',
  },
  {
    rule: { type: 'PURCHASE_REWARD', reward: { points: 1 }, everyQuantity: 1, maxTimes: 11 },
    at: '/maxTimes',
    message: 'must be an integer from 1 to 10',
  },
  {
    rule: { type: 'RANDOM', minPoints: -1, maxPoints: 5 },
    at: '/minPoints',
    message: 'must be an integer ≥ 0',
  },
  { rule: { type: 'RANDOM', minPoints: 0, maxPoints: 0 }, at: '/maxPoints', message: cents },
  {
    rule: { type: 'RANDOM', minPoints: 9, maxPoints: 5 },
    at: '/maxPoints',
    message: 'must not be less than minPoints',
  },
  {
    rule: { type: 'RANDOM', minPoints: 1, maxPoints: 5, probability: 1.1 },
    at: '/probability',
    message: 'must be a number from 0 to 1',
  },
  { rule: { ...stampCard }, at: '/rewardOnCompletion', message: 'is required' },
  {
    rule: { ...stampCard, stampsRequired: 0, rewardOnCompletion: { points: 1 } },
    at: '/stampsRequired',
    message: count,
  },
  {
    rule: { ...stampCard, rewardOnCompletion: {} },
    at: '/rewardOnCompletion/points',
    message: 'is required',
  },
  {
    rule: { ...stampCard, rewardOnCompletion: { points: 0 } },
    at: '/rewardOnCompletion/points',
    message: cents,
  },
  {
    rule: { ...stampCard, rewardOnCompletion: { points: 1, validDays: 3 } },
    at: '/rewardOnCompletion/rewardType',
    message: `is required and ${rewardTypes}`,
  },
  {
    rule: { ...stampCard, rewardOnCompletion: { rewardType: 'CASH', value: {} } },
    at: '/rewardOnCompletion/rewardType',
    message: rewardTypes,
  },
  {
    rule: { ...stampCard, rewardOnCompletion: { rewardType: 'FREE_ITEM' } },
    at: '/rewardOnCompletion/value',
    message: 'is required',
  },
  {
    rule: { ...stampCard, rewardOnCompletion: { rewardType: 'GIFT_CARD', value: { currency: 'ZAR' } } },
    at: '/rewardOnCompletion/value/amount',
    message: 'is required',
  },
  {
    rule: { ...stampCard, rewardOnCompletion: { rewardType: 'COUPON_VOUCHER', value: {} } },
    at: '/rewardOnCompletion/value',
    message: 'needs provider or description',
  },
  {
    rule: {
      ...stampCard,
      rewardOnCompletion: {
        rewardType: 'DISCOUNT_VOUCHER',
        value: { discountType: 'PERCENTAGE', value: 101 },
      },
    },
    at: '/rewardOnCompletion/value/value',
    message: 'must be a number > 0 and ≤ 100',
  },
  {
    rule: {
      ...stampCard,
      rewardOnCompletion: { rewardType: 'DISCOUNT_VOUCHER', value: { discountType: 'FIXED', value: 9.5 } },
    },
    at: '/rewardOnCompletion/value/value',
    message: cents,
  },
  {
    rule: {
      ...stampCard,
      rewardOnCompletion: { rewardType: 'FREE_ITEM', value: { description: 'x' }, validDays: 0 },
    },
    at: '/rewardOnCompletion/validDays',
    message: 'must be an integer from 1 to 36500',
  },
  {
    rule: { type: 'SURPRISE_DELIGHT', rewardRules: [] },
    at: '/rewardRules',
    message: 'must be an array of 1 to 50 items',
  },
  {
    rule: { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 0, reward: { points: 1 } }] },
    at: '/rewardRules/0/everyNth',
    message: count,
  },
  {
    rule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [{ everyNth: 5, scope: 'TENANT', reward: { points: 1 } }],
    },
    at: '/rewardRules/0/scope',
    message: 'must be one of MEMBER, STORE, CAMPAIGN',
  },
  { rule: { type: 'SIGNUP_BONUS' }, at: '', message: 'needs points or rewardType' },
  { rule: { type: 'ON_DEMAND', rewardType: 'CASH' }, at: '/rewardType', message: rewardTypes },
  {
    rule: { type: 'SIGNUP_BONUS', rewardType: 'GIFT_CARD', value: { amount: 0 } },
    at: '/value/amount',
    message: cents,
  },
  {
    rule: { type: 'ON_DEMAND', rewardType: 'FREE_ITEM', value: {} },
    at: '/value/description',
    message: 'is required',
  },
  {
    rule: { type: 'ON_DEMAND', rewardType: 'FREE_ITEM', validDays: 0 },
    at: '/validDays',
    message: 'must be an integer from 1 to 36500',
  },
  { rule: { type: 'REFERRAL_BONUS', points: 5, referrerPoints: 0 }, at: '/referrerPoints', message: cents },
  {
    rule: { ...trigger, eventKey: 'Fuel purchase' },
    at: '/eventKey',
    message: 'must be an event key of at most 128 characters, lower-case words joined by . _ or -',
  },
  { rule: { ...trigger, conditions: comparison }, at: '/conditions/operator', message: 'is required' },
  {
    rule: { ...trigger, conditions: { operator: 'XOR', conditions: [comparison] } },
    at: '/conditions/operator',
    message: 'must be one of AND, OR',
  },
  {
    rule: { ...trigger, conditions: { operator: 'AND', conditions: [] } },
    at: '/conditions/conditions',
    message: 'must be an array of 1 to 50 items',
  },
  {
    rule: { ...trigger, conditions: { operator: 'AND', conditions: [{ ...comparison, op: 'like' }] } },
    at: '/conditions/conditions/0/op',
    message: 'must be one of eq, neq, gt, gte, lt, lte, in, contains, exists',
  },
  {
    rule: { ...trigger, conditions: { operator: 'AND', conditions: [{ ...comparison, value: true }] } },
    at: '/conditions/conditions/0/value',
    message: 'must be a string or a number',
  },
  {
    rule: { ...points, pointsExpiry: { type: 'ROLLING' } },
    at: '/pointsExpiry/days',
    message: 'is required',
  },
  {
    rule: { ...points, pointsExpiry: { type: 'CALENDAR', unit: 'WEEK' } },
    at: '/pointsExpiry/unit',
    message: 'must be one of MONTH, YEAR',
  },
  { rule: { ...points, pendingDays: 0 }, at: '/pendingDays', message: 'must be an integer from 1 to 365' },
  {
    rule: { ...points, pendingDays: 366 },
    at: '/pendingDays',
    message: 'must be an integer from 1 to 365',
  },
  {
    rule: { ...points, pendingDays: 1.5 },
    at: '/pendingDays',
    message: 'must be an integer from 1 to 365',
  },
];

export const badCampaigns: readonly BadCampaign[] = [
  { fault: { name: '' }, pointer: '/name', message: ref },
  { fault: { name: null }, pointer: '/name', message: ref },
  { fault: { name: 'x'.repeat(256) }, pointer: '/name', message: ref },
  {
    fault: { description: 'x'.repeat(2001) },
    pointer: '/description',
    message: 'must be a string of at most 2000 characters',
  },
  { fault: { redemptionRule: {} }, pointer: '/redemptionRule/pointsPerRand', message: 'is required' },
  {
    fault: { redemptionRule: { pointsPerRand: 0 } },
    pointer: '/redemptionRule/pointsPerRand',
    message: rate,
  },
  {
    fault: { redemptionRule: { pointsPerRand: 0.00001 } },
    pointer: '/redemptionRule/pointsPerRand',
    message: rate,
  },
  {
    fault: { redemptionRule: { pointsPerRand: 1, maxDiscountPercentOfBasket: 101 } },
    pointer: '/redemptionRule/maxDiscountPercentOfBasket',
    message: 'must be a number > 0 and ≤ 100 with at most 4 decimals',
  },
  {
    fault: { redemptionRule: { pointsPerRand: 1, takes: 'FEW' } },
    pointer: '/redemptionRule/takes',
    message: 'must be one of AS_ASKED, FEWEST',
  },
  {
    fault: { redemptionRule: { pointsPerRand: 1, onInsufficientBalance: 'MAYBE' } },
    pointer: '/redemptionRule/onInsufficientBalance',
    message: 'must be one of REJECT, CAP',
  },
  { fault: { targetSegmentIds: ['vip'] }, pointer: '/targetSegmentIds/0', message: 'must be a UUID' },
  { fault: { storeIds: [7] }, pointer: '/storeIds/0', message: ref },
  { fault: { startDate: '2026-02-30' }, pointer: '/startDate', message: instant },
  {
    fault: { startDate: '2026-03-02', endDate: '2026-03-01' },
    pointer: '/endDate',
    message: 'must not be before startDate',
  },
  { fault: { minSpend: -1 }, pointer: '/minSpend', message: 'must be an integer ≥ 0' },
  { fault: { maxBudgetCents: 0 }, pointer: '/maxBudgetCents', message: cents },
  { fault: { alertThreshold: 0 }, pointer: '/alertThreshold', message: 'must be a number > 0 and ≤ 1' },
  { fault: { alertThreshold: 1.01 }, pointer: '/alertThreshold', message: 'must be a number > 0 and ≤ 1' },
  {
    fault: { exclusiveGroup: 'w'.repeat(65) },
    pointer: '/exclusiveGroup',
    message: 'must be a string of 1 to 64 characters',
  },
  {
    fault: { exclusiveGroup: '  ' },
    pointer: '/exclusiveGroup',
    message: 'must have at least one visible character',
  },
  { fault: { priority: 1_001 }, pointer: '/priority', message: 'must be an integer from -1000 to 1000' },
  { fault: { priority: 0.5 }, pointer: '/priority', message: 'must be an integer from -1000 to 1000' },
];
