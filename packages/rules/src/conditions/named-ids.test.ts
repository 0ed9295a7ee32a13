import { idsNamedIn } from './named-ids.ts';

const [one, other] = ['A', 'b'].map((last) => `0198c0de-0000-7000-8000-00000000000${last}`);
const tree = {
  operator: 'AND',
  conditions: [
    { field: 'tier_id', op: 'eq', value: one },
    { field: 'weekday', op: 'eq', value: 'SAT' },
    {
      operator: 'OR',
      conditions: [
        { field: 'segment_id', op: 'not_in', value: [other, one] },
        { field: 'tier_id', op: 'gte', value: other },
        { field: 'tier_id', op: 'in', value: [null, one] },
      ],
    },
  ],
};

it('ids are found with their places, in lower case, and null is none', () => {
  const lower = one?.toLowerCase();
  expect(idsNamedIn(tree, 'segment_id')).toEqual([
    { id: other, pointer: '/conditions/2/conditions/0/value/0', op: 'not_in' },
    { id: lower, pointer: '/conditions/2/conditions/0/value/1', op: 'not_in' },
  ]);
  expect(idsNamedIn(tree, 'tier_id')).toEqual([
    { id: lower, pointer: '/conditions/0/value', op: 'eq' },
    { id: other, pointer: '/conditions/2/conditions/1/value', op: 'gte' },
    { id: lower, pointer: '/conditions/2/conditions/2/value/1', op: 'in' },
  ]);
});

it.each([null, undefined, 'SAT', 7, [], {}, { conditions: [null, 7, { field: 'tier_id' }] }])(
  'in %j none are',
  (json) => {
    expect(idsNamedIn(json, 'tier_id')).toEqual([]);
  },
);
