import type { FieldError } from './field-errors.ts';
import { validatorFor } from './operation-validator.ts';
import { badCampaigns } from './testing/bad-campaigns.ts';

const errorsOf = (operationId: string, body: unknown): readonly FieldError[] => {
  const judged = validatorFor(operationId).body(body);
  return judged.ok ? [] : judged.errors;
};
const points = { type: 'FIXED_POINTS', points: 10 };

describe('a campaign with one fault is refused at its place (D38)', () => {
  it.each(badCampaigns)('$pointer $message: $fault', ({ fault, pointer, message }) => {
    expect(errorsOf('createCampaign', { name: 'x', earningRule: points, ...fault })).toEqual([
      { pointer, message },
    ]);
  });

  it('▲ may say null where it says nothing, as its record does', () => {
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
      'conditions',
      'earnOn',
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
