import type { EvaluateRequest } from '@loyalty/contracts';
import type { SegmentId } from '@loyalty/kernel';
import { type Activity, eventActivity, receiptActivity } from '../earning/activity.ts';
import {
  account,
  campaign,
  context,
  event,
  inputs,
  nowMs,
  receipt,
  segmentId,
  snapshot,
} from '../testing/builders.ts';
import { indexedFinding } from '../testing/findings.ts';
import { targetedSegments, unmetCondition, unmetFixedCondition } from './campaign-conditions.ts';
import type { Campaign, NotFiredReason } from './campaign.ts';

const vips = segmentId('vips');
const locals = segmentId('locals');
const deleted = segmentId('deleted');

/** A campaign and the member for whom it is judged. */
interface Case {
  readonly given: Partial<Campaign>;
  readonly segmentIds: readonly SegmentId[];
  readonly lifetimePoints: number;
  /** The lifetime points from which the campaign fires; null when no tier names it. */
  readonly exclusiveFrom: number | null;
  readonly isSpent: boolean;
}

const plain: Case = { given: {}, segmentIds: [], lifetimePoints: 400, exclusiveFrom: null, isSpent: false };

const contextOf = ({ given, segmentIds, lifetimePoints, exclusiveFrom, isSpent }: Case) => {
  const judged = campaign(given);
  return context([], {
    snapshot: snapshot([judged], {
      segmentIds: new Set([vips, locals]),
      exclusiveFrom: new Map(exclusiveFrom === null ? [] : [[judged.id, exclusiveFrom]]),
    }),
    account: account({ lifetimePoints }),
    inputs: inputs({ segmentIds: new Set(segmentIds), isBudgetSpent: () => isSpent }),
  });
};

const onPurchase = (one: Case, request: Partial<EvaluateRequest> = {}): Activity =>
  receiptActivity(contextOf(one), receipt(request));
const onEvent = (one: Case): Activity => eventActivity(contextOf(one), event(), null);

const unmet = (judged: Campaign, activity: Activity): NotFiredReason | null =>
  unmetCondition(judged, activity, indexedFinding(judged, activity));

/** Every condition fails; each row corrects one more of them. */
const hopeless: Case = {
  given: {
    state: 'PAUSED',
    startAtMs: nowMs + 1,
    storeIds: ['cape-town'],
    currency: 'USD',
    minSpendCents: 15_001,
    targetSegmentIds: [vips],
    conditions: { field: 'weekday', op: 'eq', value: 'SUN' },
  },
  segmentIds: [locals],
  lifetimePoints: 999,
  exclusiveFrom: 1_000,
  isSpent: true,
};

type Step = readonly [NotFiredReason | null, Partial<Case>];

const mended = (steps: readonly Step[], step: number): Case =>
  steps
    .slice(0, step + 1)
    .reduce<Case>((sum, [, mend]) => ({ ...sum, ...mend, given: { ...sum.given, ...mend.given } }), hopeless);

describe('the first condition of a receipt that fails names the reason, though all later ones fail too', () => {
  const steps: readonly Step[] = [
    ['CAMPAIGN_NOT_ACTIVE', {}],
    ['DATE_RANGE', { given: { state: 'ACTIVE' } }],
    ['STORE_MISMATCH', { given: { startAtMs: null } }],
    ['CURRENCY_MISMATCH', { given: { storeIds: [] } }],
    ['BELOW_MIN_SPEND', { given: { currency: 'ZAR' } }],
    ['SEGMENT_MISMATCH', { given: { minSpendCents: 15_000 } }],
    ['TIER_NOT_ELIGIBLE', { segmentIds: [vips] }],
    ['CONDITION_NOT_MET', { lifetimePoints: 1_000 }],
    ['BUDGET_EXHAUSTED', { given: { conditions: { field: 'weekday', op: 'eq', value: 'TUE' } } }],
    [null, { isSpent: false }],
  ];

  it.each(steps.map(([reason], step) => [reason, step] as const))('%s', (reason, step) => {
    const one = mended(steps, step);
    expect(unmet(campaign(one.given), onPurchase(one))).toBe(reason);
  });
});

