import { randomUUID } from 'node:crypto';
import { readLocalStack, type StartedService, startService } from '@loyalty/stack';
import { createDatabase, type Database, onlyRow } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let db: Database;
let shop: TestTenant;
let second: StartedService | undefined;

beforeAll(async () => {
  const { databaseUrl: url } = readLocalStack();
  db = createDatabase({ url, applicationName: 'frozen-process-test', poolMax: 3, logger: silentLogger });
  shop = await createTestTenant('Frozen');
  await activateCampaigns(shop.live, [{ name: 'Five', earningRule: { type: 'FIXED_POINTS', points: 5 } }]);
});
afterAll(async () => {
  await second?.stop();
  await db.close();
});

const engine = (): { readonly pid: number; readonly port: number } => {
  const { pid = null, port = 0 } = readLocalStack().services['earn-engine'] ?? {};
  if (pid === null) throw new Error('the engine does not run');
  return { pid, port };
};

const evaluate = (transactionRef: string, headers?: Record<string, string>) =>
  shop.live.post('/transactions/evaluate', { transactionRef, memberRef: 'm', amount: 100 }, headers);

/**
 * Returns the backends that wait for a lock of `pid`. Those that waited 0.5 s or longer are about to give up and are left out.
 */
const freshWaitersOf = async (pid: number): Promise<number[]> => {
  const waiters = await db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
      WHERE $1 = ANY (pg_blocking_pids(pid)) AND clock_timestamp() - query_start < interval '0.5 s'`,
    [pid],
  );
  return waiters.map((waiter) => waiter.pid);
};

/** Stops the engine in the transaction that has just locked the member. Returns the engine's backend. */
const freezeInTransaction = (memberId: string, enginePid: number, begin: () => Promise<unknown>) =>
  db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM members WHERE id = $1 FOR NO KEY UPDATE', [memberId]);
    const { pid } = onlyRow(await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'), 'pid');
    await begin();
    const waiters: number[] = [];
    await eventually(
      'the engine waits for the member',
      async () => {
        waiters.push(...(await freshWaitersOf(pid)));
        return waiters.length > 0;
      },
      { everyMs: 5 },
    );
    process.kill(enginePid, 'SIGSTOP');
    return onlyRow(waiters, 'waiters');
  });

const stateOf = async (backend: number): Promise<string> => {
  const [session] = await db.query<{ state: string }>('SELECT state FROM pg_stat_activity WHERE pid = $1', [
    backend,
  ]);
  return session?.state ?? 'gone';
};

const lockNow = (memberId: string): Promise<string> =>
  db.query('SELECT 1 FROM members WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [memberId]).then(
    () => 'free',
    () => 'held',
  );

/** Counts the batches that were rolled back because another process owns their partitions. */
const fencedCount = async (port: number): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port.toString()}/metrics`)).text();
  const [, value = '0'] = /^loyalty_fenced_batches_total(?:\{[^}]*\})? (\d+)/m.exec(text) ?? [];
  return Number(value);
};

test('▲ a frozen process frees its locks, another takes over, and the thawed one is fenced', async () => {
  const before = (await evaluate(randomUUID())).body;
  const { pid, port } = engine();
  const fencedBefore = await fencedCount(port);
  const ref = randomUUID();
  const backend = await freezeInTransaction(before.memberId, pid, async () => {
    expect((await evaluate(ref, { Prefer: 'respond-async' })).status).toBe(202);
  });
  try {
    await eventually(
      'the frozen one has its lock',
      async () => (await stateOf(backend)) === 'idle in transaction',
    );
    expect(await lockNow(before.memberId)).toBe('held');
    await eventually('the database has ended its session', async () => (await stateOf(backend)) === 'gone');
    expect(await lockNow(before.memberId)).toBe('free');
    second = await startService({ name: 'earn-engine' });
    await eventually(
      'another engine has decided',
      async () => (await shop.live.get(`/transactions/${ref}`)).status === 200,
    );
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await eventually('the thawed one is fenced', async () => (await fencedCount(port)) > fencedBefore);

  const member = (await shop.live.get(`/members/${before.memberId}`)).body;
  expect(member.pointsBalance).toBe(before.pointsBalance + 5);
  const again = await evaluate(ref);
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect((await evaluate(randomUUID())).body.pointsBalance).toBe(before.pointsBalance + 10);
});
