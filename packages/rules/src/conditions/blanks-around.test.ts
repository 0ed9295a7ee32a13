import { blanksAround } from './blanks-around.ts';

const pointers = (compared: Readonly<Record<string, unknown>>) =>
  blanksAround(compared, 20).map(({ pointer }) => pointer);

it.each([' 001', '001 ', '001\t', '001\n', '\u00A0001', '001\u200B', '\uFEFF001', '001\u00AD', '001\u3164'])(
  'a store %j is warned of',
  (store) => {
    expect(blanksAround({ storeIds: ['002', store] }, 20)).toEqual([
      {
        code: 'BLANKS_AROUND',
        message: expect.stringContaining('as it is') as unknown,
        pointer: '/storeIds/1',
      },
    ]);
  },
);

it.each(['001', '0 1', 'a\u00A0b', '❤️', 'é', ''])('a store %j is not', (store) => {
  expect(pointers({ storeIds: [store] })).toEqual([]);
});

it('texts on every level of trees and lists are found', () => {
  const leaf = { field: 'store_ref', op: 'in', value: ['a', 'b '] };
  const lines = { lines: { field: 'sku', op: 'eq', value: ' X' }, field: 'amount', op: 'gt', value: 5 };
  expect(
    pointers({
      storeIds: undefined,
      conditions: { operator: 'AND', conditions: [leaf, { operator: 'OR', conditions: [lines, null] }] },
      earnOn: { except: { field: 'category', op: 'eq', value: 'wine\t' } },
      earningRule: { skus: ['A '] },
    }),
  ).toEqual([
    '/conditions/conditions/0/value/1',
    '/conditions/conditions/1/conditions/0/lines/value',
    '/earnOn/except/value',
    '/earningRule/skus/0',
  ]);
});

it('at most 20 are said', () => {
  expect(pointers({ storeIds: Array.from({ length: 5_000 }, () => ' ') })).toHaveLength(20);
});
