import { sizeOfConditions } from './conditions-size.ts';
import { faultsOfConditions, readConditions } from './read-conditions.ts';

const leaf = { field: 'weekday', op: 'eq', value: 'SAT' };
const node = (conditions: unknown, operator: unknown = 'AND') => ({ operator, conditions });

const nested = (levels: number): unknown => (levels === 0 ? leaf : node([nested(levels - 1)]));
const size = 'must have at most 50 comparisons on at most 5 levels';
const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);

it.each<[string, unknown]>([
  ['one comparison', leaf],
  ['a node of one', node([leaf], 'OR')],
  ['five levels', nested(5)],
  ['50 comparisons', node(many(50, leaf))],
  ['the last minute of a day', { field: 'time', op: 'lte', value: '23:59' }],
  ['a leap day', { field: 'date', op: 'eq', value: '2028-02-29' }],
  ['a day that some months have', { field: 'day_of_month', op: 'gte', value: 31 }],
  ['5,000 stores', { field: 'store_ref', op: 'not_in', value: many(5_000, 'cape-1') }],
  ['an attribute', { field: 'attributes.channel', op: 'exists', value: false }],
  ['an attribute with the longest name', { field: `attributes.a${'_'.repeat(63)}`, op: 'eq', value: 'x' }],
])('%s is read', (_what, json) => {
  expect(faultsOfConditions(json, 'receipts')).toEqual([]);
  expect(readConditions(json, 'receipts')).not.toBeNull();
});

const days = 'must be one of MON, TUE, WED, THU, FRI, SAT, SUN';
const ops = 'must be one of eq, neq, in, not_in';

it.each<[string, unknown, string, string]>([
  ['null', null, '', 'must be a comparison, or conditions with an operator'],
  ['a list', [leaf], '', 'must be a comparison, or conditions with an operator'],
  ['an empty tree', node([]), '/conditions', 'must have at least one condition'],
  [
    'an inner node without conditions',
    node([leaf, node([])]),
    '/conditions/1/conditions',
    'must have at least one condition',
  ],
  ['conditions that are no list', node('all'), '/conditions', 'must have at least one condition'],
  ['another operator', node([leaf], 'NOT'), '/operator', 'must be one of AND, OR'],
  ['six levels', nested(6), '', size],
  ['51 comparisons', node(many(51, leaf)), '', size],
  ['51 in several nodes', node(many(17, node(many(3, leaf)))), '', size],
  ['an unknown member', { ...leaf, not: true }, '/not', 'is not known here'],
  ['a node that is a comparison too', { ...node([leaf]), field: 'date' }, '/field', 'is not known here'],
  ['a name that needs escaping', { ...leaf, 'a/b~': 1 }, '/a~1b~0', 'is not known here'],
  ['an unknown field', { ...leaf, field: 'colour' }, '/field', 'is not a field of receipts'],
  ['a field of no text', { ...leaf, field: 7 }, '/field', 'is not a field of receipts'],
  ['a name that objects have', { ...leaf, field: 'constructor' }, '/field', 'is not a field of receipts'],
  ['attributes without a name', { ...leaf, field: 'attributes' }, '/field', 'is not a field of receipts'],
  [
    'an attribute in capitals',
    { ...leaf, field: 'attributes.Discount' },
    '/field',
    'is not a field of receipts',
  ],
  [
    'an attribute with a long name',
    { ...leaf, field: `attributes.${'a'.repeat(65)}` },
    '/field',
    'is not a field of receipts',
  ],
  ['an order of weekdays', { ...leaf, op: 'gte' }, '/op', ops],
  ['no operator', { field: 'weekday', value: 'SAT' }, '/op', ops],
  ['an order of stores', { field: 'store_ref', op: 'lt', value: 'b' }, '/op', `${ops}, exists`],
  ['a weekday in small letters', { ...leaf, value: 'sat' }, '/value', days],
  ['a list for eq', { ...leaf, value: ['SAT'] }, '/value', days],
  [
    'a value of a list',
    node([{ ...leaf, op: 'in', value: ['MON', 'SATURDAY'] }]),
    '/conditions/0/value/1',
    days,
  ],
  ['an empty list', { ...leaf, op: 'in', value: [] }, '/value', 'must have 1 to 100 values'],
  ['one value for in', { ...leaf, op: 'in', value: 'SAT' }, '/value', 'must have 1 to 100 values'],
  ['101 values', { ...leaf, op: 'in', value: many(101, 'SAT') }, '/value', 'must have 1 to 100 values'],
  [
    '5,001 stores',
    { field: 'store_ref', op: 'in', value: many(5_001, 'a') },
    '/value',
    'must have 1 to 5000 values',
  ],
  ['24 o’clock', { field: 'time', op: 'lt', value: '24:00' }, '/value', 'must be a time from 00:00 to 23:59'],
  [
    'a time with seconds',
    { field: 'time', op: 'lt', value: '17:30:00' },
    '/value',
    'must be a time from 00:00 to 23:59',
  ],
  [
    '29 February of another year',
    { field: 'date', op: 'eq', value: '2026-02-29' },
    '/value',
    'must be a date like 2026-11-27',
  ],
  [
    'a 13th month',
    { field: 'date', op: 'eq', value: '2026-13-01' },
    '/value',
    'must be a date like 2026-11-27',
  ],
  [
    'an instant',
    { field: 'date', op: 'eq', value: '2026-11-27T00:00' },
    '/value',
    'must be a date like 2026-11-27',
  ],
  ['day 0', { field: 'day_of_month', op: 'eq', value: 0 }, '/value', 'must be an integer from 1 to 31'],
  ['day 32', { field: 'day_of_month', op: 'eq', value: 32 }, '/value', 'must be an integer from 1 to 31'],
  [
    'half a day',
    { field: 'day_of_month', op: 'eq', value: 1.5 },
    '/value',
    'must be an integer from 1 to 31',
  ],
  [
    'an empty store',
    { field: 'store_ref', op: 'eq', value: '' },
    '/value',
    'must be a text of 1 to 255 characters',
  ],
  [
    'a NUL',
    { field: 'attributes.code', op: 'eq', value: '\0' },
    '/value',
    'must be a text of 1 to 255 characters',
  ],
  ['exists of a text', { field: 'store_ref', op: 'exists', value: 'yes' }, '/value', 'must be true or false'],
])('%s is a fault, and this build reads nothing of it', (_what, json, pointer, message) => {
  expect(faultsOfConditions(json, 'receipts')).toEqual([{ pointer, message }]);
  expect(readConditions(json, 'receipts')).toBeNull();
});

