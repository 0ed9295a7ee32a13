import type { FieldError } from './field-errors.ts';
import { validatorFor } from './operation-validator.ts';

const faultsOf = (rules: unknown): readonly FieldError[] => {
  const judged = validatorFor('createSegment').body({ name: 'x', type: 'DYNAMIC', rules });
  return judged.ok ? [] : judged.errors;
};

const nodeOf = (...conditions: readonly unknown[]) => ({ operator: 'AND', conditions });
const leaf = { field: 'txn_count_30d', op: 'gte', value: 5 };
const at = '/rules/conditions/0';

const windows = ['7d', '30d', '90d', '365d'];
const numbers = [
  ...windows.flatMap((window) => [`spend_cents_${window}`, `txn_count_${window}`]),
  'spend_cents_lifetime',
  'txn_count_lifetime',
  'avg_basket_cents_30d',
  'days_since_last_txn',
  'days_since_enrolled',
  'points_balance',
  'lifetime_points',
];

describe('the rules of a segment (D57)', () => {
  it.each(numbers)('%s is compared with an integer, in six ways', (field) => {
    const all = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].map((op) => ({ field, op, value: 0 }));
    expect(faultsOf(nodeOf(...all))).toEqual([]);
    for (const value of ['5', 1.5, null, true]) {
      expect(faultsOf(nodeOf({ field, op: 'eq', value }))).toEqual([
        { pointer: `${at}/value`, message: 'must be an integer' },
      ]);
    }
  });

  it.each([
    { field: 'tier_id', right: [crypto.randomUUID(), null], wrong: ['gold', 1], message: 'must be a UUID' },
    {
      field: 'state',
      right: ['active', 'suspended'],
      wrong: ['ACTIVE', null],
      message: 'must be one of active, suspended, anonymized',
    },
  ])('$field is compared for being equal', ({ field, right, wrong, message }) => {
    expect(faultsOf(nodeOf(...right.map((value) => ({ field, op: 'neq', value }))))).toEqual([]);
    for (const value of wrong) {
      expect(faultsOf(nodeOf({ field, op: 'eq', value }))).toEqual([{ pointer: `${at}/value`, message }]);
    }
    expect(faultsOf(nodeOf({ field, op: 'gt', value: right[0] }))).toEqual([
      { pointer: `${at}/op`, message: 'must be one of eq, neq' },
    ]);
  });

  it.each([
    { what: 'a list', rules: [], pointer: '/rules', message: 'must be an object' },
    {
      what: 'no conditions',
      rules: nodeOf(),
      pointer: '/rules/conditions',
      message: 'must be an array of 1 to 50 items',
    },
    {
      what: 'an unknown operator',
      rules: { ...nodeOf(leaf), operator: 'NOT' },
      pointer: '/rules/operator',
      message: 'must be one of AND, OR',
    },
    {
      what: 'a nested fault',
      rules: nodeOf(leaf, nodeOf({ ...leaf, value: '5' })),
      pointer: '/rules/conditions/1/conditions/0/value',
      message: 'must be an integer',
    },
  ])('with $what are refused at their place', ({ rules, pointer, message }) => {
    expect(faultsOf(rules)).toEqual([{ pointer, message }]);
  });

  it('with an unknown field are refused with those that there are', () => {
    const [fault] = faultsOf(nodeOf({ ...leaf, field: 'shoe_size' }));
    expect(fault?.pointer).toBe(`${at}/field`);
    for (const field of [...numbers, 'tier_id', 'state']) expect(fault?.message).toContain(field);
  });

  it('may have 5 levels and 50 comparisons, and not more (D10)', () => {
    const deep = (levels: number): unknown => (levels === 0 ? leaf : nodeOf(deep(levels - 1)));
    const half = nodeOf(...Array<unknown>(25).fill(leaf));
    const tooLarge = [{ pointer: '/rules', message: 'must have at most 5 levels and 50 comparisons' }];
    expect([faultsOf(deep(5)), faultsOf(deep(6))]).toEqual([[], tooLarge]);
    expect([faultsOf(nodeOf(half, half)), faultsOf(nodeOf(half, half, leaf))]).toEqual([[], tooLarge]);
  });
});

describe('the members to add to a segment', () => {
  const id = crypto.randomUUID();
  const judge = (body: unknown) => validatorFor('addSegmentMembers').body(body);

  it.each([[{ memberId: id }], [{ memberIds: [id] }], [{ memberId: id, memberIds: [] }]])('%j', (body) => {
    expect(judge(structuredClone(body))).toEqual({ ok: true, value: body });
  });

  it.each([
    [{}, '', 'needs memberId or memberIds'],
    [{ memberIds: [] }, '', 'needs memberId or memberIds'],
    [{ memberId: 'x' }, '/memberId', 'must be a UUID'],
    [{ memberIds: [id, 'x'] }, '/memberIds/1', 'must be a UUID'],
    [{ memberIds: Array<string>(1_001).fill(id) }, '/memberIds', 'must be an array of at most 1000 items'],
  ])('is refused when it is %j', (body, pointer, message) => {
    expect(judge(body)).toEqual({ ok: false, errors: [{ pointer, message }] });
  });
});