describe('the first condition of an event that fails names the reason, though all later ones fail too', () => {
  const steps: readonly Step[] = [
    ['CAMPAIGN_NOT_ACTIVE', {}],
    ['DATE_RANGE', { given: { state: 'ACTIVE' } }],
    ['STORE_MISMATCH', { given: { startAtMs: null } }],
    // Currency is not judged: the campaign's is still another (D25).
    ['BELOW_MIN_SPEND', { given: { storeIds: [] } }],
    ['SEGMENT_MISMATCH', { given: { minSpendCents: 0 } }],
    ['TIER_NOT_ELIGIBLE', { segmentIds: [vips] }],
    ['CONDITION_NOT_MET', { lifetimePoints: 1_000 }],
    ['BUDGET_EXHAUSTED', { given: { conditions: { field: 'weekday', op: 'eq', value: 'TUE' } } }],
    [null, { isSpent: false }],
  ];

  it.each(steps.map(([reason], step) => [reason, step] as const))('%s', (reason, step) => {
    const one = mended(steps, step);
    expect(unmet(campaign(one.given), onEvent(one))).toBe(reason);
  });
});

/** The campaign and member, the receipt, and the expected result. */
type Row = readonly [string, Partial<Campaign>, Partial<EvaluateRequest>, NotFiredReason | null];

const boundaries: readonly Row[] = [
  ['a draft', { state: 'DRAFT' }, {}, 'CAMPAIGN_NOT_ACTIVE'],
  ['a paused campaign', { state: 'PAUSED' }, {}, 'CAMPAIGN_NOT_ACTIVE'],
  ['an archived campaign', { state: 'ARCHIVED' }, {}, 'CAMPAIGN_NOT_ACTIVE'],
  ['a campaign at its first moment', { startAtMs: nowMs }, {}, null],
  ['a campaign before its first moment', { startAtMs: nowMs + 1 }, {}, 'DATE_RANGE'],
  ['a campaign at its last moment', { endAtMs: nowMs }, {}, null],
  ['a campaign after its last moment', { endAtMs: nowMs - 1 }, {}, 'DATE_RANGE'],
  ['a campaign that ended since the purchase', { endAtMs: nowMs - 1 }, { occurredAt: nowMs - 1 }, null],
  ['a campaign that began since the purchase', { startAtMs: nowMs }, { occurredAt: nowMs - 1 }, 'DATE_RANGE'],
  ['a store campaign in its store', { storeIds: ['a', 'b'] }, { storeRef: 'b' }, null],
  ['a store campaign in another store', { storeIds: ['a', 'b'] }, { storeRef: 'B' }, 'STORE_MISMATCH'],
  ['a store campaign without a store', { storeIds: ['a'] }, {}, 'STORE_MISMATCH'],
  ['a rand campaign with no currency given', { currency: 'ZAR' }, {}, null],
  ['a dollar campaign with no currency given', { currency: 'USD' }, {}, 'CURRENCY_MISMATCH'],
  ['a dollar campaign with dollars', { currency: 'USD' }, { currency: 'USD' }, null],
  ['a campaign without currency with dollars', {}, { currency: 'USD' }, null],
  ['a receipt of exactly the minimum', { minSpendCents: 15_000 }, {}, null],
  ['a receipt a cent below the minimum', { minSpendCents: 15_001 }, {}, 'BELOW_MIN_SPEND'],
  ['a minimum of nothing', { minSpendCents: 0 }, { amountCents: 1 }, null],
  ['a receipt of nothing, without a minimum', {}, { amountCents: 0 }, 'BELOW_MIN_SPEND'],
  ['a receipt of nothing, with a minimum of nothing', { minSpendCents: 0 }, { amountCents: 0 }, null],
];

describe('at the edge of a condition', () => {
  const rows = boundaries.map(([what, given, request, reason]) => ({ what, given, request, reason }));

  it.each(rows)('$what comes to $reason', ({ given, request, reason }) => {
    expect(unmet(campaign(given), onPurchase({ ...plain, given }, request))).toBe(reason);
  });
});

