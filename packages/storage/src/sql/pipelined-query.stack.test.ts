import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { createDatabase, type Database, type Transaction } from './database.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';
let db: Database;

beforeEach(() => {
  // One connection, so the next pipeline meets any state that a pipeline leaves behind.
  const limits = { transactionMs: 60_000, idleInTransactionMs: 60_000, lockMs: 60_000 };
  db = createDatabase({ url, applicationName: 'pipeline-test', poolMax: 1, logger: silentLogger, limits });
});

afterEach(() => db.close());

const one = { name: 'pipeline-one', text: 'SELECT $1::int AS n' };
const divide = { name: 'pipeline-divide', text: 'SELECT 1 / $1::int AS n' };
/** A statement that cannot even be parsed. */
const wrong = { name: 'pipeline-wrong', text: 'SELECT $1::int FROM pipeline_of_nothing' };

/** Returns the outcome of each: the n of its first row, the SQLSTATE, or the error's text. */
const outcomesOf = async (sent: readonly Promise<{ readonly n: unknown }[]>[]): Promise<unknown[]> =>
  (await Promise.allSettled(sent)).map((settled) => {
    if (settled.status === 'fulfilled') return settled.value[0]?.n;
    const { reason } = settled as { reason: Error };
    return reason instanceof pg.DatabaseError ? reason.code : reason.message;
  });

/** Sends all statements in one turn, and rolls back. */
const together = async (
  send: (tx: Transaction) => readonly Promise<{ readonly n: unknown }[]>[],
): Promise<unknown[]> => {
  let outcomes: unknown[] = [];
  const done = new Error('done');
  await db
    .transaction(async (tx) => {
      outcomes = await outcomesOf(send(tx));
      throw done;
    })
    .catch((failure: unknown) => {
      if (failure !== done) throw failure;
    });
  return outcomes;
};

const n = (tx: Transaction, value: unknown): Promise<{ n: number }[]> => tx.query(one, [value]);
const failing = (tx: Transaction): Promise<{ n: number }[]> => tx.query(divide, [0]);

test('each statement of one turn gets its own rows, also when it is sent again', async () => {
  const send = (tx: Transaction) => [n(tx, 1), tx.query<{ n: string }>("SELECT 'two' AS n"), n(tx, 3)];
  expect(await together(send)).toEqual([1, 'two', 3]);
  expect(await together(send)).toEqual([1, 'two', 3]);
});

test.each([
  {
    where: 'first',
    send: (tx: Transaction) => [failing(tx), n(tx, 2), n(tx, 3)],
    outcomes: ['22012', '25P02', '25P02'],
  },
  {
    where: 'in the middle',
    send: (tx: Transaction) => [n(tx, 1), failing(tx), n(tx, 3)],
    outcomes: [1, '22012', '25P02'],
  },
  { where: 'last', send: (tx: Transaction) => [n(tx, 1), n(tx, 2), failing(tx)], outcomes: [1, 2, '22012'] },
])(
  'one that fails $where fails those behind it, and the connection stays usable',
  async ({ send, outcomes }) => {
    expect(await together(send)).toEqual(outcomes);
    expect(await together(send)).toEqual(outcomes);
    expect(await together((tx) => [n(tx, 4)])).toEqual([4]);
  },
);

test('a statement whose parsing was skipped after a failure is parsed when it is sent again', async () => {
  const late = { name: `pipeline-${randomUUID()}`, text: 'SELECT 7 AS n' };
  expect(
    await together((tx) => [tx.query(wrong, [1]), tx.query<{ n: number }>(late), tx.query(late)]),
  ).toEqual(['42P01', '25P02', '25P02']);
  expect(await together((tx) => [tx.query(late), tx.query(late), tx.query(wrong, [1])])).toEqual([
    7,
    7,
    '42P01',
  ]);
});

test('a value that cannot be sent fails its statement alone, of which nothing was written', async () => {
  const unsendable = {
    toPostgres: () => {
      throw new Error('no text');
    },
  };
  expect(await together((tx) => [n(tx, 1), n(tx, unsendable), n(tx, 3)])).toEqual([1, 'no text', 3]);
});

test('a row that cannot be read fails its own statement', async () => {
  const huge = { name: 'pipeline-huge', text: 'SELECT 9007199254740993::bigint AS n' };
  const outcomes = await together((tx) => [n(tx, 1), tx.query(huge), n(tx, 3)]);
  expect(outcomes).toEqual([1, expect.stringContaining('beyond'), 3]);
});

test('results and parameters of any size arrive whole', async () => {
  const long = { name: 'pipeline-long', text: 'SELECT $1::text AS n' };
  const texts = [8_193, 40_000, 300_000, 3].map((length) => 'é'.repeat(length));
  expect(await together((tx) => texts.map((text) => tx.query(long, [text])))).toEqual(texts);
});

