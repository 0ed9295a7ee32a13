import type { Schemas } from '@loyalty/client';
import {
  changedAt,
  comparisonsOf,
  groupOf,
  isFilled,
  isGroup,
  newComparison,
  newGroup,
  pointerOf,
  rulesOf,
  withField,
} from './rule-tree.ts';

const rules: Schemas['SegmentRules'] = {
  operator: 'OR',
  conditions: [
    { field: 'spend_cents_30d', op: 'gte', value: 100_050 },
    {
      operator: 'AND',
      conditions: [
        { field: 'txn_count_30d', op: 'gte', value: 5 },
        { field: 'state', op: 'eq', value: 'active' },
        { field: 'tier_id', op: 'neq', value: null },
      ],
    },
  ],
};

test.each(['en-ZA', 'en-GB', 'de-DE'])('rules that became lines in %s become the same rules', (locale) => {
  expect(rulesOf(groupOf(rules, locale), locale)).toEqual(rules);
});

test('amounts are rands in the field and cents in the rule', () => {
  const [line] = groupOf(rules, 'en-GB').lines;
  expect(line).toMatchObject({ text: '1000.50' });
});

test('a value that is no number is sent as it was typed, for the API to refuse', () => {
  const group = changedAt(newGroup(), [0], (line) => ({ ...line, text: '1e3' }));
  expect(rulesOf(group, 'en-GB').conditions).toEqual([{ field: 'spend_cents_30d', op: 'gte', value: '1e3' }]);
});

test('a line is changed and removed at its place', () => {
  const group = groupOf(rules, 'en-GB');
  const changed = changedAt(group, [1, 0], (line) => ({ ...line, text: '7' }));
  expect(comparisonsOf(rulesOf(changed, 'en-GB')).map(({ value }) => value)).toEqual([
    100_050,
    7,
    'active',
    null,
  ]);
  const removed = changedAt(group, [1], () => null);
  expect(rulesOf(removed, 'en-GB').conditions).toHaveLength(1);
  expect(pointerOf([1, 0])).toBe('/rules/conditions/1/conditions/0');
});

test('rules are worth a count once every line has a value', () => {
  expect(isFilled(groupOf(rules))).toBe(true);
  expect(isFilled(newGroup())).toBe(false);
  expect(isFilled(changedAt(groupOf(rules), [1, 0], () => newComparison()))).toBe(false);
  expect(isFilled(changedAt(newGroup(), [0], () => null))).toBe(false);
});

test('a field of another kind starts over; one of the same kind keeps its value', () => {
  const [line] = groupOf(rules, 'en-GB').lines;
  if (line === undefined || isGroup(line)) throw new Error('no comparison');
  expect(withField(line, 'spend_cents_7d')).toMatchObject({ op: 'gte', text: '1000.50' });
  expect(withField(line, 'txn_count_7d')).toMatchObject({ op: 'gte', text: '' });
  const state = withField(line, 'state');
  expect(state).toMatchObject({ op: 'eq', text: 'active' });
  expect(withField(state, 'points_balance')).toMatchObject({ op: 'gte', text: '' });
});
