import { judgeCampaign } from './judge-campaign.ts';
import type { Campaign, EarningRule, EvaluateRequest, NotFiredReason, Snapshot } from './model.ts';
import { occasionOf } from './occasion.ts';
import { campaign, context, line, nowMs, receipt, segmentId, snapshot } from './testing/builders.ts';

const judge = (judged: Campaign, request: EvaluateRequest, given: Partial<Snapshot> = {}) =>
  judgeCampaign(judged, occasionOf(context([], { snapshot: snapshot([judged], given) }), request));

const vips = segmentId('vips');
const deleted = segmentId('deleted');
const existing = { segmentIds: new Set([vips]) };

/** Fails every check that there is; each row of the staircase mends one more of them. */
const hopeless = campaign({
  state: 'PAUSED',
  startAtMs: nowMs + 1,
  storeIds: ['cape-town'],
  currency: 'USD',
  minSpendCents: 15_001,
  targetSegmentIds: [vips],
  earningRule: { type: 'SIGNUP_BONUS', points: 10 },
});

describe('the first check that fails names the reason', () => {
  const staircase: readonly (readonly [NotFiredReason, Partial<Campaign>])[] = [
    ['CAMPAIGN_NOT_ACTIVE', {}],
    ['DATE_RANGE', { state: 'ACTIVE' }],
    ['STORE_MISMATCH', { startAtMs: null }],
    ['CURRENCY_MISMATCH', { storeIds: [] }],
    ['BELOW_MIN_SPEND', { currency: null }],
    ['SEGMENT_MISMATCH', { minSpendCents: null }],
    ['NOT_A_TRANSACTION_RULE', { targetSegmentIds: [] }],
    ['PRODUCT_MISMATCH', { earningRule: { type: 'PRODUCT_PURCHASE', points: 10, skus: ['bread'] } }],
    ['NOTHING_TO_AWARD', { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 0.0001 } }],
  ];

  it.each(staircase.map(([reason], step) => [reason, step] as const))('%s', (reason, step) => {
    const mended = staircase.slice(0, step + 1).map(([, mend]) => mend);
    expect(judge(Object.assign({}, hopeless, ...mended) as Campaign, receipt(), existing)).toBe(reason);
  });

  it('and a campaign that fails none fires', () => {
    expect(judge(campaign(), receipt(), existing)).toBe(10);
  });
});

/** What is judged, the campaign, the receipt, and what it comes to. */
type Row = readonly [string, Partial<Campaign>, Partial<EvaluateRequest>, number | NotFiredReason];

const boundaries: readonly Row[] = [
  ['a draft', { state: 'DRAFT' }, {}, 'CAMPAIGN_NOT_ACTIVE'],
  ['an archived campaign', { state: 'ARCHIVED' }, {}, 'CAMPAIGN_NOT_ACTIVE'],
  ['a campaign at its first moment', { startAtMs: nowMs }, {}, 10],
  ['a campaign before its first moment', { startAtMs: nowMs + 1 }, {}, 'DATE_RANGE'],
  ['a campaign at its last moment', { endAtMs: nowMs }, {}, 10],
  ['a campaign after its last moment', { endAtMs: nowMs - 1 }, {}, 'DATE_RANGE'],
  ['a campaign that ended since the purchase', { endAtMs: nowMs - 1 }, { occurredAt: nowMs - 1 }, 10],
  ['a campaign that began since the purchase', { startAtMs: nowMs }, { occurredAt: nowMs - 1 }, 'DATE_RANGE'],
  ['a store campaign in its store', { storeIds: ['a', 'b'] }, { storeRef: 'b' }, 10],
  ['a store campaign in another store', { storeIds: ['a', 'b'] }, { storeRef: 'B' }, 'STORE_MISMATCH'],
  ['a store campaign without a store', { storeIds: ['a'] }, {}, 'STORE_MISMATCH'],
  ['a rand campaign with no currency given', { currency: 'ZAR' }, {}, 10],
  ['a dollar campaign with no currency given', { currency: 'USD' }, {}, 'CURRENCY_MISMATCH'],
  ['a dollar campaign with dollars', { currency: 'USD' }, { currency: 'USD' }, 10],
  ['a campaign without currency with dollars', {}, { currency: 'USD' }, 10],
  ['a basket of exactly the minimum', { minSpendCents: 15_000 }, {}, 10],
  ['a basket a cent below the minimum', { minSpendCents: 15_001 }, {}, 'BELOW_MIN_SPEND'],
  ['a minimum of nothing', { minSpendCents: 0 }, { amountCents: 1 }, 10],
  ['a target that exists', { targetSegmentIds: [vips] }, {}, 'SEGMENT_MISMATCH'],
  ['a deleted target beside one that exists', { targetSegmentIds: [deleted, vips] }, {}, 'SEGMENT_MISMATCH'],
  ['targets that were all deleted', { targetSegmentIds: [deleted] }, {}, 10],
];

describe('at the edge of a condition', () => {
  const rows = boundaries.map(([what, given, request, verdict]) => ({ what, given, request, verdict }));

  it.each(rows)('$what gives $verdict', ({ given, request, verdict }) => {
    expect(judge(campaign(given), receipt(request), existing)).toBe(verdict);
  });
});

describe('an earning rule', () => {
  const rewards = { everyNth: 1, reward: { points: 5 } };
  it.each<[EarningRule, number | NotFiredReason]>([
    [{ type: 'FIXED_POINTS', points: 7 }, 7],
    [{ type: 'VISIT_FIXED', points: 8 }, 8],
    [{ type: 'SPEND_PERCENTAGE', percentage: 2 }, 300],
    [{ type: 'PRODUCT_PURCHASE', points: 3, categories: ['dairy'] }, 6],
    [{ type: 'SIGNUP_BONUS', points: 5 }, 'NOT_A_TRANSACTION_RULE'],
    [{ type: 'ON_DEMAND', points: 5 }, 'NOT_A_TRANSACTION_RULE'],
    [{ type: 'REFERRAL_BONUS', points: 5 }, 'NOT_A_TRANSACTION_RULE'],
    [{ type: 'EVENT_TRIGGER', eventKey: 'app.opened', reward: { points: 5 } }, 'NOT_A_TRANSACTION_RULE'],
    [{ type: 'RANDOM', minPoints: 5, maxPoints: 5 }, 'NOTHING_TO_AWARD'],
    [{ type: 'STAMP_CARD', stampsRequired: 1, rewardOnCompletion: { points: 5 } }, 'NOTHING_TO_AWARD'],
    [{ type: 'SURPRISE_DELIGHT', rewardRules: [rewards] }, 'NOTHING_TO_AWARD'],
  ])('%j gives %s', (earningRule, verdict) => {
    expect(judge(campaign({ earningRule }), receipt({ products: [line({ quantity: 2 })] }))).toBe(verdict);
  });
});
