import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { takenBackState } from '@loyalty/rules/rewards';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { rewardChecks } from './checks/subject-checks.ts';
import { jobAuthor } from './authors/author.ts';
import { createTenant } from './tenants/tenants.ts';
import { enrolMember } from './testing/enrol-member.ts';
import { type StoredReward, storeReward } from './testing/store-reward.ts';
import { changeReward } from './rewards/change-reward.ts';
import { lockRewards, takeBackRewards } from './returned-rewards.ts';
import { findReward } from './rewards/rewards.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;
const atMs = Date.UTC(2026, 4);
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  memberId = await enrolMember(db, environmentId);
});
afterAll(() => scratch.drop());

const author = jobAuthor('a test');

const store = (given: StoredReward = {}): Promise<string> =>
  storeReward(db, { environmentId, memberId }, given);

/** Takes a reward back as a return of its receipt does. Returns true if it was taken back. */
const takeBack = (id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [reward] = await lockRewards(tx, [{ environmentId, id }]);
    const to = reward === undefined ? null : takenBackState(reward, atMs);
    if (to !== null) await takeBackRewards(tx, [{ environmentId, id, to, atMs, author }]);
    return to !== null;
  });

const redeem = async (rewardId: string): Promise<boolean> => {
  const order = { rewardId, action: 'redeem', atMs, author, transactionRef: 'receipt-2' } as const;
  const { outcome } = await db.transaction((tx) => changeReward(tx, environmentId, order));
  return outcome === 'changed';
};

const shown = (rewardId: string) => findReward(db, environmentId, { rewardId, atMs });
const at = new Date(atMs).toISOString();

test('a reward of goods that came back ends, with the time and the reason of its state (D174)', async () => {
  const [issued, waiting] = [await store(), await store({ state: 'PENDING_FULFILMENT' })];
  expect([await takeBack(issued), await takeBack(waiting)]).toEqual([true, true]);
  expect(await shown(issued)).toMatchObject({ state: 'EXPIRED', expiredAt: at, failureReason: null });
  expect(await shown(waiting)).toMatchObject({ state: 'FAILED', failedAt: at, failureReason: 'RETURNED' });
  // Once, and for good.
  expect([await takeBack(issued), await takeBack(waiting)]).toEqual([false, false]);
  const retry = { rewardId: waiting, action: 'retry', atMs, author } as const;
  expect(await db.transaction((tx) => changeReward(tx, environmentId, retry))).toMatchObject({
    outcome: 'refused',
    reason: 'RETURNED',
  });
  for (const { sql } of rewardChecks.slice(1)) expect(await db.query(sql)).toEqual([]);
});

test('▲ a till redeems a reward at the instant at which its receipt comes back: one of the two, 200 times (D174)', async () => {
  const outcomes = { redeemed: 0, takenBack: 0 };
  for (let n = 0; n < 200; n += 1) {
    const rewardId = await store();
    const both = [() => redeem(rewardId), () => takeBack(rewardId)];
    const [first, second] = await Promise.all((n % 2 === 0 ? both : both.toReversed()).map((go) => go()));
    const isRedeemed = (n % 2 === 0 ? first : second) ?? false;
    expect(first).not.toBe(second);
    expect((await shown(rewardId))?.state).toBe(isRedeemed ? 'REDEEMED' : 'EXPIRED');
    outcomes[isRedeemed ? 'redeemed' : 'takenBack'] += 1;
  }
  expect(outcomes.redeemed + outcomes.takenBack).toBe(200);
});
