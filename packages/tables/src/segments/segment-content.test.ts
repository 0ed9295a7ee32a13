import {
  applySegmentPatch,
  blankSegment,
  faultsOfSegment,
  type SegmentContent,
  type SegmentRules,
} from './segments.ts';

const rules: SegmentRules = {
  operator: 'AND',
  conditions: [{ field: 'spend_cents_30d', op: 'gte', value: 100_000 }],
};
const dynamic: SegmentContent = { key: 'big', name: 'Big', description: 'Spenders', type: 'DYNAMIC', rules };

describe('the content of a segment (D56)', () => {
  it('has no description and no rules unless they are given', () => {
    expect(blankSegment({ name: 'Staff', type: 'STATIC' })).toEqual({
      key: null,
      name: 'Staff',
      description: null,
      type: 'STATIC',
      rules: null,
    });
  });

  it('changes the fields that a change names, and null clears one', () => {
    expect(applySegmentPatch(dynamic, {})).toEqual(dynamic);
    const changed = applySegmentPatch(dynamic, { name: 'Huge', description: null, rules: null });
    expect(changed).toEqual({ key: 'big', name: 'Huge', description: null, type: 'DYNAMIC', rules: null });
  });

  it.each([
    ['a DYNAMIC segment with rules', dynamic, []],
    ['a STATIC segment without', { ...dynamic, type: 'STATIC', rules: null } as const, []],
    [
      'a DYNAMIC segment without rules',
      { ...dynamic, rules: null },
      [{ pointer: '/rules', message: 'is required for a DYNAMIC segment' }],
    ],
    [
      'a STATIC segment with rules',
      { ...dynamic, type: 'STATIC' } as const,
      [{ pointer: '/rules', message: 'must not be given for a STATIC segment' }],
    ],
  ])('is judged by its type: %s', (_, content, faults) => {
    expect(faultsOfSegment(content)).toEqual(faults);
  });
});
