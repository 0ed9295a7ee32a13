import fc from 'fast-check';
import { meets, type PayloadConditions, type PayloadOperator } from './payload-conditions.ts';

const payload: unknown = JSON.parse(`{
  "km": 10, "zero": 0, "city": "Durban", "empty": "", "paid": false, "nothing": null,
  "tags": ["eco", 7, true], "ride": { "stops": [{ "name": "Beach" }, { "name": "Mall" }] },
  "__proto__": { "own": 1 }
}`);

const compare = (field: string, op: PayloadOperator, value?: unknown): boolean =>
  meets({ field, op, value }, payload);

describe('eq and neq', () => {
  it.each<[string, unknown, boolean]>([
    ['km', 10, true],
    ['km', '10', false],
    ['km', 11, false],
    ['city', 'Durban', true],
    ['city', 'durban', false],
    ['empty', '', true],
    ['zero', 0, true],
    ['zero', false, false],
    ['paid', false, true],
    ['nothing', null, true],
    ['nothing', 0, false],
    ['tags', 'eco', false],
    ['missing', null, false],
    ['missing', undefined, false],
  ])('%s compared with %j', (field, value, equal) => {
    expect(compare(field, 'eq', value)).toBe(equal);
  });

  it.each<[string, unknown, boolean]>([
    ['km', 10, false],
    ['km', '10', true],
    ['nothing', null, false],
    ['missing', 10, true],
    ['missing', null, true],
  ])('%s is another than %j: %s', (field, value, other) => {
    expect(compare(field, 'neq', value)).toBe(other);
  });
});

describe('gt, gte, lt, lte', () => {
  const orders = ['gt', 'gte', 'lt', 'lte'] as const;

  it.each<[string, unknown, readonly boolean[]]>([
    ['km', 9.99, [true, true, false, false]],
    ['km', 10, [false, true, false, true]],
    ['km', 10.01, [false, false, true, true]],
    ['city', 'Cape Town', [true, true, false, false]],
    ['city', 'Durban', [false, true, false, true]],
    ['city', 'Durban ', [false, false, true, true]],
    ['empty', '', [false, true, false, true]],
    ['km', '10', [false, false, false, false]],
    ['city', 10, [false, false, false, false]],
    ['paid', 0, [false, false, false, false]],
    ['nothing', 0, [false, false, false, false]],
    ['tags', 0, [false, false, false, false]],
    ['missing', 0, [false, false, false, false]],
  ])('%s against %j', (field, value, expected) => {
    expect(orders.map((op) => compare(field, op, value))).toEqual(expected);
  });
});

it.each<[string, PayloadOperator, unknown, boolean]>([
  ['km', 'in', [9, 10], true],
  ['km', 'in', ['10'], false],
  ['km', 'in', [], false],
  ['nothing', 'in', [null], true],
  ['missing', 'in', [null, undefined], false],
  ['tags', 'in', ['eco'], false],
  ['city', 'contains', 'urb', true],
  ['city', 'contains', '', true],
  ['city', 'contains', 'URB', false],
  ['city', 'contains', 1, false],
  ['tags', 'contains', 'eco', true],
  ['tags', 'contains', 7, true],
  ['tags', 'contains', '7', false],
  ['tags', 'contains', 'ec', false],
  ['km', 'contains', 1, false],
  ['missing', 'contains', 'x', false],
  ['km', 'exists', true, true],
  ['nothing', 'exists', true, true],
  ['missing', 'exists', true, false],
  ['km', 'exists', false, false],
  ['nothing', 'exists', false, false],
  ['missing', 'exists', false, true],
])('%s %s %j: %s', (...[field, op, value, expected]) => {
  expect(compare(field, op, value)).toBe(expected);
});

describe('a path', () => {
  it.each<[string, boolean]>([
    ['ride.stops.1.name', true],
    ['ride.stops.2.name', false],
    ['ride.stops.-1', false],
    ['ride.stops.01', false],
    ['ride.stops.length', false],
    ['ride.stops.name', false],
    ['city.length', false],
    ['city.0', false],
    ['km.toFixed', false],
    ['nothing.at', false],
    ['ride..stops', false],
    ['', false],
    ['.', false],
    ['constructor', false],
    ['ride.constructor', false],
    ['ride.__proto__', false],
    ['toString', false],
    ['hasOwnProperty', false],
    ['tags.map', false],
    // An own property of that name is one that the caller sent.
    ['__proto__.own', true],
    ['__proto__.toString', false],
  ])('%j leads somewhere: %s', (field, leads) => {
    expect(compare(field, 'exists', true)).toBe(leads);
  });
});

describe('AND and OR', () => {
  const yes = { field: 'km', op: 'eq', value: 10 } as const;
  const no = { field: 'km', op: 'eq', value: 11 } as const;
  const and = (...conditions: PayloadConditions[]): PayloadConditions => ({ operator: 'AND', conditions });
  const or = (...conditions: PayloadConditions[]): PayloadConditions => ({ operator: 'OR', conditions });

  it.each<[string, PayloadConditions, boolean]>([
    ['an AND of nothing', and(), true],
    ['an OR of nothing', or(), false],
    ['an AND of two that hold', and(yes, yes), true],
    ['an AND with one that does not', and(yes, no), false],
    ['an OR with one that holds', or(no, yes), true],
    ['an OR of none that holds', or(no, no), false],
    ['an AND of ORs', and(or(no, yes), or(yes, no)), true],
    ['an OR of ANDs', or(and(yes, no), and(no, yes)), false],
    ['five levels', and(or(and(or(and(yes, yes), no)), no), yes), true],
  ])('%s', (_what, conditions, expected) => {
    expect(meets(conditions, payload)).toBe(expected);
  });
});

it('nothing that JSON can hold makes a comparison throw', () => {
  const ops = fc.constantFrom<PayloadOperator[]>(
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'in',
    'contains',
    'exists',
  );
  const names = fc.constantFrom('a', '0', 'length', '__proto__', 'constructor', '');
  const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
  const found = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()));
  fc.assert(
    fc.property(paths, ops, fc.tuple(fc.jsonValue(), found), (field, op, [value, given]) => {
      expect(typeof meets({ field, op, value }, given)).toBe('boolean');
    }),
  );
});
