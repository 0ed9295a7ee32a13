import fc from 'fast-check';
import pg from 'pg';
import { instantSql } from './statement-parts.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] ?? '' });

beforeAll(() => client.connect());
afterAll(() => client.end());

/** Returns how many of these milliseconds become an instant other than the exact one, or than numerics yield. */
const countWrong = async (milliseconds: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await client.query<{ wrong: number }>(
    `SELECT count(*)::int AS wrong FROM ${milliseconds} AS m (at)
      WHERE ${instantSql('at')} IS DISTINCT FROM timestamptz '1970-01-01 00:00Z' + make_interval(secs => at / 1000)
                                              + make_interval(secs => (at % 1000)::float8 / 1000)
         OR ${instantSql('at')} IS DISTINCT FROM to_timestamp(at / 1000.0)`,
    [...values],
  );
  return rows[0]?.wrong ?? NaN;
};

const until2100Ms = Date.UTC(2100, 0);

test('milliseconds become the same instant as by division of numerics, everywhere from 1970 to 2100', async () => {
  const anywhere = fc.array(fc.integer({ min: 0, max: until2100Ms }), { minLength: 500, maxLength: 500 });
  const count = (values: readonly number[]) => countWrong('unnest($1::bigint[])', [values]);
  await fc.assert(
    fc.asyncProperty(anywhere, async (values) => {
      expect(await count(values)).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test('so does every one of 20 days apart, and around each power of two, where a double has fewer places', async () => {
  const days = Array.from({ length: 20 }, (_, n) => Math.floor((until2100Ms / 20) * n));
  for (const day of days)
    expect(await countWrong('generate_series($1::bigint, $1::bigint + 20000)', [day])).toBe(0);
  for (let power = 0; power < 42; power += 1)
    expect(await countWrong('generate_series($1::bigint - 1000, $1::bigint + 1000)', [2 ** power])).toBe(0);
});
