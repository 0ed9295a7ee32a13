import { sizeOfAim } from './conditions-size.ts';
import type { LineList } from './line-tree.ts';
import { faultsOfConditions, faultsOfEarnOn, readConditions, readEarnOn } from './read-conditions.ts';

const leaf = { field: 'weekday', op: 'eq', value: 'SAT' };
const node = (conditions: unknown, operator: unknown = 'AND') => ({ operator, conditions });
const size = 'must have at most 50 comparisons on at most 5 levels';
const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);
const ops = 'must be one of eq, neq, in, not_in';

const of = (sku: unknown) => ({ field: 'sku', op: 'eq', value: sku });
const lines = { lines: of('wine') };
const over = (given: object) => ({ ...lines, field: 'quantity', op: 'gte', value: 6, ...given });
const deep = (levels: number): unknown => (levels === 0 ? of('wine') : node([deep(levels - 1)]));

describe('comparisons over lines (D227)', () => {
  it.each<[string, unknown]>([
    ['lines alone', lines],
    ['a quantity of thousandths', over({ value: 0.001 })],
    ['what was paid', over({ field: 'spend_cents', op: 'neq', value: 0 })],
    ['how many lines', over({ field: 'count', op: 'lt', value: 500 })],
    ['a tree over lines of three levels', { lines: deep(3) }],
    ['a tree over lines at the fifth level', node([node([node([node([node([{ lines: deep(3) }])])])])])],
    ['24 with one leaf each', node(many(25, lines))],
    ['5,000 skus', { lines: { field: 'sku', op: 'not_in', value: many(5_000, 'a') } }],
    ['a price', { lines: { field: 'unit_price_cents', op: 'gte', value: 0 } }],
    ['prices', { lines: { field: 'unit_price_cents', op: 'in', value: [1, 2] } }],
  ])('%s is read', (_what, json) => {
    expect(faultsOfConditions(json, 'receipts')).toEqual([]);
    expect(readConditions(json, 'receipts')).not.toBeNull();
  });

  const fields = 'must be one of quantity, spend_cents, count';
  const orders = 'must be one of eq, neq, gt, gte, lt, lte';
  it.each<[string, unknown, string, string]>([
    ['another field', over({ field: 'sku' }), '/field', fields],
    ['no field', { ...lines, op: 'gte', value: 6 }, '/field', fields],
    ['a value without an operator', { ...lines, field: 'count', value: 6 }, '/op', orders],
    ['a list', over({ op: 'in', value: [6] }), '/op', orders],
    [
      'four decimals',
      over({ value: 0.0001 }),
      '/value',
      'must be a number from 0 to 50000000 with at most 3 decimals',
    ],
    [
      'less than nothing',
      over({ value: -1 }),
      '/value',
      'must be a number from 0 to 50000000 with at most 3 decimals',
    ],
    [
      'half a cent',
      over({ field: 'spend_cents', value: 0.5 }),
      '/value',
      'must be an integer from 0 to 9007199254740991',
    ],
    ['501 lines', over({ field: 'count', value: 501 }), '/value', 'must be an integer from 0 to 500'],
    ['no tree', { lines: [] }, '/lines', 'must be a comparison, or conditions with an operator'],
    ['an empty tree', { lines: node([]) }, '/lines/conditions', 'must have at least one condition'],
    [
      'four levels',
      { lines: deep(4) },
      '/lines/conditions/0/conditions/0/conditions/0',
      'must be a comparison: over lines there are at most 3 levels',
    ],
    [
      'a field of receipts',
      { lines: leaf },
      '/lines/field',
      'must be one of sku, category, unit_price_cents',
    ],
    ['lines of lines', { lines }, '/lines/lines', 'is not known here'],
    ['an order of skus', { lines: { ...of('a'), op: 'gt' } }, '/lines/op', ops],
    ['a sku that is no text', { lines: of(7) }, '/lines/value', 'must be a text of 1 to 255 characters'],
    [
      'an empty list',
      { lines: { field: 'category', op: 'in', value: [] } },
      '/lines/value',
      'must have 1 to 5000 values',
    ],
    ['an unknown member', { ...lines, not: 1 }, '/not', 'is not known here'],
    ['26 with one leaf each', node(many(26, lines)), '', size],
  ])('%s is at fault', (_what, json, pointer, message) => {
    expect(faultsOfConditions(json, 'receipts')[0]).toEqual({ pointer, message });
    expect(readConditions(json, 'receipts')).toBeNull();
  });

  it('an event has no lines', () => {
    expect(faultsOfConditions(lines, 'events')).toEqual([
      { pointer: '/lines', message: 'is not a field of events' },
    ]);
  });

  it('lists have places in the order in which they are read, beside those of the lines that earn', () => {
    const lists: LineList[] = [];
    const tree = node([
      leaf,
      { lines: node([of('a'), { field: 'category', op: 'not_in', value: ['b', 'c'] }]) },
    ]);
    readConditions(tree, 'receipts', lists);
    expect(readEarnOn({ except: of('d') }, 'receipts', lists)).toEqual({
      isExcept: true,
      lines: { list: 2, isIn: true },
    });
    expect(lists).toEqual([
      { field: 'sku', values: ['a'] },
      { field: 'category', values: ['b', 'c'] },
      { field: 'sku', values: ['d'] },
    ]);
  });
});

describe('which lines earn (D228)', () => {
  it.each<[string, unknown, string, string]>([
    ['nothing', {}, '', 'must have lines or except'],
    ['a list', [], '', 'must have lines or except'],
    ['both', { lines: of('a'), except: of('b') }, '', 'must have lines or except, not both'],
    ['an unknown member', { lines: of('a'), only: 1 }, '/only', 'is not known here'],
    ['an empty tree', { except: node([]) }, '/except/conditions', 'must have at least one condition'],
    [
      'a comparison of receipts',
      { lines: leaf },
      '/lines/field',
      'must be one of sku, category, unit_price_cents',
    ],
    [
      '51 comparisons',
      { lines: node(many(51, of('a'))) },
      '',
      'must have at most 50 comparisons on at most 3 levels',
    ],
  ])('%s is at fault', (_what, json, pointer, message) => {
    expect(faultsOfEarnOn(json, 'receipts')[0]).toEqual({ pointer, message });
    expect(readEarnOn(json, 'receipts')).toBeNull();
  });

  it('is only for rules that fire on receipts', () => {
    expect(faultsOfEarnOn({ lines: of('a') }, 'events')).toEqual([
      { pointer: '', message: 'is only for rules that fire on receipts' },
    ]);
  });

  it('comparisons and values of both trees are counted, and those over lines apart', () => {
    const conditions = node([leaf, over({ lines: node([of('a'), of('b')]) })]);
    const earnOn = { except: { field: 'category', op: 'in', value: ['c', 'd', 'e'] } };
    expect(sizeOfAim({ conditions, earnOn })).toEqual({ comparisons: 5, lineComparisons: 3, values: 3 });
    expect(sizeOfAim({})).toEqual({ comparisons: 0, lineComparisons: 0, values: 0 });
    expect(sizeOfAim({ conditions: null, earnOn: [] })).toEqual({
      comparisons: 0,
      lineComparisons: 0,
      values: 0,
    });
  });
});
