import { withValue } from '../../model/drafts/draft.ts';
import { isFilled, newComparison, newGroup, withField } from './rule-tree.ts';

const rules = {
  operator: 'OR',
  conditions: [
    { field: 'spend_cents_30d', op: 'gte', value: 100_050 },
    {
      operator: 'AND',
      conditions: [
        { field: 'state', op: 'eq', value: 'active' },
        { field: 'tier_id', op: 'neq', value: null },
      ],
    },
  ],
};

test('rules are worth a count once every line has a value', () => {
  expect(isFilled(rules)).toBe(true);
  expect(isFilled(newGroup())).toBe(false);
  expect(isFilled(withValue(rules, '/conditions/1/conditions/0', newComparison))).toBe(false);
  expect(isFilled(withValue(newGroup(), '/conditions/0', undefined))).toBe(false);
});

test('a field of another kind begins again; one of the same kind keeps its value', () => {
  const line = { field: 'spend_cents_30d', op: 'lt', value: 100_050 };
  expect(withField(line, 'spend_cents_7d')).toEqual({ field: 'spend_cents_7d', op: 'lt', value: 100_050 });
  expect(withField(line, 'txn_count_7d')).toEqual({ field: 'txn_count_7d', op: 'lt' });
  expect(withField(line, 'tier_id')).toEqual({ field: 'tier_id', op: 'eq', value: null });
  const state = withField(line, 'state');
  expect(state).toEqual({ field: 'state', op: 'eq', value: 'active' });
  expect(withField(state, 'points_balance')).toEqual({ field: 'points_balance', op: 'gte' });
});