const id = '0198c0de-0000-7000-8000-00000000000a';
const aTier = 'must be the id of an existing tier, or null';
const aSegment = 'must be the id of an existing segment';
const ofFigures = 'must be one of eq, neq, gt, gte, lt, lte';
const positive = 'must be an integer from 1 to 9007199254740991';
const plain = 'must be a text, a number, true, false or null';

it.each<[string, object]>([
  ['a tier', { field: 'tier_id', op: 'eq', value: id }],
  ['no tier', { field: 'tier_id', op: 'neq', value: null }],
  ['one of several tiers, or none', { field: 'tier_id', op: 'in', value: [id.toUpperCase(), null] }],
  ['a tier or a higher one', { field: 'tier_id', op: 'gte', value: id }],
  ['a segment', { field: 'segment_id', op: 'not_in', value: [id] }],
  ['the first purchase', { field: 'purchase_number', op: 'eq', value: 1 }],
  ['a purchase today', { field: 'days_since_last_txn', op: 'eq', value: 0 }],
])('of receipts and of events %s is read', (_what, json) => {
  for (const subject of ['receipts', 'events'] as const) {
    expect(faultsOfConditions(json, subject)).toEqual([]);
    expect(readConditions(json, subject)).not.toBeNull();
  }
});

it.each<[string, string, unknown, string, string]>([
  ['tier_id', 'gt', id, '/op', 'must be one of eq, neq, in, not_in, gte'],
  ['tier_id', 'eq', 'gold', '/value', aTier],
  ['tier_id', 'eq', 7, '/value', aTier],
  ['tier_id', 'gte', null, '/value', 'must be the id of an existing tier'],
  ['tier_id', 'in', [id, ''], '/value/1', aTier],
  ['tier_id', 'in', null, '/value', 'must have 1 to 100 values'],
  ['segment_id', 'gte', id, '/op', 'must be one of eq, neq, in, not_in'],
  ['segment_id', 'eq', null, '/value', aSegment],
  ['segment_id', 'not_in', [id, null], '/value/1', aSegment],
  ['segment_id', 'in', many(101, id), '/value', 'must have 1 to 100 values'],
  ['purchase_number', 'in', [1, 2], '/op', ofFigures],
  ['purchase_number', 'eq', 0, '/value', positive],
  ['purchase_number', 'eq', 1.5, '/value', positive],
  ['purchase_number', 'eq', '1', '/value', positive],
  ['purchase_number', 'eq', 2 ** 53, '/value', positive],
  ['days_since_last_txn', 'exists', true, '/op', ofFigures],
  ['days_since_last_txn', 'lte', -1, '/value', 'must be an integer from 0 to 9007199254740991'],
  ['days_since_last_txn', 'lte', null, '/value', 'must be an integer from 0 to 9007199254740991'],
])('%s %s %j is a fault at %s', (...[field, op, value, pointer, message]) => {
  for (const subject of ['receipts', 'events'] as const)
    expect(faultsOfConditions({ field, op, value }, subject)).toEqual([{ pointer, message }]);
});

