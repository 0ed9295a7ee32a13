import type { CampaignId, SegmentId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import { campaign, nowMs, segmentId, snapshot } from '../testing/builders.ts';
import {
  type AskedCampaign,
  type BurnBasket,
  burnCampaignOf,
  burnRateCampaignOf,
  burnTargets,
  noteBurnBudgets,
} from './burn-campaign-of.ts';

const id = (name: string) => name as CampaignId;
const burns = (name: string, given: Partial<Campaign> = {}): Campaign =>
  campaign({ id: id(name), redemptionRule: { pointsPerRand: 10 }, ...given });
const anywhere: BurnBasket = { campaignId: null, storeRef: null, amountCents: 5_000, currency: null };

const [vips, locals, deleted] = [segmentId('vips'), segmentId('locals'), segmentId('deleted')];
const existing = { segmentIds: new Set([vips, locals]) };

interface Member {
  readonly segments?: readonly SegmentId[];
  readonly spent?: readonly string[];
}

const contextOf = (campaigns: readonly Campaign[], { segments = [], spent = [] }: Member = {}) => ({
  snapshot: snapshot(campaigns, existing),
  nowMs,
  segmentIds: new Set(segments),
  isBudgetSpent: (one: CampaignId) => spent.includes(one),
});

const chosen = (
  campaigns: readonly Campaign[],
  asked: Partial<BurnBasket> = {},
  member: Member = {},
): string | null => burnCampaignOf(contextOf(campaigns, member), { ...anywhere, ...asked })?.id ?? null;

describe('the active default (D41)', () => {
  const first = burns('first');
  it.each<[string, Campaign[], string | null]>([
    ['the most recently activated', [first, burns('second')], 'second'],
    ['one with a redemption rule', [first, campaign({ id: id('earns') })], 'first'],
    ['an ACTIVE one', [first, burns('paused', { state: 'PAUSED' })], 'first'],
    ['one that has begun', [first, burns('later', { startAtMs: nowMs + 1 })], 'first'],
    ['one that has not ended', [first, burns('ended', { endAtMs: nowMs - 1 })], 'first'],
    ['one in date to the millisecond', [first, burns('now', { startAtMs: nowMs, endAtMs: nowMs })], 'now'],
    ['one that fits no store in particular', [first, burns('shop', { storeIds: ['s1'] })], 'first'],
    ['none, when there is none', [campaign()], null],
  ])('is %s', (_which, campaigns, expected) => {
    expect(chosen(campaigns)).toBe(expected);
  });

  it.each([
    [null, 'dinars'],
    ['KWD', 'dinars'],
    ['ZAR', 'rand'],
  ])(
    'of a basket in the currency %s is that of %s where the environment has dinars (D321)',
    (currency, found) => {
      const campaigns = [burns('dinars', { currency: 'KWD' }), burns('rand', { currency: 'ZAR' })];
      const context = {
        ...contextOf(campaigns),
        snapshot: snapshot(campaigns, { ...existing, currency: 'KWD' }),
      };
      expect(burnCampaignOf(context, { ...anywhere, currency })?.id).toBe(found);
    },
  );

  it('is found at its store', () => {
    const campaigns = [first, burns('shop', { storeIds: ['s1'] })];
    expect([chosen(campaigns, { storeRef: 's1' }), chosen(campaigns, { storeRef: 's2' })]).toEqual([
      'shop',
      'first',
    ]);
  });

  it('is the next one once its budget is spent', () => {
    expect(chosen([first, burns('second')], {}, { spent: ['second'] })).toBe('first');
  });
});

const vip = { segments: [vips] };
const ofBoth = { targetSegmentIds: [vips, locals] };

/** The last campaign's conditions, the basket, the member, and whether the campaign applies. */
const conditions: readonly [string, Partial<Campaign>, Partial<BurnBasket>, Member, boolean][] = [
  ['a basket of the least', { minSpendCents: 5_000 }, {}, {}, true],
  ['a basket of a cent less', { minSpendCents: 5_001 }, {}, {}, false],
  ['any basket', { minSpendCents: 0 }, { amountCents: 1 }, {}, true],
  ['no currency, of a campaign in rand', { currency: 'ZAR' }, {}, {}, true],
  ['no currency, of a campaign in yen', { currency: 'JPY' }, {}, {}, false],
  ['yen', { currency: 'JPY' }, { currency: 'JPY' }, {}, true],
  ['dollars', { currency: 'JPY' }, { currency: 'USD' }, {}, false],
  ['yen, of a campaign in rand', { currency: 'ZAR' }, { currency: 'JPY' }, {}, false],
  ['yen, of a campaign in any', { currency: null }, { currency: 'JPY' }, {}, true],
  ['a member of the segment', { targetSegmentIds: [vips] }, {}, vip, true],
  ['a member of no segment', { targetSegmentIds: [vips] }, {}, {}, false],
  ['a member of another segment', { targetSegmentIds: [locals] }, {}, vip, false],
  ['a member of one of two', ofBoth, {}, vip, true],
  ['a member of none of two', ofBoth, {}, {}, false],
  ['a member, the segment is deleted', { targetSegmentIds: [deleted] }, {}, {}, true],
  ['a member, one segment is deleted', { targetSegmentIds: [deleted, vips] }, {}, {}, false],
  ['its store', { storeIds: ['s1'] }, { storeRef: 's1' }, {}, true],
  ['another store', { storeIds: ['s1'] }, { storeRef: 's2' }, {}, false],
  ['no store', { storeIds: ['s1'] }, {}, {}, false],
  [
    'any time, whatever its conditions',
    { conditions: { field: 'weekday', op: 'in', value: [] } },
    {},
    {},
    true,
  ],
  [
    'all, but for the basket',
    { minSpendCents: 9_999, currency: 'ZAR', targetSegmentIds: [vips] },
    {},
    vip,
    false,
  ],
];

describe.each(conditions)('a campaign meets %s (D126)', (...[, given, basket, member, applies]) => {
  const campaigns = [burns('first'), burns('second', given)];
  it('and is the default only where it applies', () => {
    expect(chosen(campaigns, basket, member)).toBe(applies ? 'second' : 'first');
  });
  it('and is found by name only where it applies', () => {
    expect(chosen(campaigns, { ...basket, campaignId: 'second' }, member)).toBe(applies ? 'second' : null);
  });
});

describe('a campaign that is asked for', () => {
  it.each<[string, Campaign]>([
    ['paused', burns('first', { state: 'PAUSED' })],
    ['over', burns('first', { endAtMs: nowMs - 1 })],
    ['without a redemption rule', campaign({ id: id('first') })],
  ])('is none while it is %s, whatever others there are', (_how, one) => {
    expect(chosen([one, burns('second')], { campaignId: 'first' })).toBeNull();
  });
  it('is none once its budget is spent', () => {
    expect(
      chosen([burns('first'), burns('second')], { campaignId: 'first' }, { spent: ['first'] }),
    ).toBeNull();
  });
});

describe('the rate that is shown for nobody in particular (D126)', () => {
  const rateOf = (given: Partial<Campaign>, campaignId: string | null = null, member: Member = {}) =>
    burnRateCampaignOf(contextOf([burns('first'), burns('second', given)], member), { campaignId })?.id ??
    null;

  it.each<[string, Partial<Campaign>]>([
    ['a store', { storeIds: ['s1'] }],
    ['a segment', { targetSegmentIds: [vips] }],
    ['larger baskets', { minSpendCents: 1 }],
    ['another currency', { currency: 'JPY' }],
  ])('is not by default that of a campaign for %s, and is when it is named', (_what, given) => {
    expect([rateOf(given), rateOf(given, 'second')]).toEqual(['first', 'second']);
  });

  it.each<[string, Partial<Campaign>]>([
    ['the default currency', { currency: 'ZAR' }],
    ['baskets from nothing', { minSpendCents: 0 }],
    ['deleted segments', { targetSegmentIds: [deleted] }],
  ])('is that of a campaign for %s', (_what, given) => {
    expect(rateOf(given)).toBe('second');
  });

  it.each<[string, Partial<Campaign>]>([
    ['is over', { endAtMs: nowMs - 1 }],
    ['is paused', { state: 'PAUSED' }],
    ['burns nothing', { redemptionRule: null }],
  ])('is none of a named campaign that %s', (_what, given) => {
    expect(rateOf(given, 'second')).toBeNull();
  });

  it('is none of a named campaign whose budget is spent', () => {
    expect([rateOf({}, 'second', { spent: ['second'] }), rateOf({}, 'other')]).toEqual([null, null]);
  });
});

test('a redeem needs the existing targets of campaigns that burn, each once, and none of those that only earn', () => {
  const earns = campaign({ id: id('earns'), targetSegmentIds: [locals] });
  const paused = burns('paused', { state: 'PAUSED', targetSegmentIds: [locals] });
  const targets = { targetSegmentIds: [vips, deleted] };
  const campaigns = [earns, paused, burns('a', targets), burns('b', targets)];
  expect(burnTargets(snapshot(campaigns, existing))).toEqual([vips]);
  expect(burnTargets(snapshot([earns, burns('c')], existing))).toEqual([]);
});

test('the budgets of all bounded campaigns are needed, or that of the one that is asked for', () => {
  const bounded = { maxBudgetCents: 100 };
  const campaigns = [
    burns('a', bounded),
    burns('b'),
    burns('c', bounded),
    campaign({ id: id('d'), ...bounded }),
  ];
  const noted = (asked: Partial<AskedCampaign>): string[] => {
    const names: string[] = [];
    noteBurnBudgets(snapshot(campaigns), { campaignId: null, ...asked }, (one) => names.push(one));
    return names;
  };
  expect(noted({})).toEqual(['c', 'a']);
  expect([noted({ campaignId: 'a' }), noted({ campaignId: 'b' })]).toEqual([['a'], []]);
});
