import { parameterTypesOf } from './array-parameter.ts';

test('an array is sent in binary where each mention casts it to the same type that has a binary form', () => {
  const text =
    'SELECT $1::int[], $2::bigint[], $3::uuid[], $4::text[], $5::bigint, $6, $8::uuid[], $9::timestamptz[]';
  expect(parameterTypesOf(text)).toEqual([
    'int',
    'bigint',
    'uuid',
    null,
    null,
    null,
    undefined,
    'uuid',
    'timestamptz',
  ]);
  expect(parameterTypesOf('SELECT $1::int[], $1::int[] WHERE $2::int[] IS NULL OR id = ANY ($2)')).toEqual([
    'int',
    null,
  ]);
  expect(parameterTypesOf('SELECT $1::int[], $1::text[], $1::int[]')).toEqual([null]);
  expect(parameterTypesOf('SELECT 1')).toEqual([]);
});