test('many rows, none, and a statement without rows', async () => {
  await db.transaction(async (tx) => {
    const [many, none, nothing] = await Promise.all([
      tx.query<{ n: number }>({ name: 'pipeline-many', text: 'SELECT generate_series(1, 5000) AS n' }),
      tx.query({ name: 'pipeline-none', text: 'SELECT 1 AS n WHERE false' }),
      tx.query({ name: 'pipeline-table', text: 'CREATE TEMP TABLE pipeline_rows (n int) ON COMMIT DROP' }),
    ]);
    expect([many.length, many.at(-1), none, nothing]).toEqual([5_000, { n: 5_000 }, [], []]);
  });
});

test('▲ each statement reads the effects of those before it', async () => {
  const other = createDatabase({ url, applicationName: 'pipeline-other', poolMax: 1, logger: silentLogger });
  await other.query('CREATE TABLE pipeline_gate (n int); INSERT INTO pipeline_gate VALUES (1)');
  try {
    let seen: Promise<unknown[]> = Promise.resolve([]);
    await other.transaction(async (holding) => {
      await holding.query('SELECT pg_advisory_xact_lock(712, 1)');
      seen = together((tx) => [
        tx.query({ name: 'pipeline-gate', text: 'SELECT pg_advisory_xact_lock(712, 1)::text AS n' }),
        tx.query({ name: 'pipeline-behind', text: 'SELECT n FROM pipeline_gate' }),
      ]);
      const waiting = {
        name: 'pipeline-waiting',
        text: "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 712 AND NOT granted",
      };
      await eventually('the pipeline waits', async () => (await holding.query(waiting)).length === 1);
      await holding.query('UPDATE pipeline_gate SET n = 2');
    });
    expect(await seen).toEqual(['', 2]);
  } finally {
    await other.query('DROP TABLE pipeline_gate');
    await other.close();
  }
});

test('▲ statements that were not awaited are neither stored nor in the way of the rollback', async () => {
  await db.query('CREATE TABLE pipeline_left (n int)');
  try {
    const failure = new Error('thrown in the same turn');
    const left = db.transaction((tx) => {
      tx.query('INSERT INTO pipeline_left VALUES (1)').catch(() => undefined);
      failing(tx).catch(() => undefined);
      return Promise.reject(failure);
    });
    await expect(left).rejects.toBe(failure);
    expect(await db.query('SELECT n FROM pipeline_left')).toEqual([]);
    expect(
      await db.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'pipeline-test'",
      ),
    ).toEqual([{ n: 1 }]);
  } finally {
    await db.query('DROP TABLE pipeline_left');
  }
});

test('a lock time-out fails its own statement, not those behind it', async () => {
  const other = createDatabase({ url, applicationName: 'pipeline-other', poolMax: 1, logger: silentLogger });
  await other.transaction(async (holding) => {
    await holding.query('SELECT pg_advisory_xact_lock(712, 2)');
    const timeout = {
      name: 'pipeline-patience',
      text: "SELECT set_config('lock_timeout', '200ms', true) AS n",
    };
    const lock = { name: 'pipeline-lock', text: 'SELECT pg_advisory_xact_lock(712, 2)::text AS n' };
    const outcomes = await together((tx) => [tx.query(timeout), tx.query(lock), n(tx, 3)]);
    expect(outcomes).toEqual(['200ms', '55P03', '25P02']);
  });
  await other.close();
});

test('a connection lost while statements run fails the whole pipeline, and the next one has another connection', async () => {
  const lost = await together((tx) => [
    n(tx, 1),
    tx.query({ name: 'pipeline-end', text: 'SELECT pg_terminate_backend(pg_backend_pid())::text AS n' }),
    n(tx, 3),
  ]).catch((failure: unknown) => failure);
  expect(lost).toEqual([1, '57P01', '25P02']);
  expect(await together((tx) => [n(tx, 4)])).toEqual([4]);
});

test('a stale plan ends its connection, and the next one makes a new plan', async () => {
  await db.query('CREATE TABLE pipeline_plan (n int); INSERT INTO pipeline_plan VALUES (5)');
  const all = { name: 'pipeline-all', text: 'SELECT * FROM pipeline_plan' };
  try {
    expect(await together((tx) => [tx.query(all)])).toEqual([5]);
    await db.query('ALTER TABLE pipeline_plan ADD COLUMN more int');
    await expect(db.transaction((tx) => tx.query(all))).rejects.toThrow('cached plan');
    expect(await db.transaction((tx) => tx.query(all))).toEqual([{ n: 5, more: null }]);
  } finally {
    await db.query('DROP TABLE pipeline_plan');
  }
});
