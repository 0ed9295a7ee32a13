import type { CampaignId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import { campaign, nowMs, snapshot } from '../testing/builders.ts';
import { type AskedCampaign, burnCampaignOf, noteBurnBudgets } from './burn-campaign-of.ts';

const id = (name: string) => name as CampaignId;
const burns = (name: string, given: Partial<Campaign> = {}): Campaign =>
  campaign({ id: id(name), redemptionRule: { pointsPerRand: 10 }, ...given });
const anywhere: AskedCampaign = { campaignId: null, storeRef: null };

const chosen = (
  campaigns: readonly Campaign[],
  asked: Partial<AskedCampaign> = {},
  spent: readonly string[] = [],
): string | null => {
  const isBudgetSpent = (one: CampaignId) => spent.includes(one);
  const context = { snapshot: snapshot(campaigns), nowMs, isBudgetSpent };
  return burnCampaignOf(context, { ...anywhere, ...asked })?.id ?? null;
};

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

  it('is found at its store', () => {
    const campaigns = [first, burns('shop', { storeIds: ['s1'] })];
    expect([chosen(campaigns, { storeRef: 's1' }), chosen(campaigns, { storeRef: 's2' })]).toEqual([
      'shop',
      'first',
    ]);
  });

  it('is the next one once its budget is spent', () => {
    expect(chosen([first, burns('second')], {}, ['second'])).toBe('first');
  });

  it('ignores the conditions of earning', () => {
    expect(
      chosen([
        burns('strict', { minSpendCents: 1_000_000, currency: 'USD', targetSegmentIds: ['x' as never] }),
      ]),
    ).toBe('strict');
  });
});

describe('a campaign that is asked for', () => {
  const both = [burns('first', { storeIds: ['s1'] }), burns('second')];
  it('is that one, at any store', () => {
    expect(chosen(both, { campaignId: 'first', storeRef: 's9' })).toBe('first');
  });
  it.each<[string, Campaign]>([
    ['paused', burns('first', { state: 'PAUSED' })],
    ['over', burns('first', { endAtMs: nowMs - 1 })],
    ['without a redemption rule', campaign({ id: id('first') })],
  ])('is none while it is %s, whatever others there are', (_how, one) => {
    expect(chosen([one, burns('second')], { campaignId: 'first' })).toBeNull();
  });
  it('is none once its budget is spent', () => {
    expect(chosen(both, { campaignId: 'first' }, ['first'])).toBeNull();
  });
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
    noteBurnBudgets(snapshot(campaigns), { ...anywhere, ...asked }, (one) => names.push(one));
    return names;
  };
  expect(noted({})).toEqual(['c', 'a']);
  expect([noted({ campaignId: 'a' }), noted({ campaignId: 'b' })]).toEqual([['a'], []]);
});
