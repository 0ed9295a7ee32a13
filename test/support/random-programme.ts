import fc from 'fast-check';
import type { HttpSchemas } from '@loyalty/contracts/http';

/** A receipt in the form of simulate; evaluate needs a reference too. */
export interface RandomReceipt {
  readonly memberRef: string;
  readonly amount: number;
  readonly storeRef: string | undefined;
  readonly currency: string | undefined;
  readonly occurredAt: string | undefined;
  readonly products: readonly object[];
  readonly attributes: Readonly<Record<string, string>> | undefined;
}

/** Campaigns and receipts of a few members. */
export interface RandomProgramme {
  readonly campaigns: readonly object[];
  readonly receipts: readonly RandomReceipt[];
}

const stores = ['north', 'south'];
const skus = ['tea', 'milk', 'bread'];
const categories = ['FOOD', 'DRINK'];
/** Before, within and after the windows of campaigns. */
const days = ['2024-06-01', '2025-06-01', '2026-06-01'];

const points = fc.integer({ min: 1, max: 500 });
const reward = fc.oneof(
  fc.record({ points }),
  fc.record({
    points,
    rewardType: fc.constant('GIFT_CARD'),
    value: fc.record({ amount: fc.integer({ min: 1, max: 900 }) }),
  }),
  fc.constant({ rewardType: 'FREE_ITEM', value: { description: 'Coffee' } }),
);
const everyNth = fc.integer({ min: 1, max: 4 });

type RuleType = HttpSchemas['EarningRule']['type'];
/** Rule types that are left out: simulate is for receipts, and one type that fires on events alone is enough. */
type LeftOut = 'ON_DEMAND' | 'REFERRAL_BONUS' | 'EVENT_TRIGGER';

