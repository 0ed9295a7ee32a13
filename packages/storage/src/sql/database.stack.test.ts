import { BrokenInvariant } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { patienceMs } from '@loyalty/testkit/runs';
import { classifyFailure } from './database-failure.ts';
import { createDatabase, type Database, onlyRow, type Queryable } from './database.ts';
import { sessionConfig } from './session-config.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';
let db: Database;

beforeAll(() => {
  db = createDatabase({ url, applicationName: 'storage-test', poolMax: 2, logger: silentLogger });
});

afterAll(() => db.close());

test('a connection that is lost between two statements fails its transaction and nothing else', async () => {
  const broken = db.transaction(async (tx) => {
    const [own] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await db.query('SELECT pg_terminate_backend($1)', [own?.pid]);
    // The connection is lost while no statement is running.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await tx.query('SELECT 1');
  });
  expect(await broken.catch(classifyFailure)).toBe('unavailable');
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

const pidOf = async (target: Queryable): Promise<number> =>
  onlyRow(await target.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'), 'session').pid;

test('▲ a connection to a primary that was demoted is thrown away, and the next one serves', async () => {
  const single = createDatabase({ url, applicationName: 'storage-test', poolMax: 1, logger: silentLogger });
  const before = await pidOf(single);
  // As after a failover that leaves the sessions of the old primary open.
  await single.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');
  const writing = (): Promise<unknown> =>
    single.transaction((tx) => tx.query('CREATE TEMP TABLE written () ON COMMIT DROP'));
  const refused = await writing().catch((failure: unknown) => failure);
  expect(refused).toMatchObject({ code: '25006' });
  expect(classifyFailure(refused)).toBe('unavailable');
  await writing();
  expect(await pidOf(single)).not.toBe(before);
  await single.close();
});

test('a mistake in code within a transaction does not count as a failure of the database', async () => {
  const mistake = new TypeError('a mistake of ours');
  await expect(
    db.transaction(async (tx) => {
      await tx.query('SELECT 1');
      throw mistake;
    }),
  ).rejects.toBe(mistake);
  const unsendable = {
    toPostgres: () => {
      throw mistake;
    },
  };
  await expect(db.query('SELECT $1::text', [unsendable])).rejects.toBe(mistake);
  expect(classifyFailure(mistake)).toBe('unknown');
});

test('a transaction that throws stores nothing', async () => {
  await db.query('CREATE TABLE IF NOT EXISTS storage_test (n int)');
  const failing = db.transaction(async (tx) => {
    await tx.query('INSERT INTO storage_test VALUES (1)');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await db.query('SELECT n FROM storage_test')).toEqual([]);
  await db.query('DROP TABLE storage_test');
});

test('work for after the commit runs once the commit is confirmed', async () => {
  const seen: string[] = [];
  await db.transaction(async (tx) => {
    tx.afterCommit(() => seen.push('after the commit'));
    await tx.query('SELECT 1');
    seen.push('in the transaction');
  });
  expect(seen).toEqual(['in the transaction', 'after the commit']);
});

test('no such work runs after a rollback, or after a commit that is refused', async () => {
  const seen: string[] = [];
  const failing = db.transaction(async (tx) => {
    tx.afterCommit(() => seen.push('after a rollback'));
    await tx.query('SELECT 1');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const refused = db.transaction(async (tx) => {
    tx.afterCommit(() => seen.push('after a refusal'));
    await tx.query('CREATE TEMP TABLE late (n int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP');
    await tx.query('INSERT INTO late VALUES (1), (1)');
  });
  await expect(refused).rejects.toThrow('unique');
  expect(seen).toEqual([]);
});

test('▲ a commit that Postgres turns into a rollback breaks an invariant, and no work follows it', async () => {
  const seen: string[] = [];
  const aborted = db.transaction(async (tx) => {
    tx.afterCommit(() => seen.push('after no commit'));
    await tx.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(aborted).rejects.toThrow(BrokenInvariant);
  expect(seen).toEqual([]);
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a bigint is read as a number, and one beyond the safe range is refused', async () => {
  expect(await db.query('SELECT 9007199254740991::bigint AS most')).toEqual([{ most: 9007199254740991 }]);
  await expect(db.query('SELECT 9007199254740993::bigint AS more')).rejects.toThrow('beyond');
});

/**
 * Returns the time, by the server's clock, between the starts of two statements of one turn. The client
 * pauses a quarter of a second between them.
 */
const secondsApart = (bytes: number): Promise<number> =>
  db.transaction(async (tx) => {
    const at = 'SELECT length($1::text), extract(epoch FROM clock_timestamp())::float8 AS at';
    await tx.query('SELECT 1');
    const first = tx.query<{ at: number }>(at, ['x'.repeat(bytes)]);
    const untilMs = performance.now() + 250;
    while (performance.now() < untilMs);
    const second = tx.query<{ at: number }>(at, ['x']);
    const [[before], [after]] = await Promise.all([first, second]);
    return (after?.at ?? 0) - (before?.at ?? 0);
  });

test('small statements of one turn travel together; after a large one the server begins at once', async () => {
  const apart = [await secondsApart(10), await secondsApart(10), await secondsApart(10)];
  expect(Math.min(...apart)).toBeLessThan(0.2);
  expect(await secondsApart(100_000)).toBeGreaterThan(0.2);
});

test('where tests run beside other work, each waits for a connection as long as for anything else', () => {
  expect(sessionConfig({ url, applicationName: 'storage-test' }).connectionTimeoutMillis).toBe(patienceMs);
});
