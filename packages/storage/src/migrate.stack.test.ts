import pg from 'pg';
import { systemClock } from '@loyalty/kernel';
import { migrate } from './migrate.ts';
import {
  createHashPartitions,
  hashPartitionsOf,
  indexMigration,
  type Migration,
  partitionedIndexMigration,
} from './migrations/migration.ts';
import { withScratchDatabase } from './testing/scratch-database.ts';

const table: Migration = { name: '0001-table', sql: 'CREATE TABLE t (a int)' };
const column: Migration = { name: '0002-column', sql: 'ALTER TABLE t ADD COLUMN b int' };
const index = indexMigration('0003-index', { index: 't_a', on: 'ON t (a)', isUnique: true });

/** Gives up soon, for tests that wait for it. */
const impatient = { lockTimeoutMs: 50, triesMax: 2, pauses: { firstMs: 1, maxMs: 1 } };

/** Runs `work` on an empty database with as many sessions as it opens. */
const onScratch = (work: (url: string, open: () => Promise<pg.Client>) => Promise<void>): Promise<void> =>
  withScratchDatabase(async (url) => {
    const opened: pg.Client[] = [];
    const open = async (): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: url });
      opened.push(client);
      await client.connect();
      return client;
    };
    try {
      await work(url, open);
    } finally {
      await Promise.all(opened.map((client) => client.end()));
    }
  });

const rowsOf = async <Row>(client: pg.Client, text: string): Promise<Row[]> => {
  const { rows } = await client.query<Row & pg.QueryResultRow>(text);
  return rows;
};

const stepsOf = async (client: pg.Client): Promise<string[]> => {
  const rows = await rowsOf<{ name: string }>(client, 'SELECT name FROM schema_migrations ORDER BY id');
  return rows.map(({ name }) => name);
};