describe('targeted segments', () => {
  it.each<[string, SegmentId[], SegmentId[], NotFiredReason | null]>([
    ['a member of the only target', [vips], [vips], null],
    ['a member of one of two targets', [vips, locals], [locals], null],
    ['a member of no target', [vips], [locals], 'SEGMENT_MISMATCH'],
    ['a member of nothing', [vips], [], 'SEGMENT_MISMATCH'],
    ['a member of a deleted target, beside one that exists', [deleted, vips], [deleted], 'SEGMENT_MISMATCH'],
    ['a member of a target that exists, beside a deleted one', [deleted, vips], [vips], null],
    ['anybody, when all targets were deleted', [deleted], [], null],
    ['anybody, when there are no targets', [], [], null],
  ])('are asked of %s', (...[, targetSegmentIds, segmentIds, reason]) => {
    const one = { ...plain, given: { targetSegmentIds }, segmentIds };
    expect(unmet(campaign(one.given), onPurchase(one))).toBe(reason);
  });
});

describe('a campaign exclusive to tiers is judged', () => {
  it.each<[string, number, number | null, NotFiredReason | null]>([
    ['one point below the lowest of them', 999, 1_000, 'TIER_NOT_ELIGIBLE'],
    ['at the lowest of them', 1_000, 1_000, null],
    ['at a tier that begins with 0 points', 0, 0, null],
    ['when no tier names it', 0, null, null],
  ])('%s', (...[, lifetimePoints, exclusiveFrom, reason]) => {
    const one = { ...plain, lifetimePoints, exclusiveFrom };
    expect(unmet(campaign(), onPurchase(one))).toBe(reason);
  });

  it('for a member who is not known yet as for one without points', () => {
    const unknown = { ...contextOf({ ...plain, exclusiveFrom: 1 }), account: null };
    expect(unmet(campaign(), receiptActivity(unknown, receipt()))).toBe('TIER_NOT_ELIGIBLE');
  });
});

describe('conditions of a campaign (D224)', () => {
  const weekday = { field: 'weekday', op: 'eq', value: 'TUE' };
  const store = { field: 'store_ref', op: 'neq', value: 'durban' };
  const bonus = { type: 'SIGNUP_BONUS', points: 1 } as const;

  it.each<[string, Partial<Campaign>, NotFiredReason | null]>([
    ['of receipts hold', { conditions: { operator: 'AND', conditions: [weekday, store] } }, null],
    [
      'hold for nothing where this build cannot read all of them',
      { conditions: { operator: 'OR', conditions: [weekday, { field: 'mood' }] } },
      'CONDITION_NOT_MET',
    ],
    ['hold for nothing where they are no tree', { conditions: [weekday] as never }, 'CONDITION_NOT_MET'],
  ])('%s', (_what, given, reason) => {
    expect(unmet(campaign(given), onPurchase(plain))).toBe(reason);
  });

  it('go by local time on an event, which has neither a store nor attributes', () => {
    const of = (conditions: Record<string, unknown>) => campaign({ earningRule: bonus, conditions });
    expect(unmet(of(weekday), onEvent(plain))).toBeNull();
    expect(unmet(of(store), onEvent(plain))).toBe('CONDITION_NOT_MET');
  });
});

it('tier, tree and budget are left out of the conditions that a batch cannot change', () => {
  const one = { ...plain, exclusiveFrom: 1_000, isSpent: true };
  const conditions = { field: 'weekday', op: 'eq', value: 'SUN' };
  expect(unmetFixedCondition(campaign({ conditions }), onPurchase(one))).toBeNull();
});

it.each<[string, Partial<Campaign>, readonly SegmentId[]]>([
  ['an active campaign with a target', { targetSegmentIds: [vips] }, [vips]],
  ['an active campaign without one', {}, []],
  ['a deleted target', { targetSegmentIds: ['gone' as SegmentId] }, []],
  ['a paused campaign with a target', { state: 'PAUSED', targetSegmentIds: [vips] }, []],
  [
    '▲ conditions that name segments, each once, beside a target',
    {
      targetSegmentIds: [vips],
      conditions: {
        operator: 'OR',
        conditions: [
          { field: 'segment_id', op: 'in', value: [locals, vips] },
          { field: 'segment_id', op: 'neq', value: deleted },
        ],
      },
    },
    [vips, locals],
  ],
  [
    'a paused campaign with conditions',
    { state: 'PAUSED', conditions: { field: 'segment_id', op: 'eq', value: vips } },
    [],
  ],
])('%s asks for these memberships: %j', (_what, given, asks) => {
  const segmentIds = new Set([vips, locals, 'of nobody' as SegmentId]);
  expect(targetedSegments(snapshot([campaign(given)], { segmentIds }))).toEqual(asks);
});
