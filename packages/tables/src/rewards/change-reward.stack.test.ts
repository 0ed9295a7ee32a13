import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { RewardAction } from '@loyalty/rules/rewards';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { invariantChecks } from '../checks/invariant-checks.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, keyOfMember } from '../testing/enrol-member.ts';
import { type StoredReward, storeReward } from '../testing/store-reward.ts';
import { authorBytesOf, jobAuthor } from '../authors/author.ts';
import { changeReward, type RetryFailed, retryFailedRewards, type RewardChange } from './change-reward.ts';
import { readPendingRewards } from '../granted-rewards.ts';
import {
  expireDueRewards,
  readEnvironmentsWithDueRewards,
  readFirstDueRewards,
  readStrandedRewards,
} from './reward-sweeps.ts';
import { findReward } from './rewards.ts';

// A database of its own: the sweep marks rewards in all of it.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
let memberId: MemberId;
const atMs = Date.UTC(2026, 4);

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  [environmentId, elsewhere] = [environmentIds.live, environmentIds.test];
  memberId = await enrolMember(db, environmentId);
});
afterAll(() => scratch.drop());

const store = (given: StoredReward = {}): Promise<string> =>
  storeReward(db, { environmentId, memberId }, given);

const author = authorBytesOf({ kind: 'PERSON', id: 'somebody' });
const sweeper = jobAuthor('expire-rewards');

const change = (rewardId: string, action: RewardAction, at = atMs): Promise<RewardChange> =>
  db.transaction((tx) => changeReward(tx, environmentId, { rewardId, action, atMs: at, author }));

const sweep = (at: number, limit = 500) =>
  db.transaction((tx) => expireDueRewards(tx, { environmentId, atMs: at, limit, author: sweeper }));
const shown = (rewardId: string) => findReward(db, environmentId, { rewardId, atMs });
const timeOf = (at: number): string => new Date(at).toISOString();

test('▲ of fifty concurrent redeems one succeeds, and all return the same time', async () => {
  const rewardId = await store();
  const changes = await Promise.all(
    Array.from({ length: 50 }, (_, at) => change(rewardId, 'redeem', atMs + at)),
  );
  expect(changes.filter(({ outcome }) => outcome === 'changed')).toHaveLength(1);
  expect(changes.filter(({ outcome }) => outcome === 'unchanged')).toHaveLength(49);
  const times = changes.map((done) => ('reward' in done ? done.reward.redeemedAt : null));
  expect(new Set(times).size).toBe(1);
  expect(times[0]).not.toBeNull();
});

test('▲ of fifty concurrent redeems with different receipts one succeeds, and the others return its receipt (D108)', async () => {
  const rewardId = await store();
  const redeem = (transactionRef: string) => {
    const order = {
      rewardId,
      action: 'redeem',
      atMs,
      author,
      transactionRef,
      storeRef: `at ${transactionRef}`,
    } as const;
    return db.transaction((tx) => changeReward(tx, environmentId, order));
  };
  const refs = Array.from({ length: 50 }, (_, at) => `receipt-${at.toString()}`);
  const changes = await Promise.all(refs.map(redeem));
  const winners = refs.filter((_, at) => changes[at]?.outcome === 'changed');
  expect(winners).toHaveLength(1);
  const [winner = ''] = winners;
  const kept = { redeemedTransactionRef: winner, redeemedStoreRef: `at ${winner}`, redeemedAt: timeOf(atMs) };
  expect(await shown(rewardId)).toMatchObject(kept);
  const losers = changes.filter(({ outcome }) => outcome === 'refused');
  expect(losers).toHaveLength(49);
  for (const loser of losers) expect(loser).toMatchObject({ from: 'REDEEMED', reward: kept });
  expect(await redeem(winner)).toMatchObject({ outcome: 'unchanged', reward: kept });
});

test('▲ a redeem with a receipt is refused after one without a receipt, and a redeem without a receipt is not', async () => {
  const rewardId = await store();
  expect(await change(rewardId, 'redeem')).toMatchObject({
    outcome: 'changed',
    reward: { redeemedTransactionRef: null, redeemedStoreRef: null },
  });
  const order = { rewardId, action: 'redeem', atMs, author, transactionRef: 'late' } as const;
  const late = await db.transaction((tx) => changeReward(tx, environmentId, order));
  expect(late).toMatchObject({ outcome: 'refused', reward: { redeemedTransactionRef: null } });
  expect((await change(rewardId, 'redeem')).outcome).toBe('unchanged');
});

