import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createDatabase, type Database, onlyRow } from './database.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';

let client: pg.Client;
let db: Database;
beforeAll(async () => {
  client = new pg.Client({ connectionString: url });
  await client.connect();
  db = createDatabase({ url, applicationName: 'bind-test', poolMax: 1, logger: silentLogger });
});
afterAll(async () => {
  await client.end();
  await db.close();
});

interface Read {
  readonly text: string | null;
  readonly bounds: string | null;
}

const textFor = (type: string): string =>
  `SELECT ($1::${type}[])::text AS text, array_dims($1::${type}[]) AS bounds, $2::text AS behind`;

/**
 * Reads a value as it arrives from us, in a message with another value after it, and as it arrives from pg.
 */
const readBoth = async (type: string, values: readonly unknown[]): Promise<[Read, Read]> => {
  const statement = { name: `bind-${type}`, text: textFor(type) };
  const ours = await db.transaction((tx) => tx.query<Read>(statement, [values, 'behind']));
  const { rows: theirs } = await client.query<Read>({ text: statement.text, values: [values, 'behind'] });
  return [onlyRow(ours, 'texts'), onlyRow(theirs, 'texts')];
};

/** A text in Postgres cannot contain a zero byte. */
const texts = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
const special = fc.constantFrom('NULL', 'null', '', ' ', '"', '\\', '\\"', '{}', 'a,b', '\ud800', 'é', '\n');
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const orNull = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<(T | null | undefined)[]> =>
  fc.array(fc.option(fc.option(some), { nil: undefined }));
const edges = [0, -1, 1, -(2 ** 31), 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -(2 ** 32), -(2 ** 32) - 1];
const safe = [...edges, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const upper = fc.uuid().map((id) => id.toUpperCase());
const braced = fc.uuid().map((id) => `{${id}}`);
const undashed = fc.uuid().map((id) => id.replaceAll('-', ''));

/** Draws dates with milliseconds, before and after the instants from which either side counts. */
const recent = fc.date({ min: new Date(-1_000_000), max: new Date('2100-01-01'), noInvalidDate: true });
/** pg writes years before 1 as no server reads them. */
const anyTime = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
const isoTexts = recent.map((date) => date.toISOString());

test.each([
  { type: 'text', values: orNull(fc.oneof(texts, special)) },
  { type: 'uuid', values: orNull(fc.oneof(fc.uuid(), upper)) },
  { type: 'uuid', values: orNull(fc.oneof(fc.uuid(), braced, undashed)) },
  { type: 'int', values: orNull(fc.oneof(fc.integer(), fc.constantFrom(...edges.slice(0, 5)))) },
  { type: 'bigint', values: orNull(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(...safe))) },
  { type: 'bigint', values: orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })) },
  { type: 'bigint', values: orNull(fc.oneof(fc.maxSafeInteger(), fc.integer().map(String))) },
  { type: 'float8', values: orNull(fc.double()) },
  { type: 'numeric', values: orNull(fc.integer()) },
  { type: 'boolean', values: orNull(fc.boolean()) },
  { type: 'bytea', values: orNull(bytes) },
  { type: 'timestamptz', values: orNull(fc.oneof(recent, anyTime)) },
  { type: 'timestamptz', values: orNull(fc.oneof(recent, isoTexts)) },
])('▲ Postgres reads the same of an array of $type as of what pg writes', async ({ type, values }) => {
  await fc.assert(
    fc.asyncProperty(values, async (some) => {
      const [ours, theirs] = await readBoth(type, some);
      expect(ours).toEqual(theirs);
      expect(ours).toMatchObject({ behind: 'behind' });
    }),
    { numRuns: 100 },
  );
});

const id = randomUUID();

test.each([
  ['bigint', 1.7],
  ['bigint', 2 ** 53 * 1024],
  ['bigint', NaN],
  ['bigint', ''],
  ['int', 2 ** 31],
  ['int', -(2 ** 31) - 1],
  ['int', 0.5],
  ['uuid', `${id}0`],
  ['uuid', `${id.slice(0, 35)}g`],
  ['uuid', `${id.slice(0, 35)}ü`],
  ['uuid', `${id.slice(0, 35)}\u0130`],
  ['uuid', id.replaceAll('-', '+')],
  ['uuid', 'NULL'],
  ['timestamptz', new Date(Number.NaN)],
  ['timestamptz', 'yesterday, perhaps'],
])(
  'what is no %s is refused as pg has it refused, or read alike, and nothing else is stored: %s',
  async (type, value) => {
    const outcome = (reading: Promise<unknown>): Promise<unknown> =>
      reading.catch((failure: unknown) => (failure as { code: string }).code);
    const statement = { name: `bind-${type}`, text: textFor(type) };
    const ours = await outcome(db.transaction((tx) => tx.query(statement, [[null, value], 'behind'])));
    const theirs = await outcome(
      client
        .query({ text: statement.text, values: [[null, value], 'behind'] })
        .then(({ rows }) => rows as unknown),
    );
    expect(ours).toEqual(theirs);
  },
);

test('values of every other kind arrive as pg sends them, also in a message of a MiB', async () => {
  const large = 'é'.repeat(400_000);
  const values = [
    large,
    null,
    undefined,
    true,
    7,
    { a: '"' },
    Buffer.from([0, 255]),
    new Date(0),
    [[1], [2]],
  ];
  const text = `SELECT md5($1::text) AS a, $2::text AS b, $3::text AS c, $4::boolean AS d, $5::int AS e, $6::jsonb AS f,
                       $7::bytea AS g, $8::timestamptz AS h, $9::int[][] AS i`;
  for (const name of ['', 'bind-every']) {
    const [ours] = await db.transaction((tx) => tx.query({ name, text }, values));
    const { rows } = await client.query({ text, values });
    expect(ours).toEqual(rows[0]);
  }
});
