import { topics } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Lane } from '@loyalty/streams';
import { jobAuthor } from '@loyalty/tables/authors';
import { changeReward } from '@loyalty/tables/rewards/management';
import { readRetiering, readRetieringRequest } from '@loyalty/tables/tiers';
import { createTier, deleteTier, type TierInput, updateTier } from '@loyalty/tables/tiers/management';
import { retryLockTimeouts, untilLockWaits } from '@loyalty/testkit/database';
import {
  deduct,
  earn,
  enrol,
  giveBack,
  openTierFixture,
  readNowMs,
  type Shopper,
  type TierFixture,
} from '../testing/tier-fixture.ts';

const author = jobAuthor('a test');

let fixture: TierFixture;
beforeAll(async () => {
  fixture = await openTierFixture();
});
afterAll(() => fixture.drop());
beforeEach(() => {
  fixture.published.length = 0;
});

const changes = () =>
  fixture.published
    .filter(({ type }) => type === 'member.tier_changed')
    .map(({ data }) => [data['previousTierId'], data['newTierId']]);

const silver = { name: 'Silver', minLifetimePoints: 100 };

test('▲ a change is announced in the lane of the facts that led to it, and by a run in the bulk one (D118)', async () => {
  const environmentId = await fixture.open();
  const shoppers = [];
  for (let n = 0; n < 4; n += 1) shoppers.push(await enrol(fixture.db, environmentId));
  const [till, streamed, both, found] = shoppers as [Shopper, Shopper, Shopper, Shopper];
  await createTier(fixture.db, environmentId, {
    ...silver,
    benefits: [{ type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' } }],
  });
  while (await fixture.runChunk(environmentId, 10));
  for (const shopper of shoppers) await earn(fixture.db, shopper, 150);
  const facts = (shopper: Shopper, ...lanes: readonly Lane[]) => lanes.map((lane) => ({ shopper, lane }));
  await fixture.recheckAfter([
    ...facts(streamed, 'bulk', 'bulk'),
    ...facts(both, 'bulk', 'interactive', 'bulk'),
    ...facts(till, 'interactive'),
  ]);
  // Another tier requests a run over all members, which finds the last of them.
  await createTier(fixture.db, environmentId, { name: 'Gold', minLifetimePoints: 1_000_000 });
  while (await fixture.runChunk(environmentId, 10));
  const topicsOf = ({ account }: Shopper) =>
    fixture.published
      .filter(({ data }) => data['memberId'] === account.memberId)
      .map(({ type, topic }) => [type, topic]);
  const announced = (topic: string) => [
    ['member.tier_changed', topic],
    ['reward.requested', topic],
  ];
  expect([till, streamed, both, found].map(topicsOf)).toEqual(
    [topics.facts, topics.factsBulk, topics.facts, topics.factsBulk].map(announced),
  );
});

test('▲ a chunk of a retiering waits for a running recheck, so that no recheck by older tiers is stored after it', async () => {
  const environmentId = await fixture.open();
  const shopper = await enrol(fixture.db, environmentId);
  await earn(fixture.db, shopper, 150);
  const { record: tier } = (await createTier(fixture.db, environmentId, silver)) as {
    record: { id: string };
  };
  while (await fixture.runChunk(environmentId, 10));
  fixture.published.length = 0;
  await earn(fixture.db, shopper, 10);
  await updateTier(fixture.db, environmentId, { tierId: tier.id, patch: { minLifetimePoints: 1_000 } });
  let page: Promise<boolean> | undefined;
  await fixture.recheck([shopper], async () => {
    // Checked by the present tiers, but not stored yet: the tiers change once more, and the retiering for
    // that begins.
    await updateTier(fixture.db, environmentId, { tierId: tier.id, patch: { minLifetimePoints: 50 } });
    page = retryLockTimeouts(() => fixture.runChunk(environmentId, 10));
    await untilLockWaits(fixture.db, 'SELECT pg_advisory_xact_lock(');
  });
  await page;
  while (await fixture.runChunk(environmentId, 10));
  expect(changes()).toEqual([
    [tier.id, null],
    [null, tier.id],
  ]);
});

test('a chunk stops waiting for the environment lock after a while, so that one stuck recheck does not block the others', async () => {
  const environmentId = await fixture.open();
  const shopper = await enrol(fixture.db, environmentId);
  await earn(fixture.db, shopper, 150);
  await createTier(fixture.db, environmentId, silver);
  await fixture.recheck([shopper], async () => {
    await expect(fixture.runChunk(environmentId, 10)).rejects.toMatchObject({ code: '55P03' });
  });
  while (await fixture.runChunk(environmentId, 10));
  expect(changes()).toHaveLength(1);
});

test('▲ tiers from before the first announcement are set silently, and changes meanwhile are announced', async () => {
  const environmentId = await fixture.open();
  const [old, crossing] = [await enrol(fixture.db, environmentId), await enrol(fixture.db, environmentId)];
  await earn(fixture.db, old, 150);
  await earn(fixture.db, crossing, 90);
  const { record: tier } = (await createTier(fixture.db, environmentId, {
    ...silver,
    benefits: [{ type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' } }],
  })) as { record: { id: string } };
  await fixture.db.query('UPDATE retierings SET is_silent = true WHERE environment_id = $1', [environmentId]);
  expect((await readRetieringRequest(fixture.db, environmentId)).isSilent).toBe(true);
  await fixture.runChunk(environmentId, 10);
  await earn(fixture.db, crossing, 20);
  await fixture.recheck([old, crossing]);
  expect(fixture.published).toEqual([]);
  while (await fixture.runChunk(environmentId, 10));
  expect(changes()).toEqual([[null, tier.id]]);
  expect(fixture.published.map(({ data }) => data['memberId'])).toEqual([
    crossing.account.memberId,
    crossing.account.memberId,
  ]);
  expect(fixture.published.map(({ type }) => type)).toEqual(['member.tier_changed', 'reward.requested']);
});

const nobody = () => Promise.resolve({ memberCount: 0, isWhole: true });

const mug = { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' } } as const;

/** Creates a tier that gives a mug. Returns its id. */
const make = async (environmentId: EnvironmentId, given: Partial<TierInput>): Promise<string> => {
  const made = await createTier(fixture.db, environmentId, { ...silver, benefits: [mug], ...given });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return made.record.id;
};

/** Returns the tiers that gave a reward. */
const given = (): unknown[] =>
  fixture.published.filter(({ type }) => type === 'reward.requested').map(({ data }) => data['tierId']);

const pass = async (environmentId: EnvironmentId, size = 10): Promise<number> => {
  let pages = 0;
  while (await fixture.runChunk(environmentId, size)) pages += 1;
  return pages;
};

describe('a change of tiers', () => {
  it('▲ is announced with its time and present points, however old the receipts are', async () => {
    const environmentId = await fixture.open();
    const shopper = await enrol(fixture.db, environmentId);
    await earn(fixture.db, shopper, 60);
    await earn(fixture.db, shopper, 70);
    const beforeMs = await readNowMs(fixture.db);
    const tierId = await make(environmentId, {});
    await earn(fixture.db, shopper, 5);
    await pass(environmentId);
    expect(fixture.published).toMatchObject([{ data: { newTierId: tierId, lifetimePoints: 135 } }]);
    expect(fixture.published[0]?.atMs).toBeGreaterThanOrEqual(beforeMs);
  });

  it('▲ gives its rewards to members whom a recheck moves first, and to members whom several changes move', async () => {
    const environmentId = await fixture.open();
    const shopper = await enrol(fixture.db, environmentId);
    await earn(fixture.db, shopper, 1_500);
    const bronzeId = await make(environmentId, { minLifetimePoints: 1, grantFreeRewards: true });
    const silverId = await make(environmentId, { grantFreeRewards: true });
    await fixture.recheck([shopper]);
    const goldId = await make(environmentId, { minLifetimePoints: 1_000, grantFreeRewards: true });
    await make(environmentId, { minLifetimePoints: 5_000 });
    await pass(environmentId);
    expect(changes()).toEqual([
      [null, bronzeId],
      [bronzeId, silverId],
      [silverId, goldId],
    ]);
    expect(given()).toEqual([bronzeId, silverId, goldId]);
  });

  it('▲ that comes during a retiering gives its rewards to all members', async () => {
    const environmentId = await fixture.open();
    const shoppers = [await enrol(fixture.db, environmentId), await enrol(fixture.db, environmentId)];
    for (const shopper of shoppers) await earn(fixture.db, shopper, 1_500);
    const silverId = await make(environmentId, { grantFreeRewards: true });
    await fixture.runChunk(environmentId, 1);
    const goldId = await make(environmentId, { minLifetimePoints: 1_000, grantFreeRewards: true });
    await pass(environmentId, 1);
    expect(given().toSorted()).toEqual([silverId, silverId, goldId, goldId].toSorted());
  });

  it('▲ takes nothing from members whom points moved before: they get the announcements and rewards of that time', async () => {
    const environmentId = await fixture.open();
    const shopper = await enrol(fixture.db, environmentId);
    const silverId = await make(environmentId, {});
    await pass(environmentId);
    await earn(fixture.db, shopper, 150);
    await updateTier(fixture.db, environmentId, { tierId: silverId, patch: { minLifetimePoints: 120 } });
    await fixture.recheck([shopper]);
    expect([changes(), given()]).toEqual([[[null, silverId]], [silverId]]);
  });

  it('▲ that deletes a tier lets its members fall, and gives members who climb meanwhile the rewards of the higher one', async () => {
    const environmentId = await fixture.open();
    const shopper = await enrol(fixture.db, environmentId);
    const silverId = await make(environmentId, {});
    const goldId = await make(environmentId, { minLifetimePoints: 1_000 });
    await earn(fixture.db, shopper, 150);
    await fixture.recheck([shopper]);
    await deleteTier(fixture.db, environmentId, { tierId: silverId, isForced: true, countMembers: nobody });
    await earn(fixture.db, shopper, 900);
    await fixture.recheck([shopper]);
    expect(changes().slice(1)).toEqual([
      [silverId, null],
      [null, goldId],
    ]);
    expect(given()).toEqual([silverId, goldId]);
  });

  it('requests some thousand rewards a chunk at most', async () => {
    const environmentId = await fixture.open();
    for (let n = 0; n < 30; n += 1) await earn(fixture.db, await enrol(fixture.db, environmentId), 150);
    await make(environmentId, { benefits: Array(50).fill(mug), grantFreeRewards: true });
    expect(await pass(environmentId, 5_000)).toBe(3);
    expect(given()).toHaveLength(1_500);
    expect(await readRetiering(fixture.db, environmentId)).toMatchObject({
      state: 'IDLE',
      membersTotal: 30,
      scanned: 30,
      changed: 30,
      rewardsRequested: 1_500,
    });
  });
});

test('▲ a tier that was entered by points gives its rewards, however many receipts came before the recheck', async () => {
  const environmentId = await fixture.open();
  const shopper = await enrol(fixture.db, environmentId);
  const silverId = await make(environmentId, {});
  await pass(environmentId);
  await earn(fixture.db, shopper, 150);
  for (let n = 0; n < 400; n += 1) await earn(fixture.db, shopper, 1);
  await fixture.recheck([shopper]);
  expect(fixture.published[0]).toMatchObject({ data: { newTierId: silverId, lifetimePoints: 150 } });
  expect(given()).toEqual([silverId]);
});

test('▲ points that are deducted for a return of before are no step down: the tier was entered with those that earned it (D193)', async () => {
  const environmentId = await fixture.open();
  const shopper = await enrol(fixture.db, environmentId);
  const silverId = await make(environmentId, {});
  await pass(environmentId);
  await earn(fixture.db, shopper, 150);
  await deduct(fixture.db, shopper, 150);
  await earn(fixture.db, shopper, 5);
  await fixture.recheck([shopper]);
  expect(fixture.published[0]).toMatchObject({ data: { newTierId: silverId, lifetimePoints: 150 } });
  expect(changes()).toEqual([[null, silverId]]);
});

describe('a return that takes a member below a tier (D304)', () => {
  interface StoredReward {
    readonly id: string;
    readonly tierId: string;
    readonly state: string;
    readonly takenTierSeq: number | null;
  }

  const rewardsOf = ({ account: { memberId } }: Shopper): Promise<StoredReward[]> =>
    fixture.db.query<StoredReward>(
      `SELECT id, tier_id AS "tierId", state, taken_tier_seq AS "takenTierSeq" FROM rewards
        WHERE member_id = $1 ORDER BY xmin::text::bigint, id`,
      [memberId],
    );

  const issue = async (id: string): Promise<void> => {
    await fixture.db.query(
      `UPDATE rewards SET state = 'ISSUED', issued_at = now(), code = $1::text WHERE id = $1::uuid`,
      [id],
    );
  };

  const use = (environmentId: EnvironmentId, rewardId: string) =>
    fixture.db.transaction((tx) =>
      changeReward(tx, environmentId, { rewardId, action: 'redeem', atMs: Date.now(), author }),
    );

  const endings = () =>
    fixture.published
      .filter(({ type }) => ['reward.expired', 'reward.failed'].includes(type))
      .map(({ type, data }) => [type, data]);

  /** A member who has come to silver and gold, each of which gave a mug; that of gold has its code. */
  const openGold = async () => {
    const environmentId = await fixture.open();
    const shopper = await enrol(fixture.db, environmentId);
    const silverId = await make(environmentId, {});
    const goldId = await make(environmentId, { minLifetimePoints: 1_000 });
    await pass(environmentId);
    await earn(fixture.db, shopper, 150);
    await earn(fixture.db, shopper, 1_000);
    await fixture.recheck([shopper]);
    const ofTier = async (tierId: string) =>
      (await rewardsOf(shopper)).find((reward) => reward.tierId === tierId)?.id ?? '';
    const [silverMug, goldMug] = [await ofTier(silverId), await ofTier(goldId)];
    await issue(goldMug);
    fixture.published.length = 0;
    return { environmentId, shopper, silverId, goldId, silverMug, goldMug };
  };

  it('▲ ends what its tiers gave and nobody used, once, and says so', async () => {
    const { shopper, goldId, silverMug, goldMug } = await openGold();
    const { memberId } = shopper.account;
    await giveBack(fixture.db, shopper, 1_100);
    await fixture.recheck([shopper]);
    await fixture.recheck([shopper, shopper]);
    const taken = [goldMug, silverMug].toSorted();
    const [change] = fixture.published;
    expect(change?.data).toMatchObject({
      previousTierId: goldId,
      newTierId: null,
      tierSeq: 3,
      rewardsKept: [],
    });
    expect((change?.data['rewardsTakenBack'] as string[]).toSorted()).toEqual(taken);
    expect(endings()).toHaveLength(2);
    expect(endings()).toEqual(
      expect.arrayContaining([
        [
          'reward.expired',
          { rewardId: goldMug, memberId, expiredAt: expect.any(String) as string, reason: 'RETURNED' },
        ],
        ['reward.failed', { rewardId: silverMug, memberId, failureReason: 'RETURNED' }],
      ]),
    );
    expect(new Set(fixture.published.map(({ id }) => id)).size).toBe(3);
    const rows = await fixture.db.query<{ readonly id: string }>(
      'SELECT id FROM rewards WHERE member_id = $1 AND taken_tier_seq = 3',
      [memberId],
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual(taken);
  });

  it('▲ leaves what was used, and names it', async () => {
    const { environmentId, shopper, silverMug, goldMug } = await openGold();
    expect((await use(environmentId, goldMug)).outcome).toBe('changed');
    await giveBack(fixture.db, shopper, 1_100);
    await fixture.recheck([shopper]);
    expect(fixture.published[0]?.data).toMatchObject({
      rewardsTakenBack: [silverMug],
      rewardsKept: [goldMug],
    });
    await earn(fixture.db, shopper, 1_000);
    await fixture.recheck([shopper]);
    expect((await rewardsOf(shopper)).map(({ state }) => state).toSorted()).toEqual([
      'FAILED',
      'PENDING_FULFILMENT',
      'REDEEMED',
    ]);
  });

  it('▲ is found by the run over all members as by a recheck, however few rewards fit a chunk', async () => {
    const { environmentId, shopper, goldMug, goldId } = await openGold();
    await giveBack(fixture.db, shopper, 200);
    await make(environmentId, { minLifetimePoints: 1_000_000 });
    await pass(environmentId);
    expect(endings()).toMatchObject([['reward.expired', { rewardId: goldMug, reason: 'RETURNED' }]]);
    expect(fixture.published[0]?.data).toMatchObject({ previousTierId: goldId, rewardsTakenBack: [goldMug] });
  });

  it('▲ of a till that redeems at that moment, one wins', async () => {
    const { environmentId, shopper, goldMug } = await openGold();
    await giveBack(fixture.db, shopper, 1_100);
    let redeemed: ReturnType<typeof use> | undefined;
    await fixture.recheck([shopper], async () => {
      redeemed = use(environmentId, goldMug);
      await untilLockWaits(fixture.db, '%FROM rewards r');
    });
    expect(await redeemed).toMatchObject({ outcome: 'refused', from: 'EXPIRED' });
  });

  it('▲ takes nothing where the transaction is lost, and everything when it is repeated', async () => {
    const { shopper, goldMug, silverMug } = await openGold();
    await giveBack(fixture.db, shopper, 1_100);
    await expect(fixture.recheck([shopper], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect((await rewardsOf(shopper)).map(({ takenTierSeq }) => takenTierSeq)).toEqual([null, null]);
    await fixture.recheck([shopper]);
    expect(
      endings()
        .map(([, data]) => (data as { rewardId: string }).rewardId)
        .toSorted(),
    ).toEqual([goldMug, silverMug].toSorted());
  });

  it('▲ a member who reaches the tier again gets again what was taken, and what was expired by hand is gone', async () => {
    const { environmentId, shopper, silverMug, goldMug, silverId } = await openGold();
    await fixture.db.transaction((tx) =>
      changeReward(tx, environmentId, { rewardId: goldMug, action: 'expire', atMs: Date.now(), author }),
    );
    for (let time = 0; time < 3; time += 1) {
      await giveBack(fixture.db, shopper, 1_100);
      await fixture.recheck([shopper]);
      await earn(fixture.db, shopper, 1_100);
      await fixture.recheck([shopper]);
    }
    expect(given()).toEqual([silverId, silverId, silverId]);
    const rewards = await rewardsOf(shopper);
    expect(rewards.map(({ state }) => state).toSorted()).toEqual([
      'EXPIRED',
      'FAILED',
      'FAILED',
      'FAILED',
      'PENDING_FULFILMENT',
    ]);
    expect(rewards.filter(({ takenTierSeq }) => takenTierSeq !== null).map(({ id }) => id)).toContain(
      silverMug,
    );
    expect(new Set(fixture.published.map(({ id }) => id)).size).toBe(fixture.published.length);
  });
});

test('▲ facts behind the first tier have their effect, whatever batches without one came before', async () => {
  const environmentId = await fixture.open();
  const shopper = await enrol(fixture.db, environmentId);
  await fixture.recheck([shopper]);
  expect(fixture.hadEffect).toBe(false);
  await createTier(fixture.db, environmentId, silver);
  while (await fixture.runChunk(environmentId, 10));
  await earn(fixture.db, shopper, 150);
  await fixture.recheck([shopper]);
  expect(fixture.hadEffect).toBe(true);
  expect(changes()).toHaveLength(1);
});
