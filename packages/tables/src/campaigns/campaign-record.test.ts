import type { CampaignId, TenantId } from '@loyalty/kernel';
import { campaignRecordOf, type CampaignRow, contentColumns, contentOf, contentValues } from './campaigns.ts';

const row: CampaignRow = {
  id: '0198c0de-0000-7000-8000-00000000cccc' as CampaignId,
  tenantId: '0198c0de-0000-7000-8000-000000000001' as TenantId,
  key: 'autumn',
  name: 'Autumn',
  description: null,
  state: 'PAUSED',
  pausedReason: null,
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 2.5 },
  redemptionRule: null,
  targetSegmentIds: [],
  storeIds: [],
  startDate: new Date('2026-03-01T00:00:00.000Z'),
  endDate: null,
  minSpend: null,
  maxBudgetCents: 5_000,
  alertThreshold: 0.8,
  currency: null,
  conditions: null,
  earnOn: null,
  limits: null,
  exclusiveGroup: null,
  priority: 0,
  tierMultiplier: false,
  spentCents: 12,
  timesGiven: null,
  activatedAt: new Date('2026-02-01T10:00:00.123Z'),
  createdAt: new Date('2026-01-01T10:00:00.001Z'),
  updatedAt: new Date('2026-01-02T10:00:00.000Z'),
  pointValueCents: 1,
  hasTimeZone: false,
  ownCurrency: 'ZAR',
};

describe('the record of a campaign (D30)', () => {
  it('shows instants as ISO 8601 with milliseconds and absent values as null', () => {
    expect({ pointValueCents: 1, hasTimeZone: false, ownCurrency: 'ZAR', ...campaignRecordOf(row) }).toEqual({
      ...row,
      pausedReason: 'MANUAL',
      warnings: [],
      startDate: '2026-03-01T00:00:00.000Z',
      activatedAt: '2026-02-01T10:00:00.123Z',
      createdAt: '2026-01-01T10:00:00.001Z',
      updatedAt: '2026-01-02T10:00:00.000Z',
    });
  });

  it.each<[string, Partial<CampaignRow>, string | null]>([
    ['a budget paused', { pausedReason: 'BUDGET' }, 'BUDGET'],
    ['people paused, its budget spent since', { pausedReason: 'MANUAL', spentCents: 5_000 }, 'MANUAL'],
    ['somebody paused before reasons were kept, its budget spent', { spentCents: 5_000 }, 'BUDGET'],
    ['somebody paused before reasons were kept, without a budget', { maxBudgetCents: null }, 'MANUAL'],
    ['is ACTIVE again', { state: 'ACTIVE', pausedReason: 'BUDGET' }, null],
    ['is archived', { state: 'ARCHIVED', pausedReason: 'MANUAL' }, null],
  ])('that %s says so (D81)', (_what, given, pausedReason) => {
    expect(campaignRecordOf({ ...row, ...given })).toMatchObject({ pausedReason });
  });

  it('has warnings that follow from the value of a point (D106)', () => {
    const redeems = { ...row, redemptionRule: { pointsPerRand: 10 } };
    expect(campaignRecordOf(redeems).warnings).toMatchObject([{ code: 'POINT_VALUES_DIFFER' }]);
    expect(campaignRecordOf({ ...redeems, pointValueCents: 10 }).warnings).toEqual([]);
    // A yen has no cents: ten points for it are a tenth of a yen each (D321).
    expect(campaignRecordOf({ ...redeems, ownCurrency: 'JPY' }).warnings).toMatchObject([
      { code: 'POINT_VALUES_DIFFER' },
    ]);
  });

  it('has the warning that its times are of UTC until there is a time zone (D225)', () => {
    const timed = { ...row, conditions: { field: 'weekday', op: 'eq', value: 'SAT' } };
    expect(campaignRecordOf(timed).warnings).toMatchObject([{ code: 'UTC_TIMES', pointer: '/conditions' }]);
    expect(campaignRecordOf({ ...timed, hasTimeZone: true }).warnings).toEqual([]);
  });

  it('never shows its place in the order of activation, fields of its environment, or what a list reads beside it', () => {
    const read = { ...row, activationSeq: 7, bytes: 39, hasMore: true };
    const names = Object.keys(campaignRecordOf(read));
    expect(names).not.toContain('bytes');
    expect(names).not.toContain('hasMore');
    expect(names).not.toContain('activationSeq');
    expect(names).not.toContain('pointValueCents');
    expect(names).not.toContain('hasTimeZone');
    expect(names).not.toContain('ownCurrency');
  });

  it('has a value for every column that its owner writes', () => {
    expect(contentValues(contentOf(campaignRecordOf(row)))).toHaveLength(contentColumns.length);
  });
});
