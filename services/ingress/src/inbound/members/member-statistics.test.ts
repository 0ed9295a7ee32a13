import type { StatisticsInputs, Visits } from '@loyalty/accounts';
import type { CampaignId, TierId } from '@loyalty/kernel';
import { noFigures, utcDayOf } from '@loyalty/rules';
import { memberStatistics, type StatisticsContext } from './member-statistics.ts';

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
