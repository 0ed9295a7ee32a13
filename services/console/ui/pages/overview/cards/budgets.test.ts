import { budgetsOf } from './budgets.ts';

type Campaign = Parameters<typeof budgetsOf>[0][number];

const campaign = (given: Partial<Campaign>): Campaign =>
  ({
    id: 'c',
    state: 'ACTIVE',
    pausedReason: null,
    maxBudgetCents: 10_000,
    spentCents: 0,
    alertThreshold: 0.8,
    activatedAt: '2026-11-01T00:00:00.000Z',
    ...given,
  }) as Campaign;

const noon = '2026-11-26T12:00:00.000Z';
const budgetOf = (given: Partial<Campaign>, costToday = 0, asOf = noon) =>
  budgetsOf([campaign(given)], new Map([['c', costToday]]), asOf)[0];

test.each([
  ['below its alert', { spentCents: 7_999 }, undefined],
  ['at its alert', { spentCents: 8_000 }, 'warn'],
  ['spent', { spentCents: 10_000 }, 'bad'],
  ['paused by it', { spentCents: 9_990, pausedReason: 'BUDGET', state: 'PAUSED' }, 'bad'],
  ['of nothing', { maxBudgetCents: 0 }, 'bad'],
] as const)('a budget %s has its colour', (_what, given, tone) => {
  expect(budgetOf(given)?.tone).toBe(tone);
});

test('a campaign without a budget has none', () => {
  expect(budgetOf({ maxBudgetCents: null })).toBeUndefined();
});

test.each([
  {
    what: 'half a day gave a quarter: twelve hours',
    given: { spentCents: 7_500 },
    costToday: 2_500,
    hours: 12,
  },
  {
    what: 'since it was activated',
    given: { spentCents: 7_500, activatedAt: '2026-11-26T11:00:00.000Z' },
    costToday: 2_500,
    hours: 1,
  },
  { what: 'nothing was given today', given: { spentCents: 7_500 }, costToday: 0, hours: null },
  { what: 'days away', given: { spentCents: 0 }, costToday: 1, hours: null },
  { what: 'it is paused', given: { spentCents: 7_500, state: 'PAUSED' }, costToday: 2_500, hours: null },
] as const)('a budget lasts: $what', ({ given, costToday, hours }) => {
  expect(budgetOf(given, costToday)?.hoursLeft).toBe(hours);
});

test('a day that has hardly begun says nothing of when a budget ends', () => {
  expect(budgetOf({ spentCents: 7_500 }, 2_500, '2026-11-26T00:05:00.000Z')?.hoursLeft).toBeNull();
});

test('those nearest to their end come first', () => {
  const budgets = budgetsOf([campaign({ spentCents: 1 }), campaign({ spentCents: 9 })], new Map(), noon);
  expect(budgets.map(({ campaign: { spentCents } }) => spentCents)).toEqual([9, 1]);
});
