import { randomBytes } from 'node:crypto';
import { createDatabase, type Database } from '@loyalty/storage';
import { makeDatabaseRoles } from '@loyalty/storage/database-roles';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { checkIndexes, checkKeys, checkTextOrder } from './key-checks.ts';

let scratch: ScratchDatabase;
const opened: Database[] = [];
beforeEach(async () => {
  scratch = await createSchemaDatabase();
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
  await scratch.drop();
});

/** A new session: it sees what has changed of collations, and may be that of another role. */
const open = (username = ''): Database => {
  const url = Object.assign(new URL(scratch.url), username === '' ? {} : { username }).href;
  const db = createDatabase({ url, applicationName: 'check-test', poolMax: 1, logger: silentLogger });
  opened.push(db);
  return db;
};

const run = async (...statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await scratch.db.query(statement);
};

/** A table as it would be without the order of bytes: its index misses rows once the order of its collation changes. */
const makeFollower = (): Promise<void> =>
  run(
    `CREATE COLLATION moving (provider = icu, locale = 'en-ZA')`,
    `CREATE TABLE follower (ref text COLLATE moving PRIMARY KEY)`,
    `INSERT INTO follower SELECT 'r' || n FROM generate_series(1, 3000) n`,
  );

/** Changes the order as another release of the library would. */
const changeOrder = (): Promise<void> =>
  run(`UPDATE pg_collation SET collicurules = '& 9 < 1', collversion = '1.0' WHERE collname = 'moving'`);

test('I20 nothing in the schema follows a locale', async () => {
  expect(await checkTextOrder(scratch.db)).toEqual({
    invariant: 'I20',
    promise: 'text is compared by bytes, whatever libraries the server has',
    violations: 0,
    examples: [],
  });
  expect(await checkKeys(scratch.db)).toMatchObject({ violations: 0, examples: [] });
  const unread = await checkIndexes(scratch.db);
  expect(unread).toMatchObject({
    violations: 0,
    note: expect.stringContaining('not installed') as string,
    unmade: 'NO_EXTENSION',
  });
});

test('no index of the schema depends on which letters a locale takes for capitals', async () => {
  const rows = await scratch.db.query<{ definition: string }>(
    `SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = 'public' AND indexdef ~ '(lower|upper|initcap|~\\*)[( ]'`,
  );
  expect(rows).toEqual([]);
});

test('I20 a column and an index that follow a locale are named, with both versions of a changed one', async () => {
  await makeFollower();
  const first = await checkTextOrder(scratch.db);
  expect(first).toMatchObject({
    violations: 2,
    examples: ['follower.ref follows moving', 'index follower_pkey follows moving'],
  });
  await changeOrder();
  const { examples } = await checkTextOrder(open());
  expect(examples[0]).toMatch(/^follower\.ref follows moving \(version 1\.0, now .+\)$/);
});

test('▲ I20 a key that stands twice is found without its index, and amcheck finds the index', async () => {
  await makeFollower();
  await run('CREATE EXTENSION amcheck');
  expect(await checkKeys(scratch.db)).toMatchObject({ violations: 0 });
  expect(await checkIndexes(scratch.db)).toMatchObject({ violations: 0 });
  await changeOrder();
  const db = open();
  await db.query(
    `INSERT INTO follower SELECT 'r' || n FROM generate_series(1, 3000) n ON CONFLICT DO NOTHING`,
  );
  expect(await checkKeys(db)).toMatchObject({
    invariant: 'I20',
    violations: 1,
    examples: [expect.stringMatching(/^follower_pkey: \d+ keys$/) as string],
  });
  const { examples } = await checkIndexes(db);
  expect(examples).toEqual([expect.stringMatching(/^follower_pkey: .*follower_pkey/) as string]);
});

test('what does not fit into the time is counted', async () => {
  await makeFollower();
  await run('CREATE EXTENSION amcheck');
  const note = expect.stringMatching(/of \d+ did not fit into 0 minutes/) as string;
  expect(await checkKeys(scratch.db, 0)).toMatchObject({ violations: 0, note });
  expect(await checkIndexes(scratch.db, 0)).toMatchObject({ violations: 0, note });
});

test('what the role may not read or call is named', async () => {
  const role = `reader_${randomBytes(6).toString('hex')}`;
  await makeFollower();
  await run('CREATE EXTENSION amcheck', `CREATE ROLE ${role} LOGIN`);
  try {
    const db = open(role);
    expect(await checkKeys(db)).toMatchObject({
      violations: 0,
      note: expect.stringMatching(/^this role may not read .*follower/) as string,
    });
    expect((await checkKeys(db)).unmade).toBe('NO_RIGHT');
    expect(await checkIndexes(db)).toMatchObject({
      note: 'this role may not call public.bt_index_check',
      unmade: 'NO_RIGHT',
    });
  } finally {
    for (const db of opened.splice(0)) await db.close();
    await run(`DROP ROLE ${role}`);
  }
});

test('▲ I20 the role of the nightly check reads the keys of every partition, and of one that came after its rights', async () => {
  await makeDatabaseRoles(scratch.url);
  await run(
    `INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
     SELECT 1, 'evaluate', 'r' || n, gen_random_uuid(), gen_random_uuid(), '', '', now() FROM generate_series(1, 500) n`,
    `CREATE COLLATION moving (provider = icu, locale = 'en-ZA')`,
    `CREATE TABLE by_day (day date NOT NULL, ref text COLLATE moving NOT NULL, secret text, PRIMARY KEY (day, ref))
       PARTITION BY RANGE (day)`,
    `CREATE TABLE by_day_1 PARTITION OF by_day FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')`,
    `CREATE TABLE by_day_2 PARTITION OF by_day FOR VALUES FROM ('2026-01-02') TO ('2026-01-03')`,
    `GRANT SELECT (day, ref) ON by_day TO loyalty_check`,
    `INSERT INTO by_day SELECT date '2026-01-01' + n % 2, 'r' || n FROM generate_series(1, 6000) n`,
  );
  const whole = await checkKeys(open('loyalty_check'));
  expect([whole.violations, whole.note, whole.unmade]).toEqual([0, undefined, undefined]);
  await changeOrder();
  await open().query(
    `INSERT INTO by_day SELECT day, ref FROM by_day WHERE day = '2026-01-02' ON CONFLICT DO NOTHING`,
  );
  const found = await checkKeys(open('loyalty_check'));
  expect(found).toMatchObject({
    violations: 1,
    examples: [expect.stringMatching(/^by_day_2_pkey: \d+ keys$/) as string],
  });
  expect(found.unmade).toBeUndefined();
});
