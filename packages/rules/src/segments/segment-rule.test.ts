import fc from 'fast-check';
import { allMemberChanges, memberChanges, type SegmentField, segmentFields } from './segment-fields.ts';
import {
  changesOf,
  comparisonsOf,
  fieldsOf,
  namesTier,
  readSegmentRule,
  type SegmentRule,
} from './segment-rule.ts';

const leaf = { field: 'txn_count_30d', op: 'gte', value: 5 };
const nodeOf = (...conditions: readonly unknown[]) => ({ operator: 'AND', conditions });
const deep = (levels: number): unknown => (levels === 0 ? leaf : nodeOf(deep(levels - 1)));
const tierId = '0198C0DE-3333-7000-8000-00000000000B';

it('a rule that is stored is read as it is, ids of tiers in lower case', () => {
  const rule = {
    operator: 'OR',
    conditions: [leaf, nodeOf({ field: 'state', op: 'neq', value: 'suspended' })],
  };
  expect(readSegmentRule(rule)).toEqual(rule);
  const tier = { field: 'tier_id', op: 'eq', value: tierId };
  expect(readSegmentRule(nodeOf(tier))).toEqual(nodeOf({ ...tier, value: tierId.toLowerCase() }));
  expect(readSegmentRule(nodeOf({ ...tier, value: null }))).toEqual(nodeOf({ ...tier, value: null }));
});

it.each(Object.keys(segmentFields))('every field is read: %s', (field) => {
  const { kind } = segmentFields[field as keyof typeof segmentFields];
  const value = { number: -1, tier: null, state: 'active' }[kind];
  expect(readSegmentRule(nodeOf({ field, op: 'neq', value }))).not.toBeNull();
});

it('a rule of 5 levels and 50 comparisons is read, and no larger one (D10)', () => {
  const half = nodeOf(...Array<unknown>(25).fill(leaf));
  expect([deep(5), nodeOf(half, half)].map((rule) => readSegmentRule(rule) === null)).toEqual([false, false]);
  expect([deep(6), nodeOf(half, half, leaf)].map(readSegmentRule)).toEqual([null, null]);
});

it.each([
  ['nothing', null],
  ['a leaf alone', leaf],
  ['no conditions', nodeOf()],
  ['an operator of a newer build', { ...nodeOf(leaf), operator: 'NOT' }],
  ['a node that says more', { ...nodeOf(leaf), atLeast: 2 }],
  ['a comparison that says more', nodeOf({ ...leaf, of: 'store' })],
  ['a field of a newer build', nodeOf({ ...leaf, field: 'shoe_size' })],
  ['a field of every object', nodeOf({ ...leaf, field: 'constructor' })],
  ['a comparison of a newer build', nodeOf({ ...leaf, op: 'in' })],
  ['a number that is a text', nodeOf({ ...leaf, value: '5' })],
  ['a fraction', nodeOf({ ...leaf, value: 0.5 })],
  ['a number beyond 2^53−1', nodeOf({ ...leaf, value: 2 ** 53 })],
  ['an order of tiers', nodeOf({ field: 'tier_id', op: 'gt', value: tierId })],
  ['a tier that is no id', nodeOf({ field: 'tier_id', op: 'eq', value: 'gold' })],
  ['a state of a newer build', nodeOf({ field: 'state', op: 'eq', value: 'paused' })],
])('▲ %s is not guessed at', (_, json) => {
  expect(readSegmentRule(json)).toBeNull();
});

it('▲ no stored value makes the reader throw, at any depth', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 9 }), (json) => {
      expect(() => readSegmentRule(json)).not.toThrow();
      expect(() => readSegmentRule(nodeOf(json))).not.toThrow();
    }),
  );
  let endless: unknown = leaf;
  for (let level = 0; level < 100_000; level += 1) endless = nodeOf(endless);
  expect(readSegmentRule(endless)).toBeNull();
});

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