/** RANDOM has one outcome, because simulate draws for its own reference (D19). */
const rules: Readonly<Record<Exclude<RuleType, LeftOut>, fc.Arbitrary<object>>> = {
  SPEND_PERCENTAGE: fc.record({ percentage: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 10_000) }),
  FIXED_POINTS: fc.record({ points }),
  VISIT_FIXED: fc.record({ points }),
  PRODUCT_PURCHASE: fc.record(
    {
      points,
      skus: fc.subarray(skus, { minLength: 1 }),
      categories: fc.subarray(categories, { minLength: 1 }),
    },
    { requiredKeys: ['points', 'skus'] },
  ),
  RANDOM: points.map((fixed) => ({ minPoints: fixed, maxPoints: fixed })),
  STAMP_CARD: fc.record({ stampsRequired: everyNth, rewardOnCompletion: reward }),
  SURPRISE_DELIGHT: fc.record({
    rewardRules: fc.array(
      fc.record({ everyNth, scope: fc.constantFrom('MEMBER', 'STORE', 'CAMPAIGN'), reward }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  PURCHASE_REWARD: fc.oneof(
    fc.record({ reward }),
    fc.record({ reward, everyQuantity: everyNth, maxTimes: fc.integer({ min: 1, max: 10 }) }),
  ),
  SIGNUP_BONUS: fc.record({ points }),
};

/** Mostly undefined: with too many conditions hardly any campaign would fire. JSON omits undefined fields. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const moments = [
  fc.record({
    field: fc.constant('date'),
    op: fc.constantFrom('lte', 'gt'),
    value: fc.constantFrom(...days),
  }),
  fc.record({ field: fc.constant('time'), op: fc.constantFrom('eq', 'neq'), value: fc.constant('00:00') }),
  fc.record({
    field: fc.constant('weekday'),
    op: fc.constantFrom('in', 'not_in'),
    value: fc.subarray(['MON', 'SAT', 'SUN'], { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('day_of_month'),
    op: fc.constantFrom('lt', 'gte'),
    value: fc.integer({ min: 1, max: 31 }),
  }),
];
const comparisons = {
  ofEvents: fc.oneof(...moments),
  ofReceipts: fc.oneof(
    fc.record({
      field: fc.constant('store_ref'),
      op: fc.constantFrom('eq', 'neq'),
      value: fc.constantFrom(...stores),
    }),
    fc.record({
      field: fc.constant('attributes.channel'),
      op: fc.constantFrom('eq', 'neq'),
      value: fc.constant('online'),
    }),
    fc.record({
      field: fc.constantFrom('store_ref', 'attributes.channel'),
      op: fc.constant('exists'),
      value: fc.boolean(),
    }),
    ...moments,
  ),
};
const lineComparison = fc.oneof(
  fc.record({ field: fc.constant('sku'), op: fc.constantFrom('eq', 'neq'), value: fc.constantFrom(...skus) }),
  fc.record({
    field: fc.constant('category'),
    op: fc.constantFrom('in', 'not_in'),
    value: fc.subarray(categories, { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('unit_price_cents'),
    op: fc.constantFrom('gte', 'lt'),
    value: fc.integer({ min: 0, max: 1_000 }),
  }),
);
const lines = fc.oneof(
  lineComparison,
  fc.record({
    operator: fc.constantFrom('AND', 'OR'),
    conditions: fc.array(lineComparison, { minLength: 1, maxLength: 2 }),
  }),
);
const overLines = fc.oneof(
  fc.record({ lines }),
  fc.record({
    lines,
    field: fc.constantFrom('quantity', 'spend_cents', 'count'),
    op: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
    value: fc.integer({ min: 0, max: 3 }),
  }),
);
const earnOn = fc.oneof(fc.record({ lines }), fc.record({ except: lines }));

const limits = fc.uniqueArray(
  fc.oneof(
    fc.record({
      per: fc.constant('MEMBER'),
      period: fc.constantFrom('DAY', 'WEEK', 'MONTH', 'EVER'),
      of: fc.constantFrom('TIMES', 'POINTS'),
      max: fc.integer({ min: 1, max: 20 }),
    }),
    fc.record({
      per: fc.constant('CAMPAIGN'),
      period: fc.constant('EVER'),
      of: fc.constant('TIMES'),
      max: fc.integer({ min: 1, max: 20 }),
    }),
    fc.record({
      per: fc.constant('RECEIPT'),
      of: fc.constant('POINTS'),
      max: fc.integer({ min: 1, max: 20 }),
    }),
  ),
  {
    minLength: 1,
    maxLength: 4,
    selector: (one) => [one.per, 'period' in one ? one.period : '', one.of].join(' '),
  },
);

/** The members of a programme may be in these. */
interface Memberships {
  readonly segmentId: string;
  readonly tierId: string;
}

/** Draws conditions on members, for receipts and for events. */
const ofMembers = ({ segmentId, tierId }: Memberships): fc.Arbitrary<object> =>
  fc.oneof(
    fc.record({
      field: fc.constant('tier_id'),
      op: fc.constantFrom('eq', 'neq', 'gte'),
      value: fc.constant(tierId),
    }),
    fc.record({
      field: fc.constant('tier_id'),
      op: fc.constantFrom('in', 'not_in'),
      value: fc.constantFrom([null], [null, tierId]),
    }),
    fc.record({
      field: fc.constant('segment_id'),
      op: fc.constantFrom('eq', 'neq'),
      value: fc.constant(segmentId),
    }),
    fc.record({
      field: fc.constant('purchase_number'),
      op: fc.constantFrom('eq', 'neq', 'gt', 'lte'),
      value: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({
      field: fc.constant('days_since_last_txn'),
      op: fc.constantFrom('eq', 'neq', 'lt', 'gte'),
      value: fc.constantFrom(0, 30, 365),
    }),
  );

/** Conditions for a rule of this type: an event has no store, no attributes and no lines. */
const conditionsOf = (type: string, known: Memberships): fc.Arbitrary<object> => {
  const isOfEvents = type === 'SIGNUP_BONUS';
  const ofPayloads = fc.constant({ field: 'payload.rating', op: 'gte', value: 4 });
  const comparison: fc.Arbitrary<object> = isOfEvents
    ? fc.oneof(comparisons.ofEvents, ofMembers(known), ofPayloads)
    : fc.oneof(comparisons.ofReceipts, ofMembers(known), overLines);
  return fc.oneof(
    comparison,
    fc.record({
      operator: fc.constantFrom('AND', 'OR'),
      conditions: fc.array(comparison, { minLength: 1, maxLength: 3 }),
    }),
  );
};

const multipliedTypes: ReadonlySet<string> = new Set([
  'SPEND_PERCENTAGE',
  'FIXED_POINTS',
  'VISIT_FIXED',
  'PRODUCT_PURCHASE',
]);

const campaign = (known: Memberships): fc.Arbitrary<object> =>
  fc.oneof(
    ...Object.entries(rules).map(([type, rule]) =>
      fc.record({
        name: fc.constantFrom('Spring', 'Autumn', 'Winter'),
        earningRule: rule.map((fields) => ({ type, ...fields })),
        storeIds: rarely(fc.subarray(stores, { minLength: 1 })),
        startDate: rarely(fc.constantFrom('2024-12-31', '2025-12-31')),
        endDate: rarely(fc.constantFrom('2026-01-01', '2027-01-01')),
        minSpend: rarely(fc.integer({ min: 0, max: 5_000 })),
        maxBudgetCents: rarely(fc.integer({ min: 1, max: 3_000 })),
        currency: rarely(fc.constantFrom('ZAR', 'USD')),
        targetSegmentIds: rarely(fc.constant([known.segmentId])),
        conditions: rarely(conditionsOf(type, known)),
        earnOn: type === 'SIGNUP_BONUS' ? fc.constant(undefined) : rarely(earnOn),
        limits: rarely(limits),
        exclusiveGroup: rarely(fc.constantFrom('wine', 'tea')),
        priority: rarely(fc.integer({ min: -1, max: 1 })),
        tierMultiplier: multipliedTypes.has(type) ? fc.constantFrom(true, undefined) : fc.constant(undefined),
      }),
    ),
  );

const line = fc.record({
  sku: fc.constantFrom(...skus),
  quantity: fc.integer({ min: 1, max: 5_000 }).map((n) => n / 1_000),
  unitPrice: fc.integer({ min: 0, max: 1_000 }),
  categories: fc.subarray(categories),
  amount: fc.option(fc.integer({ min: 0, max: 2_000 }), { nil: undefined }),
});

const receipt = (memberRefs: readonly string[]): fc.Arbitrary<RandomReceipt> =>
  fc.record({
    memberRef: fc.constantFrom(...memberRefs),
    amount: fc.integer({ min: 1, max: 10_000 }),
    storeRef: fc.constantFrom(...stores, 'elsewhere', undefined),
    currency: rarely(fc.constantFrom('ZAR', 'USD')),
    occurredAt: rarely(fc.constantFrom(...days)),
    products: fc.array(line, { maxLength: 3 }),
    attributes: rarely(fc.constant({ channel: 'online' })),
  });

/** Draws two to five campaigns, some of them for the members of a segment or tier, and a dozen receipts. */
export const randomProgramme = (
  memberRefs: readonly string[],
  known: Memberships,
): fc.Arbitrary<RandomProgramme> =>
  fc.record({
    campaigns: fc.array(campaign(known), { minLength: 2, maxLength: 5 }),
    receipts: fc.array(receipt(memberRefs), { minLength: 8, maxLength: 12 }),
  });
