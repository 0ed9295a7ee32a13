import { randomBytes } from 'node:crypto';
import { createDatabase, type Database } from '@loyalty/storage';
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
  expect(unread).toMatchObject({ violations: 0, note: expect.stringContaining('not installed') as string });
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
    expect((await checkIndexes(db)).note).toBe('not compared: this role may not call public.bt_index_check');
  } finally {
    for (const db of opened.splice(0)) await db.close();
    await run(`DROP ROLE ${role}`);
  }
});
