import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readLocalStack } from '@loyalty/stack';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const { databaseUrl } = readLocalStack();
/** Callers of the stack's own services give up after 7 s and more. */
const awayMs = sizeOf(20_000, 45_000);
const tableName = 'absent_standby_writes';
const applicationName = 'absent-standby-test';
const poolMax = 3;
/** A statement is given up after 2.5 s. */
const limits = { transactionMs: 500, idleInTransactionMs: 500, lockMs: 500 };
const points = 5;

let shop: TestTenant;
let writing: Database;
/** Monitoring: on a connection of its own each time. */
const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    // No commit of its own waits for a standby.
    await client.query('SET synchronous_commit = off');
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

const setStandby = async (name: string): Promise<void> => {
  await ask(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await ask('SELECT pg_reload_conf()');
};

beforeAll(async () => {
  shop = await createTestTenant('No standby');
  await activateCampaigns(shop.live, [{ name: 'Five', earningRule: { type: 'FIXED_POINTS', points } }]);
  await ask(`CREATE TABLE ${tableName} (id uuid NOT NULL)`);
  writing = createDatabase({ url: databaseUrl, applicationName, poolMax, limits, logger: silentLogger });
});
afterAll(async () => {
  await setStandby('');
  await ask(`DROP TABLE ${tableName}`);
  await writing.close();
});

/** Half of the writes commit by themselves. */
const writeOnce = async (turn: number): Promise<void> => {
  const text = `INSERT INTO ${tableName} VALUES ($1)`;
  const id = randomUUID();
  if (turn % 2 === 0) await writing.query(text, [id]);
  else await writing.transaction((tx) => tx.query(text, [id]));
};

/** Returns how many writes succeeded. */
const writeUntil = async (signal: AbortSignal): Promise<number> => {
  let stored = 0;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const isStored = await writeOnce(turn).then(
      () => true,
      () => false,
    );
    stored += Number(isStored);
    await pause(20);
  }
  return stored;
};

/** Repeats the same body until it gets its response, as a till does. */
const untilAnswered = async (call: () => Promise<{ readonly status: number }>): Promise<number> => {
  for (;;) {
    const { status } = await call();
    if (status !== 503) return status;
    await pause(500);
  }
};

interface Sessions {
  readonly all: number;
  readonly ours: number;
  readonly waiting: number;
}

const countSessions = async (): Promise<Sessions> => {
  const [row] = await ask<Sessions & pg.QueryResultRow>(
    `SELECT count(*)::int AS "all", count(*) FILTER (WHERE application_name = '${applicationName}')::int AS ours,
            count(*) FILTER (WHERE wait_event = 'SyncRep')::int AS waiting
       FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  if (row === undefined) throw new Error('no row');
  return row;
};

const readPending = async (): Promise<number> => {
  let sum = 0;
  for (const { port } of Object.values(readLocalStack().services)) {
    const text = await (await fetch(`http://127.0.0.1:${port.toString()}/metrics`)).text();
    for (const [, value = '0'] of text.matchAll(/^loyalty_database_commits_pending\{[^}]*\} (\d+)/gm))
      sum += Number(value);
  }
  return sum;
};

test('▲ while no synchronous standby responds, connections stay bounded and monitoring connects; afterwards everything goes on, once', async () => {
  const first = (
    await shop.live.post('/transactions/evaluate', {
      transactionRef: randomUUID(),
      memberRef: 'm',
      amount: 100,
    })
  ).body;
  const stopping = new AbortController();
  const writers = Array.from({ length: 2 * poolMax }, () => writeUntil(stopping.signal));
  const refs = Array.from({ length: 8 }, () => randomUUID());
  await setStandby('absent');
  const tills = refs.map((transactionRef) =>
    untilAnswered(() =>
      shop.live.post('/transactions/evaluate', { transactionRef, memberRef: 'm', amount: 100 }),
    ),
  );
  const adjustment = { points: 100, reason: 'test', ref: randomUUID() };
  const adjusted = untilAnswered(() =>
    shop.live.post(`/members/${first.memberId}/ledger/adjust`, adjustment),
  );
  const seen: Sessions[] = [];
  let unanswered = 0;
  const endMs = performance.now() + awayMs;
  while (performance.now() < endMs) {
    seen.push(await countSessions());
    unanswered = Math.max(unanswered, await readPending());
    await pause(1_000);
  }
  expect(Math.max(...seen.map(({ waiting }) => waiting))).toBeGreaterThan(poolMax);
  // One more asks who waits.
  expect(Math.max(...seen.map(({ ours }) => ours))).toBeLessThanOrEqual(poolMax + 1);
  const late = seen.slice(seen.length / 2).map(({ all }) => all);
  expect(Math.max(...late) - Math.min(...late)).toBeLessThanOrEqual(30);
  expect(unanswered).toBeGreaterThan(0);

  await setStandby('');
  expect(await Promise.all(tills)).toEqual(refs.map(() => 200));
  // 200 where an earlier try was stored, whose response was given up.
  expect([200, 201]).toContain(await adjusted);
  await eventually('a write is stored', () =>
    writeOnce(0).then(
      () => true,
      () => false,
    ),
  );
  stopping.abort();
  const stored = (await Promise.all(writers)).reduce((sum, one) => sum + one, 0);
  expect(stored).toBeGreaterThan(0);
  const [rows] = await ask<{ readonly each: number; readonly ids: number }>(
    `SELECT count(*)::int AS each, count(DISTINCT id)::int AS ids FROM ${tableName}`,
  );
  expect(rows?.each).toBe(rows?.ids);
  const member = (await shop.live.get(`/members/${first.memberId}`)).body;
  expect(member.pointsBalance).toBe(first.pointsBalance + refs.length * points + 100);
  await eventually('no commit is unanswered', async () => (await readPending()) === 0);
});
