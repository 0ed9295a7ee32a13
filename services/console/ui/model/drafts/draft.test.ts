import { isSameJson, textAt, valueAt, withValue } from './draft.ts';

const draft = {
  name: 'Coffee',
  earningRule: { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 5 }, { everyNth: 9 }] },
};

describe('a draft', () => {
  it('is read at a pointer', () => {
    expect(valueAt(draft, '/earningRule/rewardRules/1/everyNth')).toBe(9);
    expect(valueAt(draft, '/earningRule/rewardRules/2/everyNth')).toBeUndefined();
    expect(valueAt(draft, '/name/length')).toBeUndefined();
    expect(textAt(draft, '/earningRule/rewardRules/0/everyNth')).toBe('5');
    expect(textAt(draft, '/earningRule')).toBe('');
  });

  it('is changed at a pointer, and what it was stays', () => {
    const later = withValue(draft, '/earningRule/rewardRules/1/reward/points', 7);
    expect(valueAt(later, '/earningRule/rewardRules')).toEqual([
      { everyNth: 5 },
      { everyNth: 9, reward: { points: 7 } },
    ]);
    expect(draft.earningRule.rewardRules[1]).toEqual({ everyNth: 9 });
    expect(withValue(draft, '/minSpend', 100)).toEqual({ ...draft, minSpend: 100 });
  });

  it('loses what becomes undefined; a list moves up', () => {
    expect(withValue(draft, '/earningRule/rewardRules/0', undefined).earningRule.rewardRules).toEqual([
      { everyNth: 9 },
    ]);
    expect(withValue(draft, '/name', undefined)).toEqual({ earningRule: draft.earningRule });
  });

  it('keeps the order of its names', () => {
    expect(Object.keys(withValue(draft, '/name', 'Tea'))).toEqual(['name', 'earningRule']);
  });

  it('is the same in any order of names, and not with another value', () => {
    expect(isSameJson({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true);
    expect(isSameJson({ a: 1 }, { a: 2 })).toBe(false);
    expect(isSameJson([1, 2], [2, 1])).toBe(false);
  });
});