test('▲ a redeem at the instant of expiry, while the sweep runs, has one outcome, published once', async () => {
  for (let round = 0; round < 40; round += 1) {
    const expiresAtMs = atMs + round;
    const rewardId = await store({ expiresAtMs });
    // Half of the calls came in the last millisecond, and wait for the row after the sweep or before it.
    const redeem = () => change(rewardId, 'redeem', expiresAtMs - (round % 2));
    const [first, swept, second] = await Promise.all([redeem(), sweep(expiresAtMs), redeem()]);
    const redeemed = [first, second].filter(({ outcome }) => outcome === 'changed').length;
    const rest = (await sweep(expiresAtMs)).length;
    expect([rewardId, redeemed + swept.length + rest]).toEqual([rewardId, 1]);
    expect((await shown(rewardId))?.state).toBe(redeemed === 1 ? 'REDEEMED' : 'EXPIRED');
    expect(redeemed === 0 || round % 2 === 1).toBe(true);
  }
});

test('▲ the sweep waits for nobody: it skips a reward that is being redeemed', async () => {
  const rewardId = await store({ expiresAtMs: atMs + 1 });
  await db.transaction(async (tx) => {
    await changeReward(tx, environmentId, { rewardId, action: 'redeem', atMs, author });
    expect(await sweep(atMs + 1)).toEqual([]);
  });
  expect(await sweep(atMs + 1)).toEqual([]);
  expect(await shown(rewardId)).toMatchObject({
    state: 'REDEEMED',
    redeemedAt: timeOf(atMs),
    expiredAt: null,
  });
});

test('the sweep takes the oldest expiries first, up to its limit, and returns their members and times', async () => {
  const [late, early] = [await store({ expiresAtMs: 2_000 }), await store({ expiresAtMs: 1_000 })];
  await store({ state: 'REDEEMED', expiresAtMs: 500 });
  expect(await readFirstDueRewards(db)).toEqual({ environmentIds: [environmentId], isAll: true });
  expect(await sweep(999)).toEqual([]);
  const [first] = await sweep(5_000, 1);
  expect(first).toEqual({
    environmentId,
    rewardId: early,
    memberId,
    memberKey: keyOfMember(memberId),
    expiredAt: new Date(1_000),
  });
  expect((await sweep(5_000)).map(({ rewardId }) => rewardId)).toEqual([late]);
  expect(await sweep(Date.now())).toEqual([]);
  expect(await readFirstDueRewards(db)).toEqual({ environmentIds: [], isAll: true });
});

test('▲ a thousand due rewards of one environment hide those of others from the first look, and not from the second', async () => {
  await db.query(
    `INSERT INTO rewards (environment_id, id, member_id, campaign_id, tier_id, state, reward_type, value, created_at, expires_at)
     SELECT environment_id, gen_random_uuid(), member_id, campaign_id, tier_id, state, reward_type, value, created_at, expires_at
       FROM rewards, generate_series(1, 999) WHERE id = $1`,
    [await store({ expiresAtMs: 1_000 })],
  );
  const owner = await enrolMember(db, elsewhere);
  const theirs = await storeReward(db, { environmentId: elsewhere, memberId: owner }, { expiresAtMs: 2_000 });
  expect(await readFirstDueRewards(db)).toEqual({ environmentIds: [environmentId], isAll: false });
  expect(new Set(await readEnvironmentsWithDueRewards(db))).toEqual(new Set([environmentId, elsewhere]));
  const swept = await db.transaction((tx) =>
    expireDueRewards(tx, { environmentId: elsewhere, atMs: 5_000, limit: 500, author: sweeper }),
  );
  expect(swept.map(({ rewardId }) => rewardId)).toEqual([theirs]);
  expect(await sweep(5_000, 2_000)).toHaveLength(1_000);
  expect(await readEnvironmentsWithDueRewards(db)).toEqual([]);
  // The copies have no code.
  await db.query(
    `DELETE FROM rewards AS r WHERE expires_at = $1
        AND NOT EXISTS (SELECT FROM reward_codes AS c WHERE (c.environment_id, c.reward_id) = (r.environment_id, r.id))`,
    [new Date(1_000)],
  );
});

test('a reward that an operator expires expires now; a reward past its time expired then', async () => {
  const early = await store({ expiresAtMs: atMs + 1_000 });
  const late = await store({ expiresAtMs: atMs - 1_000 });
  const forEver = await store();
  const expired = async (rewardId: string) => {
    const done = await change(rewardId, 'expire');
    return 'reward' in done ? [done.outcome, done.reward.state, done.reward.expiredAt] : done;
  };
  expect(await expired(early)).toEqual(['changed', 'EXPIRED', timeOf(atMs)]);
  expect(await expired(late)).toEqual(['changed', 'EXPIRED', timeOf(atMs - 1_000)]);
  expect(await expired(forEver)).toEqual(['changed', 'EXPIRED', timeOf(atMs)]);
  expect(await expired(early)).toEqual(['unchanged', 'EXPIRED', timeOf(atMs)]);
  expect(await change(early, 'redeem')).toMatchObject({
    outcome: 'refused',
    from: 'EXPIRED',
    to: 'REDEEMED',
  });
});

