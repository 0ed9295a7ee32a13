import { changesOf, draftOf } from './campaign-draft.ts';

const record = {
  id: '0198c0de-1111-7000-8000-000000000011',
  name: 'One percent back',
  description: null,
  state: 'ACTIVE',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
  redemptionRule: null,
  targetSegmentIds: [],
  storeIds: ['0417'],
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: '2026-03-31T23:59:59.999Z',
  minSpend: 0,
  maxBudgetCents: null,
  alertThreshold: 0.8,
  currency: null,
  spentCents: 150,
};
const draft = {
  name: 'One percent back',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
  storeIds: ['0417'],
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  minSpend: 0,
};

describe('a campaign in a form', () => {
  it('is the body that made it: nothing of the record alone, no defaults, whole days as days', () => {
    expect(draftOf(record)).toEqual(draft);
  });

  it('keeps an instant within a day as it is', () => {
    const { startDate, endDate } = draftOf({
      ...record,
      startDate: '2026-02-28T22:00:00.000Z',
      endDate: '2026-03-31T00:00:00.000Z',
    });
    expect([startDate, endDate]).toEqual(['2026-02-28T22:00:00.000Z', '2026-03-31T00:00:00.000Z']);
  });

  it('sends what was changed, and null for what was taken away', () => {
    expect(changesOf(draft, draft)).toEqual({});
    const open = Object.fromEntries(Object.entries(draft).filter(([name]) => name !== 'endDate'));
    expect(changesOf(draft, { ...open, minSpend: 5_000, currency: 'ZAR' })).toEqual({
      endDate: null,
      minSpend: 5_000,
      currency: 'ZAR',
    });
  });
});
