import { randomUUID } from 'node:crypto';
import { readLocalStack, type StartedService, startService } from '@loyalty/stack';
import { createDatabase } from '@loyalty/storage';
import { noOwner, outboxLockClass } from '@loyalty/storage/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { type Api, createApi } from '../support/api.ts';
import { type CommitProxy, startCommitProxy } from '../support/commit-proxy.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { distinctFacts, type ReadFact, readFacts } from '../support/read-facts.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const beganMs = Date.now();
let shop: TestTenant;
let rows: StoredRows;
let proxy: CommitProxy;
let ingress: StartedService;
/** Calls an ingress whose commits pass through the proxy. */
let api: Api;

beforeAll(async () => {
  shop = await createTestTenant('Management facts');
  rows = openStoredRows();
  proxy = await startCommitProxy();
  ingress = await startService({ name: 'ingress', env: { DATABASE_URL: proxy.databaseUrl } });
  api = createApi(shop.tenantId, shop.keys.live, `http://127.0.0.1:${ingress.httpPort.toString()}/v1`);
});
afterAll(async () => {
  await ingress.stop();
  await proxy.stop();
  await rows.close();
});

/** Creates a campaign that has spent 10 cents: lowering its budget to that exhausts it. */
const spentCampaign = async (): Promise<string> => {
  const [id = ''] = await activateCampaigns(shop.live, [
    { name: 'Limited', earningRule: { type: 'FIXED_POINTS', points: 10 }, maxBudgetCents: 1_000 },
  ]);
  const receipt = { transactionRef: randomUUID(), memberRef: 'm', amount: 100 };
  expect((await postPersistently(shop.live, '/transactions/evaluate', receipt)).status).toBe(200);
  return id;
};

const exhaust = (by: Api, campaignId: string) => by.patch(`/campaigns/${campaignId}`, { maxBudgetCents: 10 });

/** The name of the prepared statement by which ingress inserts into the outbox, as it appears on the wire. */
const outboxInsert = 'outbox-insert';

/** Returns the owners of the outbox rows with this campaign's suspension. The engine owns the rows that come from receipts. */
const outboxOwnersOf = async (campaignId: string): Promise<number[]> => {
  const found = await rows.rowsOf<{ owner: number }>(
    `SELECT owner FROM outbox
      WHERE position($1::bytea IN messages) > 0 AND position($2::bytea IN messages) > 0`,
    [Buffer.from(campaignId), Buffer.from('campaign.budget_suspended')],
  );
  return found.map(({ owner }) => owner);
};

const isAlive = async (owner: number | undefined): Promise<boolean> => {
  const held = await rows.rowsOf(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::int::oid AND objid = $2::int::oid`,
    [outboxLockClass, owner],
  );
  return held.length === 1;
};

const suspensionsOf = async (campaignId: string): Promise<ReadFact[]> =>
  distinctFacts(await readFacts(shop.tenantId, beganMs), 'campaign.budget_suspended', { campaignId });

const untilPublished = (campaignId: string): Promise<void> =>
  eventually('its suspension is published', async () => (await suspensionsOf(campaignId)).length === 1, {
    everyMs: 250,
  });

const untilRowIsDeleted = (campaignId: string): Promise<void> =>
  eventually('its row is deleted', async () => (await outboxOwnersOf(campaignId)).length === 0);

/** Freezes a process of the stack while `work` runs. */
const whileFrozen = async (pid: number | null | undefined, work: () => Promise<void>): Promise<void> => {
  if (pid == null) throw new Error('it does not run');
  process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};

test('I5 the commit of a management call puts its fact into the outbox of its ingress, which publishes it', async () => {
  const campaignId = await spentCampaign();
  const held = proxy.holdNext(outboxInsert);
  const answer = exhaust(api, campaignId);
  const commit = await held;
  const [owner] = await outboxOwnersOf(campaignId);
  expect(owner).not.toBe(noOwner);
  expect(await isAlive(owner)).toBe(true);
  expect(await suspensionsOf(campaignId)).toEqual([]);
  commit.pass();
  expect((await answer).body).toMatchObject({ state: 'PAUSED' });
  await untilPublished(campaignId);
  await untilRowIsDeleted(campaignId);
});

test('a management call and its fact need no engine', async () => {
  const campaignId = await spentCampaign();
  await whileFrozen(readLocalStack().services['earn-engine']?.pid, async () => {
    expect((await exhaust(shop.live, campaignId)).status).toBe(200);
    await untilPublished(campaignId);
    await untilRowIsDeleted(campaignId);
  });
});

test('a management call does not need Kafka: its fact waits in the outbox', async () => {
  const campaignId = await spentCampaign();
  await whileFrozen(readLocalStack().parts['kafka']?.pid, async () => {
    expect((await exhaust(shop.live, campaignId)).status).toBe(200);
    const [owner] = await outboxOwnersOf(campaignId);
    expect(await isAlive(owner)).toBe(true);
  });
  await untilPublished(campaignId);
  await untilRowIsDeleted(campaignId);
});

test('▲ nothing runs after a commit whose response is lost, though its rows are stored', async () => {
  const db = createDatabase({
    url: proxy.databaseUrl,
    applicationName: 'lost-commit-test',
    poolMax: 1,
    logger: silentLogger,
  });
  await rows.rowsOf('CREATE TABLE lost_commit (n int)', []);
  const seen: string[] = [];
  try {
    const held = proxy.holdNext('lost_commit');
    const ended = db
      .transaction(async (tx) => {
        tx.afterCommit(() => seen.push('after the commit'));
        await tx.query('INSERT INTO lost_commit VALUES (1)');
      })
      .then(
        () => 'committed',
        () => 'lost',
      );
    (await held).lose();
    expect([await ended, seen]).toEqual(['lost', []]);
    expect(await rows.rowsOf('SELECT n FROM lost_commit', [])).toEqual([{ n: 1 }]);
  } finally {
    await rows.rowsOf('DROP TABLE lost_commit', []);
    await db.close();
  }
});

test('▲ I5 a management call publishes its fact when the response to its COMMIT is lost', async () => {
  const campaignId = await spentCampaign();
  const held = proxy.holdNext(outboxInsert);
  const answer = exhaust(api, campaignId);
  (await held).lose();
  expect((await answer).status).toBe(503);
  expect((await shop.live.get(`/campaigns/${campaignId}`)).body.state).toBe('PAUSED');
  expect(await isAlive((await outboxOwnersOf(campaignId))[0])).toBe(true);
  await untilPublished(campaignId);
  await untilRowIsDeleted(campaignId);
});

test('▲ I5 another process publishes the facts that an ingress had committed before it was killed', async () => {
  const campaignId = await spentCampaign();
  const held = proxy.holdNext(outboxInsert);
  const answer = exhaust(api, campaignId).catch(() => 'no answer');
  await held;
  expect(await outboxOwnersOf(campaignId)).toHaveLength(1);
  ingress.kill('SIGKILL');
  expect(await answer).toBe('no answer');
  await untilPublished(campaignId);
  await untilRowIsDeleted(campaignId);
});