it.each<[string, string, unknown]>([
  ['payload.rating', 'gte', 4],
  ['payload.city', 'lt', 'M'],
  ['payload.ride.stops.1.name', 'eq', null],
  ['payload.paid', 'neq', false],
  ['payload.tags', 'contains', 'eco'],
  ['payload.tags', 'contains', true],
  ['payload.kind', 'not_in', ['a', 1, true, null]],
  ['payload.note', 'exists', false],
  ['payload.note', 'eq', ''],
  [`payload.${'a'.repeat(255)}`, 'exists', true],
])('of events %s %s %j is read', (field, op, value) => {
  expect(faultsOfConditions({ field, op, value }, 'events')).toEqual([]);
});

it.each<[string, string, unknown, string, string]>([
  ['payload', 'eq', 1, '/field', 'is not a field of events'],
  ['payload.', 'eq', 1, '/field', 'is not a field of events'],
  [`payload.${'a'.repeat(256)}`, 'eq', 1, '/field', 'is not a field of events'],
  ['payload.a\0', 'eq', 1, '/field', 'is not a field of events'],
  ['payload.a', 'like', 1, '/op', 'must be one of eq, neq, gt, gte, lt, lte, in, not_in, contains, exists'],
  ['payload.a', 'eq', {}, '/value', plain],
  ['payload.a', 'eq', undefined, '/value', plain],
  ['payload.a', 'eq', 'a\0', '/value', plain],
  ['payload.a', 'gt', true, '/value', 'must be a text or a number'],
  ['payload.a', 'lte', null, '/value', 'must be a text or a number'],
  ['payload.a', 'contains', null, '/value', 'must be a text, a number, true or false'],
  ['payload.a', 'in', [[]], '/value/0', plain],
  ['payload.a', 'in', many(101, 1), '/value', 'must have 1 to 100 values'],
  ['payload.a', 'exists', 1, '/value', 'must be true or false'],
])('of events %s %s %j is a fault at %s', (...[field, op, value, pointer, message]) => {
  expect(faultsOfConditions({ field, op, value }, 'events')).toEqual([{ pointer, message }]);
});

it('what only events have is not a field of receipts', () => {
  expect(faultsOfConditions({ field: 'payload.rating', op: 'eq', value: 4 }, 'receipts')).toEqual([
    { pointer: '/field', message: 'is not a field of receipts' },
  ]);
});

it('what only receipts have is not a field of events', () => {
  const faults = (field: string, value: unknown) =>
    faultsOfConditions({ field, op: 'eq', value }, 'events').map(({ message }) => message);
  expect(faults('store_ref', 'a')).toEqual(['is not a field of events']);
  expect(faults('attributes.channel', 'a')).toEqual(['is not a field of events']);
  expect(faults('date', '2026-11-27')).toEqual([]);
});

it('no more than 20 faults are noted, and no level beyond is read', () => {
  const wrong = { field: 'weekday', op: 'in', value: many(100, 'x') };
  expect(faultsOfConditions(node(many(50, wrong)), 'receipts')).toHaveLength(20);
  let deep: unknown = leaf;
  for (let level = 0; level < 50_000; level += 1) deep = node([deep]);
  expect(faultsOfConditions(deep, 'receipts')).toEqual([{ pointer: '', message: size }]);
});

it('what lies beyond 50 comparisons, or beyond 20 faults, is not read', () => {
  const endless = (value: unknown) =>
    new Proxy([], {
      get: (_list, at) => {
        if (at === 'length') return 1_000_000;
        if (at === 'entries') return () => entriesOf(value);
        throw new Error(String(at));
      },
    });
  const entriesOf = function* (value: unknown) {
    for (let at = 0; at < 60; at += 1) yield [at, value];
    throw new Error('read on');
  };
  expect(faultsOfConditions(node(endless(leaf)), 'receipts')).toEqual([{ pointer: '', message: size }]);
  expect(faultsOfConditions(node(endless(7)), 'receipts')).toHaveLength(20);
});

it('each fault of a tree has its own pointer', () => {
  const json = node([{ ...leaf, op: 'gt' }, node([{ field: 'time', op: 'eq', value: 5 }], 'XOR')]);
  expect(faultsOfConditions(json, 'receipts').map(({ pointer }) => pointer)).toEqual([
    '/conditions/0/op',
    '/conditions/1/operator',
    '/conditions/1/conditions/0/value',
  ]);
});

it.each<[string, unknown, number, number]>([
  ['no tree', null, 0, 0],
  ['a comparison', { field: 'weekday', op: 'eq', value: 'SAT' }, 1, 0],
  ['a list', { field: 'store_ref', op: 'in', value: ['a', 'b', 'c'] }, 1, 3],
  [
    'a tree',
    {
      operator: 'OR',
      conditions: [
        { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] },
        {
          operator: 'AND',
          conditions: [
            { field: 'store_ref', op: 'not_in', value: ['a'] },
            { field: 'time', op: 'gt', value: '10:00' },
          ],
        },
      ],
    },
    3,
    3,
  ],
  ['one that this build cannot read', { operator: 'NOT', conditions: [{ lines: {} }, 7] }, 2, 0],
])('of %s comparisons and listed values are counted', (_what, tree, comparisons, values) => {
  expect(sizeOfConditions(tree)).toMatchObject({ comparisons, values });
});
