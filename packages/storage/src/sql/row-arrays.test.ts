import { rowArrays, sparse } from './row-arrays.ts';

interface Total {
  readonly environmentId: number;
  readonly spentCents: number;
  readonly packed: Buffer;
}

const totals = rowArrays<Total>((fields, rows) => [
  ...fields('environment_id int'),
  ['packed', null, Buffer.concat(rows.map(({ packed }) => packed))],
  ['spent', 'bigint', rows.map(({ spentCents }) => spentCents)],
]);

test('the text and the values are in the same order, and a parameter that is no column has only its number', () => {
  expect(totals.as('k')).toBe('unnest($1::int[], $3::bigint[]) AS k (environment_id, spent)');
  const rows = [1, 2].map((n) => ({ environmentId: n, spentCents: n * 10, packed: Buffer.of(n) }));
  expect(totals.valuesOf(rows)).toEqual([[1, 2], Buffer.of(1, 2), [10, 20]]);
});

test('a text may name some of the columns, and parameters that begin at a later number', () => {
  expect(totals.from(3).without('spent').as('k')).toBe('unnest($3::int[]) AS k (environment_id)');
  expect(totals.only('spent', 'environment_id').arrays).toBe('$3::bigint[], $1::int[]');
});

test('a column that is named as no field does not compile', () => {
  // @ts-expect-error -- the field is spentCents.
  expect(rowArrays<Total>((fields) => fields('spent bigint')).names).toBe('spent');
});

test('a sparse column without any value is null, one with some is whole', () => {
  expect([sparse([undefined, undefined]), sparse([undefined, 0])]).toEqual([null, [undefined, 0]]);
});
