import fc from 'fast-check';
import pg from 'pg';
import { arrayParameter } from './statement-parts.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] ?? '' });

beforeAll(() => client.connect());
afterAll(() => client.end());

/** Returns true when Postgres reads the same value from our text as from pg's. */
const isReadAlike = async (type: string, values: readonly unknown[]): Promise<boolean | undefined> => {
  const text = `SELECT $1::${type}[] IS NOT DISTINCT FROM $2::${type}[] AS "isAlike"`;
  const { rows } = await client.query<{ isAlike: boolean }>(text, [arrayParameter(values), values]);
  return rows[0]?.isAlike;
};

/** A text in Postgres cannot contain a zero byte. */
const texts = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
const special = fc.constantFrom(
  'NULL',
  'null',
  '',
  ' ',
  '"',
  '\\',
  '\\"',
  '{}',
  'a,b',
  '\ud800',
  'é',
  '\n',
  '-0',
);
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const orNull = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<(T | null | undefined)[]> =>
  fc.array(fc.option(fc.option(some), { nil: undefined }));

test.each([
  { type: 'text', values: orNull(fc.oneof(texts, special)) },
  { type: 'uuid', values: orNull(fc.uuid()) },
  { type: 'int', values: orNull(fc.integer()) },
  {
    type: 'bigint',
    values: orNull(fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))),
  },
  { type: 'float8', values: orNull(fc.double()) },
  { type: 'boolean', values: orNull(fc.boolean()) },
  { type: 'bytea', values: orNull(bytes) },
])('Postgres reads the same of an array of $type as of what pg writes', async ({ type, values }) => {
  await fc.assert(
    fc.asyncProperty(values, async (some) => {
      expect(await isReadAlike(type, some)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('pg converts arrays of anything but text, numbers and bytes', () => {
  expect([[new Date(0)], [{ a: 1 }], [[1]], ['text', Buffer.from('bytes')]].map(arrayParameter)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