test('a retried reward is pending as if it were new; a reward of an erased member stays unchanged', async () => {
  const rewardId = await store({ state: 'FAILED' });
  expect(await shown(rewardId)).toMatchObject({
    failureReason: 'POOL_EMPTY',
    failedAt: expect.any(String) as string,
  });
  const done = await change(rewardId, 'retry');
  expect(done).toMatchObject({ outcome: 'changed', memberKey: keyOfMember(memberId) });
  expect(await shown(rewardId)).toMatchObject({
    state: 'PENDING_FULFILMENT',
    attempts: 0,
    failureReason: null,
    failedAt: null,
  });
  const gone = await enrolMember(db, environmentId);
  const theirs = await storeReward(db, { environmentId, memberId: gone }, { state: 'FAILED' });
  await db.query(`UPDATE members SET state = 'anonymized' WHERE id = $1`, [gone]);
  expect(await change(theirs, 'retry')).toMatchObject({ outcome: 'refused', reason: 'MEMBER_ERASED' });
});

test('▲ a reward that is retried has waited since then, however old it is', async () => {
  const day = 86_400_000;
  const rewardId = await store({ state: 'FAILED', atMs: atMs - 2 * day });
  await change(rewardId, 'retry');
  const waits = async (since: Date, overdueSince: Date) => {
    const { found } = await readStrandedRewards(
      db,
      { since, overdueSince },
      { environmentId, after: null, limit: 500 },
    );
    return found.some(({ id }) => id === rewardId);
  };
  expect(await waits(new Date(atMs), new Date(atMs - day))).toBe(false);
  expect(await waits(new Date(atMs + 1), new Date(atMs - day))).toBe(true);
  const [pending] = await readPendingRewards(db, [{ environmentId, id: rewardId }]);
  expect(pending?.requestedAt).toEqual(new Date(atMs));
});

test('all rewards that failed for one reason at one provider are retried, a few at a time; none of erased members', async () => {
  const failed = await Promise.all([1, 2, 3].map((age) => store({ state: 'FAILED', atMs: atMs - age })));
  const gone = await enrolMember(db, environmentId);
  await storeReward(db, { environmentId, memberId: gone }, { state: 'FAILED' });
  await db.query(`UPDATE members SET state = 'anonymized' WHERE id = $1`, [gone]);
  const retry = (over: Partial<RetryFailed> = {}) =>
    db.transaction(async (tx) => {
      const order = { provider: 'pool', reason: 'POOL_EMPTY', atMs, author, limit: 2, ...over } as const;
      return (await retryFailedRewards(tx, environmentId, order)).map(({ id }) => id);
    });
  expect(await retry({ provider: 'another' })).toEqual([]);
  expect(await retry({ reason: 'PROVIDER_AWAY' })).toEqual([]);
  const rounds = [await retry(), await retry(), await retry()];
  expect(rounds.map(({ length }) => length)).toEqual([2, 1, 0]);
  expect(rounds.flat().toSorted()).toEqual(failed.toSorted());
  expect((await Promise.all(failed.map(shown))).map((reward) => reward?.state)).toEqual(
    failed.map(() => 'PENDING_FULFILMENT'),
  );
});

test('I9 a reward of another environment cannot be changed', async () => {
  const rewardId = await store();
  const order = { rewardId, action: 'redeem', atMs, author } as const;
  const done = await db.transaction((tx) => changeReward(tx, elsewhere, order));
  expect(done).toEqual({ outcome: 'not-found' });
});

/** Returns the examples of the violations that the reward checks find. */
const found = async (): Promise<string[]> => {
  const sqls = invariantChecks.filter(({ invariant }) => invariant === 'I19').map(({ sql }) => sql);
  const rows = await Promise.all(sqls.map((text) => db.query<{ example: string }>(text, [])));
  return rows.flat().map(({ example }) => example);
};

test('I19 every issued reward has its code, no other reward has one, and each violation is named', async () => {
  expect(await found()).toEqual([]);
  const ids = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => store()));
  const [without, other, twice, taken, unissued, untimed, unspent, untaken] = ids;
  const on = 'WHERE environment_id = $1 AND reward_id = $2';
  await db.query(`DELETE FROM reward_codes ${on}`, [environmentId, without]);
  await db.query(`UPDATE reward_codes SET code = 'other' ${on}`, [environmentId, other]);
  await db.query(`INSERT INTO reward_codes VALUES ($1, 'second', $2)`, [environmentId, twice]);
  await db.query(`UPDATE rewards SET code = NULL WHERE id = $1`, [taken]);
  await db.query(
    `UPDATE rewards SET state = 'FAILED', issued_at = NULL, failed_at = now(), failure_reason = 'X' WHERE id = $1`,
    [unissued],
  );
  await db.query('UPDATE rewards SET redeemed_at = now() WHERE id = $1', [untimed]);
  await db.query(`UPDATE rewards SET redeemed_store_ref = 'a store' WHERE id = $1`, [unspent]);
  await db.query('UPDATE rewards SET taken_tier_seq = 1 WHERE id = $1', [untaken]);
  const wrong = ids.map((id) => `${environmentId.toString()}/${id}`).toSorted();
  expect((await found()).toSorted()).toEqual(wrong);
});
