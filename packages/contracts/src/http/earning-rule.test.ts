import type { FieldError } from './field-errors.ts';
import { validatorFor } from './operation-validator.ts';
import { badRules } from './testing/bad-campaigns.ts';

const errorsOf = (operationId: string, body: unknown): readonly FieldError[] => {
  const judged = validatorFor(operationId).body(body);
  return judged.ok ? [] : judged.errors;
};

describe('an earning rule with one fault is refused at its place', () => {
  it.each(badRules)('earningRule$at $message: $rule', ({ rule, at, message }) => {
    const errors = errorsOf('createCampaign', { name: 'x', earningRule: structuredClone(rule) });
    const expected = { pointer: `/earningRule${at}`, message };
    expect(errors.slice(0, 1)).toEqual([expected]);
  });
});

describe('a tree of conditions', () => {
  const leaf = { field: 'a', op: 'exists', value: true };
  const nodeOf = (conditions: readonly unknown[]) => ({ operator: 'AND', conditions });
  const deep = (levels: number): unknown => (levels === 0 ? leaf : nodeOf([deep(levels - 1)]));
  const judge = (conditions: unknown) =>
    errorsOf('createCampaign', {
      name: 'x',
      earningRule: { type: 'EVENT_TRIGGER', eventKey: 'a', reward: { points: 1 }, conditions },
    });
  const tooLarge = [
    { pointer: '/earningRule/conditions', message: 'must have at most 5 levels and 50 comparisons' },
  ];

  it('may have 5 levels and not 6', () => {
    expect(judge(deep(5))).toEqual([]);
    expect(judge(deep(6))).toEqual(tooLarge);
  });

  it('may have 50 comparisons and not 51', () => {
    const half = nodeOf(Array<unknown>(25).fill(leaf));
    expect(judge(nodeOf([half, half]))).toEqual([]);
    expect(judge(nodeOf([half, half, leaf]))).toEqual(tooLarge);
  });
});
