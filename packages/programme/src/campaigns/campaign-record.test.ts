import type { CampaignId, TenantId } from '@loyalty/kernel';
import {
  campaignRecordOf,
  contentColumns,
  contentOf,
  contentValues,
  type CampaignRow,
} from './campaign-record.ts';

const row: CampaignRow = {
  id: '0198c0de-0000-7000-8000-00000000cccc' as CampaignId,
  tenantId: '0198c0de-0000-7000-8000-000000000001' as TenantId,
  name: 'Autumn',
  description: null,
  state: 'PAUSED',
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
  spentCents: 12,
  activatedAt: new Date('2026-02-01T10:00:00.123Z'),
  createdAt: new Date('2026-01-01T10:00:00.001Z'),
  updatedAt: new Date('2026-01-02T10:00:00.000Z'),
};

describe('the record of a campaign (D30)', () => {
  it('shows instants as ISO 8601 with milliseconds and what is absent as null', () => {
    expect(campaignRecordOf(row)).toEqual({
      ...row,
      startDate: '2026-03-01T00:00:00.000Z',
      activatedAt: '2026-02-01T10:00:00.123Z',
      createdAt: '2026-01-01T10:00:00.001Z',
      updatedAt: '2026-01-02T10:00:00.000Z',
    });
  });

  it('never shows its place in the order of activation', () => {
    expect(Object.keys(campaignRecordOf(row))).not.toContain('activationSeq');
  });

  it('has one value for every column that its owner writes', () => {
    expect(contentValues(contentOf(campaignRecordOf(row)))).toHaveLength(contentColumns.length);
  });
});
