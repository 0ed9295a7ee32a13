import { readFileSync } from 'node:fs';
import { factCodec } from '@loyalty/contracts';
import { createPostgresJobStore } from '@loyalty/jobs';
import { runJobNow } from '@loyalty/jobs/run-job-now';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, randomId, type TierId } from '@loyalty/kernel';
import { AdvisoryLocks, type Database } from '@loyalty/storage';
import { createFactWriter } from '@loyalty/streams/facts';
import { readClosedEnvironments } from '@loyalty/tables/cells';
import { insertRewards } from '@loyalty/tables/granted-rewards';
import { createTenant } from '@loyalty/tables/tenants';
import { enrolMember, keyOfMember } from '@loyalty/tables/testing';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { quickClock } from '@loyalty/testkit/runs';
import { createExpireRewardsJob } from './expire-rewards.ts';

// A separate database, because the job marks rewards of all environments.
let scratch: ScratchDatabase;
let db: Database;
let sent: OutgoingMessage[];
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(() => {
  sent = [];
});
afterAll(() => scratch.drop());

const job = () =>
  createExpireRewardsJob({
    db,
    clock: quickClock(),
    writer: createFactWriter(() => 7),
    outbox: {
      add: (_, messages) => {
        sent.push(...messages);
        return Promise.resolve();
      },
    },
  });

/** Stores a member with rewards that expire at these times. */
const enrolWithRewards = async (environmentId: EnvironmentId, expiresAtMs: readonly number[]) => {
  const rewards = expiresAtMs.map((at) => ({ id: randomId(), at }));
  const memberId = await enrolMember(db, environmentId);
  await db.transaction(async (tx) => {
    const grant = { rewardType: 'FREE_ITEM', value: { description: 'Coffee' }, validDays: null } as const;
    const tierId = randomId() as TierId;
    await insertRewards(
      tx,
      rewards.map(({ id }) => ({ environmentId, memberId, reward: { ...grant, tierId, id }, atMs: 0 })),
    );
    for (const { id, at } of rewards)
      await tx.query(
        `UPDATE rewards SET state = 'ISSUED', issued_at = created_at, expires_at = $2 WHERE id = $1`,
        [id, new Date(at)],
      );
  });
  return { memberId, memberKey: keyOfMember(memberId), rewardIds: rewards.map(({ id }) => id) };
};

test('a run marks expired rewards of every environment, and publishes each once, keyed by the member and dated by the run', async () => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: 'Rewards' });
  const one = await enrolWithRewards(environmentIds.live, [10_000, 10_001]);
  const other = await enrolWithRewards(environmentIds.test, [5_000]);
  const environments = await job().environments();
  expect(environments.toSorted((a, b) => a - b)).toEqual(
    [environmentIds.test, environmentIds.live].toSorted((a, b) => a - b),
  );
  const run = {
    store: createPostgresJobStore({
      database: db,
      locks: new AdvisoryLocks(scratch.url),
      readClosed: readClosedEnvironments,
    }),
    clock: quickClock(),
  };
  const small = { ...job(), sizes: { min: 1, max: 1 } };
  const ignored = { onChunk: () => undefined, onWait: () => undefined };
  await runJobNow({ ...run, job: small, atMs: 10_000, environments, ...ignored });
  const facts = sent.map(({ value, key }) => {
    const fact = factCodec.decode((value ?? Buffer.alloc(5)).subarray(5));
    const data = JSON.parse(fact.data.toString()) as unknown;
    return { ...fact, data, key: key?.toString() };
  });
  const published = (whose: typeof one, at: number) => ({
    type: 'reward.expired',
    tenantId,
    occurredAt: 10_000,
    key: whose.memberKey.toString('base64url'),
    data: { rewardId: whose.rewardIds[0], memberId: whose.memberId, expiredAt: new Date(at).toISOString() },
  });
  const of = (whose: typeof one) => facts.filter(({ key }) => key === whose.memberKey.toString('base64url'));
  expect([of(other), of(one)]).toMatchObject([[published(other, 5_000)], [published(one, 10_000)]]);
  const states = await db.query('SELECT state FROM rewards WHERE member_id = $1 ORDER BY expires_at', [
    one.memberId,
  ]);
  expect(states).toEqual([{ state: 'EXPIRED' }, { state: 'ISSUED' }]);
});

test('▲ a tenant with a thousand expired rewards hides nobody else’s', async () => {
  const [many, few] = [await createTenant(db, { name: 'Many' }), await createTenant(db, { name: 'Few' })];
  await enrolWithRewards(
    many.environmentIds.live,
    Array.from({ length: 1_000 }, () => 1_000),
  );
  await enrolWithRewards(few.environmentIds.live, [2_000]);
  const found = await job().environments();
  expect(found).toEqual(expect.arrayContaining([many.environmentIds.live, few.environmentIds.live]));
});

test('▲ what a moved tenant has left behind is marked, and not published: another cell does that', async () => {
  const { environmentIds } = await createTenant(db, { name: 'Moved' });
  const { memberId } = await enrolWithRewards(environmentIds.live, [1_000]);
  await db.query(`UPDATE environments SET closed = 'MOVED' WHERE id = $1`, [environmentIds.live]);
  const chunk = { environmentId: environmentIds.live, atMs: 5_000, cursor: null, size: 10 };
  expect(await db.transaction((tx) => job().chunk(tx, chunk))).toEqual({ cursor: null, taken: 1 });
  expect(sent).toEqual([]);
  const states = await db.query('SELECT state FROM rewards WHERE member_id = $1', [memberId]);
  expect(states).toEqual([{ state: 'EXPIRED' }]);
});

test('the statement of the runbook gives back what a run by a clock that was ahead has marked, and nothing else (D132)', async () => {
  const { environmentIds } = await createTenant(db, { name: 'Ahead' });
  const aheadMs = Date.now() + 86_400_000;
  const { memberId, rewardIds } = await enrolWithRewards(environmentIds.live, [1_000, aheadMs, aheadMs]);
  const chunk = { environmentId: environmentIds.live, atMs: aheadMs, cursor: null, size: 10 };
  await db.transaction((tx) => job().chunk(tx, chunk));
  // One was expired by a call.
  await db.query('UPDATE rewards SET expired_at = now() WHERE id = $1', [rewardIds[2]]);
  const page = readFileSync('docs/runbooks/clocks.md', 'utf8');
  const [, statement = ''] = /"(UPDATE rewards [^"]*)"/.exec(page) ?? [];
  await db.query(statement);
  const states = await db.query<{ id: string; state: string }>(
    'SELECT id, state FROM rewards WHERE member_id = $1',
    [memberId],
  );
  const stateOf = new Map(states.map(({ id, state }) => [id, state]));
  expect(rewardIds.map((id) => stateOf.get(id))).toEqual(['EXPIRED', 'ISSUED', 'EXPIRED']);
  await db.query(`UPDATE rewards SET state = 'EXPIRED', expired_at = expires_at WHERE id = $1`, [
    rewardIds[1],
  ]);
});

test('without due rewards the job does not run', async () => {
  await db.query('DELETE FROM rewards', []);
  expect(await job().environments()).toEqual([]);
});
