import type { FieldError } from './field-errors.ts';
import { validatorFor } from './operation-validator.ts';

const errorsOf = (operationId: string, body: unknown): readonly FieldError[] => {
  const judged = validatorFor(operationId).body(body);
  return judged.ok ? [] : judged.errors;
};
const points = { type: 'FIXED_POINTS', points: 10 };
const ref = 'must be a string of 1 to 255 characters';
const cents = 'must be an integer ≥ 1';
const instant =
  'must be an ISO 8601 date or date-time that the calendar has, such as 2026-03-01 or 2026-03-01T08:00:00Z';

describe('a campaign with one fault is refused at its place (D38)', () => {
  const rate = 'must be a number > 0 and ≤ 1000000 with at most 4 decimals';

  it.each([
    { fault: { name: '' }, pointer: '/name', message: ref },
    { fault: { name: null }, pointer: '/name', message: ref },
    { fault: { name: 'x'.repeat(256) }, pointer: '/name', message: ref },
    {
      fault: { description: 'x'.repeat(2001) },
      pointer: '/description',
      message: 'must be a string of at most 2000 characters',
    },
    { fault: { redemptionRule: {} }, pointer: '/redemptionRule/pointsPerRand', message: 'is required' },
    {
      fault: { redemptionRule: { pointsPerRand: 0 } },
      pointer: '/redemptionRule/pointsPerRand',
      message: rate,
    },
    {
      fault: { redemptionRule: { pointsPerRand: 0.00001 } },
      pointer: '/redemptionRule/pointsPerRand',
      message: rate,
    },
    {
      fault: { redemptionRule: { pointsPerRand: 1, maxDiscountPercentOfBasket: 101 } },
      pointer: '/redemptionRule/maxDiscountPercentOfBasket',
      message: 'must be a number > 0 and ≤ 100 with at most 4 decimals',
    },
    {
      fault: { redemptionRule: { pointsPerRand: 1, takes: 'FEW' } },
      pointer: '/redemptionRule/takes',
      message: 'must be one of AS_ASKED, FEWEST',
    },
    {
      fault: { redemptionRule: { pointsPerRand: 1, onInsufficientBalance: 'MAYBE' } },
      pointer: '/redemptionRule/onInsufficientBalance',
      message: 'must be one of REJECT, CAP',
    },
    { fault: { targetSegmentIds: ['vip'] }, pointer: '/targetSegmentIds/0', message: 'must be a UUID' },
    { fault: { storeIds: [7] }, pointer: '/storeIds/0', message: ref },
    { fault: { startDate: '2026-02-30' }, pointer: '/startDate', message: instant },
    {
      fault: { startDate: '2026-03-02', endDate: '2026-03-01' },
      pointer: '/endDate',
      message: 'must not be before startDate',
    },
    { fault: { minSpend: -1 }, pointer: '/minSpend', message: 'must be an integer ≥ 0' },
    { fault: { maxBudgetCents: 0 }, pointer: '/maxBudgetCents', message: cents },
    { fault: { alertThreshold: 0 }, pointer: '/alertThreshold', message: 'must be a number > 0 and ≤ 1' },
    { fault: { alertThreshold: 1.01 }, pointer: '/alertThreshold', message: 'must be a number > 0 and ≤ 1' },
  ])('$pointer $message: $fault', ({ fault, pointer, message }) => {
    expect(errorsOf('createCampaign', { name: 'x', earningRule: points, ...fault })).toEqual([
      { pointer, message },
    ]);
  });

  it('may say null where it says nothing, as its record does', () => {
    const names = [
      'description',
      'redemptionRule',
      'targetSegmentIds',
      'storeIds',
      'startDate',
      'endDate',
      'minSpend',
      'maxBudgetCents',
      'alertThreshold',
      'currency',
    ];
    const nothing = Object.fromEntries(names.map((name) => [name, null]));
    expect(errorsOf('createCampaign', { name: 'x', earningRule: points, ...nothing })).toEqual([]);
    expect(errorsOf('createSegment', { name: 'x', type: 'STATIC', description: null, rules: null })).toEqual(
      [],
    );
  });

  it('needs a name and an earning rule', () => {
    expect(errorsOf('createCampaign', {})).toEqual([
      { pointer: '/name', message: 'is required' },
      { pointer: '/earningRule', message: 'is required' },
    ]);
  });
});