const isValid = async (client: pg.Client, name: string): Promise<boolean | undefined> => {
  const text = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`;
  return (await rowsOf<{ valid: boolean }>(client, text))[0]?.valid;
};

/** Resolves once a session waits for a lock of `holder`. */
const untilWaitedFor = async (holder: pg.Client, watcher: pg.Client): Promise<void> => {
  const [{ pid } = { pid: 0 }] = await rowsOf<{ pid: number }>(holder, 'SELECT pg_backend_pid() AS pid');
  const text = `SELECT 1 FROM pg_stat_activity WHERE ${pid.toString()} = ANY (pg_blocking_pids(pid))`;
  while ((await rowsOf(watcher, text)).length === 0) await systemClock.sleep(5);
};

/** Leaves an INVALID index behind, as a kill does: the index refuses a row. */
const leaveInvalidIndex = async (url: string, client: pg.Client): Promise<void> => {
  await client.query('INSERT INTO t VALUES (1), (1)');
  await expect(migrate(url, [table, index])).rejects.toThrow(/0003-index/);
  expect(await isValid(client, 't_a')).toBe(false);
  await client.query('TRUNCATE t');
};

test('steps run once, in the order of their names; one that is added below the others runs as well', () =>
  onScratch(async (url, open) => {
    expect(await migrate(url, [column, table])).toEqual(['0001-table', '0002-column']);
    const late: Migration = { name: '0000-late', sql: 'CREATE TABLE late (a int)' };
    expect(await migrate(url, [column, table, late])).toEqual(['0000-late']);
    expect(await stepsOf(await open())).toEqual(['0001-table', '0002-column', '0000-late']);
  }));

test('a step that fails stores nothing, and changes nothing of earlier steps', () =>
  onScratch(async (url, open) => {
    const broken: Migration = { name: '0002-broken', sql: 'CREATE TABLE u (a int); SELECT 1 / 0' };
    await expect(migrate(url, [table, broken])).rejects.toThrow(/0002-broken.*division by zero/);
    const client = await open();
    expect(await stepsOf(client)).toEqual(['0001-table']);
    expect(await rowsOf(client, `SELECT to_regclass('u')::text AS u`)).toEqual([{ u: null }]);
  }));

/** Takes away what the release before still reads. */
const contract: Migration = {
  name: '0004-contract',
  phase: 'contract',
  after: '0.2.0',
  sql: 'ALTER TABLE t DROP COLUMN b',
};

test('an older release that is deployed again passes over the expand steps of a later one', () =>
  onScratch(async (url, open) => {
    await migrate(url, [table, column, index]);
    const other: Migration = { name: '0002-other', sql: 'CREATE TABLE u (a int)' };
    expect(await migrate(url, [table, other])).toEqual(['0002-other']);
    expect(await stepsOf(await open())).toEqual(['0001-table', '0002-column', '0003-index', '0002-other']);
  }));

test('a database with a contract step that this version does not know is left as it is', () =>
  onScratch(async (url) => {
    await migrate(url, [table, column, contract]);
    await expect(migrate(url, [table, column])).rejects.toThrow(/0004-contract/);
  }));

test('a database with a step of an unknown phase that this version does not know is left as it is', () =>
  onScratch(async (url, open) => {
    await migrate(url, [table, column]);
    await (await open()).query('ALTER TABLE schema_migrations DROP COLUMN phase');
    await expect(migrate(url, [table])).rejects.toThrow(/0002-column/);
  }));

test('a contract step waits until it is asked for, and a new database begins with it', () =>
  onScratch(async (url) => {
    await migrate(url, [table, column]);
    const postponed: string[] = [];
    const onPostponed = (names: readonly string[]): void => void postponed.push(...names);
    expect(await migrate(url, [table, column, contract, index], { onPostponed })).toEqual(['0003-index']);
    expect(postponed).toEqual(['0004-contract']);
    expect(await migrate(url, [table, column, contract, index], { isContracting: true })).toEqual([
      '0004-contract',
    ]);
    await withScratchDatabase(async (fresh) => {
      expect(await migrate(fresh, [table, column, contract])).toEqual([
        '0001-table',
        '0002-column',
        '0004-contract',
      ]);
    });
  }));

test('▲ the next run completes a step outside a transaction that was killed half-way', () =>
  onScratch(async (url, open) => {
    const client = await open();
    await migrate(url, [table]);
    await leaveInvalidIndex(url, client);
    expect(await migrate(url, [table, index])).toEqual(['0003-index']);
    expect(await isValid(client, 't_a')).toBe(true);
    expect(await migrate(url, [table, index])).toEqual([]);
  }));

test('▲ an index on a partitioned table is built and attached per partition, and the next run completes it after a kill', () =>
  onScratch(async (url, open) => {
    const client = await open();
    const parts: Migration = {
      name: '0001-parts',
      sql: `CREATE TABLE p (a int) PARTITION BY HASH (a); ${createHashPartitions('p')}`,
    };
    const on = partitionedIndexMigration('0002-index', {
      index: 'p_a',
      table: 'p',
      by: '(a)',
      isUnique: true,
    });
    await migrate(url, [parts]);
    await client.query('INSERT INTO p SELECT i / 2 FROM generate_series(0, 1) i');
    await expect(migrate(url, [parts, on])).rejects.toThrow(/0002-index/);
    await client.query('TRUNCATE p');
    expect(await migrate(url, [parts, on])).toEqual(['0002-index']);
    expect(await isValid(client, 'p_a')).toBe(true);
    const attached = `SELECT relid::regclass::text AS index FROM pg_partition_tree('p_a') WHERE isleaf ORDER BY 1`;
    expect(await rowsOf(client, attached)).toEqual(
      hashPartitionsOf('p').map((partition) => ({ index: `${partition}_p_a` })),
    );
  }));

test('the remains of an interrupted build are dropped without blocking readers', () =>
  onScratch(async (url, open) => {
    const [holder, reader, watcher] = [await open(), await open(), await open()];
    await migrate(url, [table]);
    await leaveInvalidIndex(url, reader);
    await holder.query('BEGIN; SELECT * FROM t');
    const migrated = migrate(url, [table, index], { pauses: { firstMs: 1, maxMs: 1 } });
    await untilWaitedFor(holder, watcher);
    await reader.query('SELECT * FROM t');
    await holder.query('COMMIT');
    expect(await migrated).toEqual(['0003-index']);
    expect(await isValid(reader, 't_a')).toBe(true);
  }));

test('▲ concurrent runs take turns, though one builds an index CONCURRENTLY', () =>
  onScratch(async (url) => {
    const runs = await Promise.all([1, 2, 3].map(() => migrate(url, [table, column, index])));
    expect(runs.toSorted((a, b) => b.length - a.length)).toEqual([
      ['0001-table', '0002-column', '0003-index'],
      [],
      [],
    ]);
  }));

test('▲ a step that waits for a lock lets other statements pass, and runs once the lock is free', () =>
  onScratch(async (url, open) => {
    const [holder, reader, watcher] = [await open(), await open(), await open()];
    await migrate(url, [table]);
    await holder.query('BEGIN; SELECT * FROM t');
    const events: string[] = [];
    const migrated = migrate(url, [table, column], { pauses: { firstMs: 1, maxMs: 1 } }).then((steps) => {
      events.push(`done: ${steps.join()}`);
    });
    await untilWaitedFor(holder, watcher);
    // This statement queues behind the waiting ALTER, which without a time-out would block it until the
    // holder ends.
    await reader.query('SELECT * FROM t');
    events.push('read');
    await holder.query('COMMIT');
    await migrated;
    expect(events).toEqual(['read', 'done: 0002-column']);
  }));

test('a step that never gets its lock fails with its name and the likely holder', () =>
  onScratch(async (url, open) => {
    const holder = await open();
    await migrate(url, [table]);
    await holder.query(`SET application_name = 'a long check'; BEGIN; SELECT * FROM t`);
    const waits: string[] = [];
    const running = migrate(url, [table, column], { ...impatient, onLocked: (text) => waits.push(text) });
    await expect(running).rejects.toMatchObject({
      code: 'MIGRATION_LOCKED',
      retry: true,
      message: expect.stringMatching(/0002-column.*a long check.*again/) as string,
    });
    expect(waits).toEqual([expect.stringMatching(/0002-column/)]);
    expect(await stepsOf(await open())).toEqual(['0001-table']);
  }));

test('a CONCURRENTLY built index waits longer for older transactions than other steps wait for locks', () =>
  onScratch(async (url, open) => {
    const [older, watcher] = [await open(), await open()];
    await migrate(url, [table]);
    await older.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
    const migrated = migrate(url, [table, index], impatient);
    await untilWaitedFor(older, watcher);
    await systemClock.sleep(2 * impatient.lockTimeoutMs);
    await older.query('COMMIT');
    expect(await migrated).toEqual(['0003-index']);
  }));
