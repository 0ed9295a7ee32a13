import { type CampaignId, type TierId, utcDayOf } from '@loyalty/kernel';
import { noFigures } from '@loyalty/rules/statistics';
import type { StatisticsInputs } from '@loyalty/tables/accounts';
import type { StampCampaign } from '@loyalty/tables/campaigns/management';
import type { StampCard, Visits } from '@loyalty/tables/counts';
import type { MemberRecord } from '@loyalty/tables/members';
import type { TierBenefit } from '@loyalty/tables/tiers/management';
import { memberResponse, memberStatistics, shownStampCards, type StatisticsContext } from './shown-member.ts';

const at = '2026-03-01T08:00:00.000Z';
const member: MemberRecord = {
  id: 'm1',
  tenantId: 't1',
  externalRef: 'customer-42',
  references: 1,
  name: null,
  email: null,
  phone: null,
  pointsBalance: 20,
  lifetimePoints: 150,
  pointsToDeduct: 0,
  state: 'active',
  lastActivityAt: null,
  stateReason: null,
  stateChangedAt: null,
  mergedInto: null,
  mergedAt: null,
  enrolledAt: at,
  createdAt: at,
  updatedAt: at,
};

const tier = (id: string, minLifetimePoints: number, ...benefits: TierBenefit[]) => ({
  id: id as TierId,
  name: `The ${id} tier`,
  minLifetimePoints,
  benefits,
});
const multiplier = (value: number): TierBenefit => ({ type: 'EARN_MULTIPLIER', multiplier: value });
const label: TierBenefit = { type: 'LABEL', description: 'Free delivery' };

test('a member is shown with the tier that they reach, and its multiplier (D28, D54)', () => {
  const tiers = [
    tier('gold', 1_000, multiplier(3)),
    tier('silver', 150, label, multiplier(1.5), multiplier(2)),
  ];
  expect(memberResponse(member, tiers)).toEqual({
    ...member,
    tierId: 'silver',
    tier: { id: 'silver', name: 'The silver tier', nextTierId: 'gold', pointsToNextTier: 850 },
    earnMultiplier: 2,
  });
});

test('a member without a tier, or in one that multiplies nothing, has no multiplier', () => {
  expect(memberResponse(member, [])).toEqual({
    ...member,
    tierId: null,
    tier: { id: null, name: null, nextTierId: null, pointsToNextTier: null },
    earnMultiplier: null,
  });
  expect(memberResponse(member, [tier('bronze', 0, label)])).toMatchObject({ earnMultiplier: null });
});

const today = utcDayOf(Date.parse('2026-03-31T12:00:00Z'));
const inputs: StatisticsInputs = {
  figures: { spendCents: 10_000, txnCount: 9, lastTxnDay: today - 2 },
  openings: {
    7: { spendBefore: 9_000, txnsBefore: 8 },
    30: { spendBefore: 7_000, txnsBefore: 6 },
    90: { spendBefore: 4_000, txnsBefore: 3 },
    365: { spendBefore: 1_000, txnsBefore: 1 },
  },
  pointsBalance: 20,
  lifetimePoints: 500,
  state: 'active' as const,
  enrolledAtMs: Date.parse('2026-03-01T23:59:59Z'),
};
const [silver, gold] = ['silver' as TierId, 'gold' as TierId];
const context: StatisticsContext = {
  tiers: [
    { id: silver, minLifetimePoints: 100 },
    { id: gold, minLifetimePoints: 1_000 },
  ],
  visits: [],
  campaignNames: new Map(),
  today,
};

test('each window is what the totals have grown by since it began (D57)', () => {
  expect(memberStatistics(inputs, context)).toEqual({
    spendCents7d: 1_000,
    spendCents30d: 3_000,
    spendCents90d: 6_000,
    spendCents365d: 9_000,
    txnCount7d: 1,
    txnCount30d: 3,
    txnCount90d: 6,
    txnCount365d: 8,
    spendCentsLifetime: 10_000,
    txnCountLifetime: 9,
    avgBasketCents30d: 1_000,
    daysSinceLastTxn: 2,
    daysSinceEnrolled: 30,
    pointsBalance: 20,
    lifetimePoints: 500,
    tierId: silver,
    state: 'active',
    visits: [],
  });
});

test('somebody who never bought has nothing, and no average and no last purchase', () => {
  const openings = { 7: null, 30: null, 90: null, 365: null };
  expect(memberStatistics({ ...inputs, figures: noFigures, openings }, context)).toMatchObject({
    spendCents365d: 0,
    txnCount365d: 0,
    txnCountLifetime: 0,
    avgBasketCents30d: null,
    daysSinceLastTxn: null,
  });
});

test('visits come under the names that their campaigns have now (D23)', () => {
  const campaignId = 'c' as CampaignId;
  const visit: Visits = { campaignId, count: 3, lastVisitAt: '2026-03-01T08:00:00.000Z' };
  const campaignNames = new Map([[campaignId, 'A visit']]);
  const { visits } = memberStatistics(inputs, { ...context, visits: [visit], campaignNames });
  expect(visits).toEqual([{ ...visit, campaignName: 'A visit' }]);
});

const campaign = (id: string, state: StampCampaign['state']): StampCampaign => ({
  campaignId: id as CampaignId,
  campaignName: `Campaign ${id}`,
  state,
  stampsRequired: 10,
  rewardOnCompletion: { points: 100 },
});

const card = (id: string): StampCard => ({
  campaignId: id as CampaignId,
  stampsCollected: 3,
  completedCount: 1,
  lastStampAt: '2026-03-01T08:00:00.000Z',
});

test('a card shows its campaign and what was collected (D52)', () => {
  expect(shownStampCards([campaign('c1', 'ACTIVE')], [card('c1')])).toEqual([
    {
      campaignId: 'c1',
      campaignName: 'Campaign c1',
      campaignState: 'ACTIVE',
      stampsRequired: 10,
      rewardOnCompletion: { points: 100 },
      stampsCollected: 3,
      completedCount: 1,
      lastStampAt: '2026-03-01T08:00:00.000Z',
    },
  ]);
});

test('a card of an archived campaign stays, as far as something was collected', () => {
  const campaigns = [campaign('c1', 'ARCHIVED'), campaign('c2', 'ARCHIVED')];
  expect(shownStampCards(campaigns, [card('c2')])).toMatchObject([
    { campaignId: 'c2', campaignState: 'ARCHIVED', stampsCollected: 3, completedCount: 1 },
  ]);
});

test('a card whose number was lowered below what was collected is full, and shows no more', () => {
  const lowered = { ...campaign('c1', 'ACTIVE'), stampsRequired: 2 };
  expect(shownStampCards([lowered], [card('c1')])).toMatchObject([{ stampsCollected: 2, stampsRequired: 2 }]);
});

test('an ACTIVE campaign has a card before the first stamp, a PAUSED one does not', () => {
  const campaigns = [campaign('c1', 'PAUSED'), campaign('c2', 'ACTIVE'), campaign('c3', 'PAUSED')];
  const shown = shownStampCards(campaigns, [card('c3'), card('archived')]);
  expect(shown).toMatchObject([
    { campaignId: 'c2', stampsCollected: 0, completedCount: 0, lastStampAt: null },
    { campaignId: 'c3', stampsCollected: 3 },
  ]);
});
