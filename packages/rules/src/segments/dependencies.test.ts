import { changesOf, comparisonsOf, fieldsOf, namesTier } from './dependencies.ts';
import { allMemberChanges, memberChanges, segmentFields, type SegmentField } from './fields.ts';
import type { SegmentRule } from './rule-tree.ts';

const { purchase, points, lifetime, state } = memberChanges;

const ruleOf = (...fields: readonly SegmentField[]): SegmentRule => ({
  operator: 'AND',
  conditions: fields.map((field) => {
    if (field === 'tier_id') return { field, op: 'eq', value: null };
    return field === 'state' ? { field, op: 'eq', value: 'active' } : { field, op: 'gte', value: 1 };
  }),
});

it.each([
  [['spend_cents_7d'], purchase],
  [['points_balance', 'tier_id'], points | lifetime],
  [['state', 'days_since_last_txn'], state | purchase],
] as const)('%j can be changed by what changes its fields', (fields, expected) => {
  expect(changesOf(ruleOf(...fields))).toBe(expected);
});

it('a new or erased member is judged again by every rule', () => {
  for (const field of Object.keys(segmentFields) as SegmentField[]) {
    expect(changesOf(ruleOf(field)) & allMemberChanges).not.toBe(0);
  }
});

it('the fields of a nested rule are found, and comparisons are counted', () => {
  const nested: SegmentRule = {
    operator: 'OR',
    conditions: [
      ruleOf('txn_count_365d', 'points_balance'),
      ruleOf('avg_basket_cents_30d', 'spend_cents_30d'),
    ],
  };
  const fields = ['txn_count_365d', 'points_balance', 'avg_basket_cents_30d', 'spend_cents_30d'];
  expect([fieldsOf(nested), comparisonsOf(nested)]).toEqual([fields, 4]);
});

it('a rule names tiers wherever it asks for one', () => {
  const nested: SegmentRule = { operator: 'OR', conditions: [ruleOf('state'), ruleOf('tier_id')] };
  expect([namesTier(nested), namesTier(ruleOf('lifetime_points'))]).toEqual([true, false]);
});
