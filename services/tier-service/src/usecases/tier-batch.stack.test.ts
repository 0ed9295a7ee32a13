import type { EnvironmentId } from '@loyalty/kernel';
import {
  createTier,
  deleteTier,
  readRetiering,
  readTierPassOrder,
  updateTier,
  type TierInput,
} from '@loyalty/programme';
import { retryLockTimeouts, untilLockWaits } from '@loyalty/testkit';
import { earn, enrol, openTierHouse, readNowMs, type TierHouse } from '../testing/tier-house.ts';

let house: TierHouse;
beforeAll(async () => {
  house = await openTierHouse();
});
afterAll(() => house.drop());
beforeEach(() => {
  house.told.length = 0;
});

const changes = () =>
  house.told
    .filter(({ type }) => type === 'member.tier_changed')
    .map(({ data }) => [data['previousTierId'], data['newTierId']]);

const silver = { name: 'Silver', minLifetimePoints: 100 };

test('▲ a page of a pass waits for a look that is under way, so that no look is stored behind it with older tiers', async () => {
  const environmentId = await house.open();
  const shopper = await enrol(house.db, environmentId);
  await earn(house.db, shopper, 150);
  const { record: tier } = (await createTier(house.db, environmentId, silver)) as { record: { id: string } };
  while (await house.page(environmentId, 10));
  house.told.length = 0;
  await earn(house.db, shopper, 10);
  await updateTier(house.db, environmentId, { tierId: tier.id, patch: { minLifetimePoints: 1_000 } });
  let page: Promise<boolean> | undefined;
  await house.look([shopper], async () => {
    // Judged by the tiers as they are now, not stored yet: they change once more, and the pass for that begins.
    await updateTier(house.db, environmentId, { tierId: tier.id, patch: { minLifetimePoints: 50 } });
    page = retryLockTimeouts(() => house.page(environmentId, 10));
    await untilLockWaits(house.db, 'SELECT pg_advisory_xact_lock(');
  });
  await page;
  while (await house.page(environmentId, 10));
  expect(changes()).toEqual([
    [tier.id, null],
    [null, tier.id],
  ]);
});

test('a page gives the gate up after a while, so that looks are not held up by one that is stuck', async () => {
  const environmentId = await house.open();
  const shopper = await enrol(house.db, environmentId);
  await earn(house.db, shopper, 150);
  await createTier(house.db, environmentId, silver);
  await house.look([shopper], async () => {
    await expect(house.page(environmentId, 10)).rejects.toMatchObject({ code: '55P03' });
  });
  while (await house.page(environmentId, 10));
  expect(changes()).toHaveLength(1);
});

test('▲ tiers that members had before anybody was told of tiers are set in silence, and what happens meanwhile is told', async () => {
  const environmentId = await house.open();
  const [old, crossing] = [await enrol(house.db, environmentId), await enrol(house.db, environmentId)];
  await earn(house.db, old, 150);
  await earn(house.db, crossing, 90);
  const { record: tier } = (await createTier(house.db, environmentId, {
    ...silver,
    benefits: [{ type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' } }],
  })) as { record: { id: string } };
  await house.db.query('UPDATE retierings SET is_silent = true WHERE environment_id = $1', [environmentId]);
  expect((await readTierPassOrder(house.db, environmentId)).isSilent).toBe(true);
  await house.page(environmentId, 10);
  await earn(house.db, crossing, 20);
  await house.look([old, crossing]);
  expect(house.told).toEqual([]);
  while (await house.page(environmentId, 10));
  expect(changes()).toEqual([[null, tier.id]]);
  expect(house.told.map(({ data }) => data['memberId'])).toEqual([
    crossing.account.memberId,
    crossing.account.memberId,
  ]);
  expect(house.told.map(({ type }) => type)).toEqual(['member.tier_changed', 'reward.requested']);
});

const nobody = () => Promise.resolve({ memberCount: 0, isWhole: true });

const mug = { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' } } as const;

/** Makes a tier that gives a mug; answers its id. */
const make = async (environmentId: EnvironmentId, given: Partial<TierInput>): Promise<string> => {
  const made = await createTier(house.db, environmentId, { ...silver, benefits: [mug], ...given });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return made.record.id;
};

/** The tiers that gave a member a reward. */
const given = (): unknown[] =>
  house.told.filter(({ type }) => type === 'reward.requested').map(({ data }) => data['tierId']);

const pass = async (environmentId: EnvironmentId, size = 10): Promise<number> => {
  let pages = 0;
  while (await house.page(environmentId, size)) pages += 1;
  return pages;
};

describe('a change of tiers', () => {
  it('▲ is told at the time of the change with present points, however old the receipts are', async () => {
    const environmentId = await house.open();
    const shopper = await enrol(house.db, environmentId);
    await earn(house.db, shopper, 60);
    await earn(house.db, shopper, 70);
    const beforeMs = await readNowMs(house.db);
    const tierId = await make(environmentId, {});
    await earn(house.db, shopper, 5);
    await pass(environmentId);
    expect(house.told).toMatchObject([{ data: { newTierId: tierId, lifetimePoints: 135 } }]);
    expect(house.told[0]?.atMs).toBeGreaterThanOrEqual(beforeMs);
  });

  it('▲ gives the rewards that it promised to whom a look reaches first, and to whom several changes in a row have moved', async () => {
    const environmentId = await house.open();
    const shopper = await enrol(house.db, environmentId);
    await earn(house.db, shopper, 1_500);
    const bronzeId = await make(environmentId, { minLifetimePoints: 1, grantFreeRewards: true });
    const silverId = await make(environmentId, { grantFreeRewards: true });
    await house.look([shopper]);
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

  it('▲ that comes while its pass is under way gives its rewards to all', async () => {
    const environmentId = await house.open();
    const shoppers = [await enrol(house.db, environmentId), await enrol(house.db, environmentId)];
    for (const shopper of shoppers) await earn(house.db, shopper, 1_500);
    const silverId = await make(environmentId, { grantFreeRewards: true });
    await house.page(environmentId, 1);
    const goldId = await make(environmentId, { minLifetimePoints: 1_000, grantFreeRewards: true });
    await pass(environmentId, 1);
    expect(given().toSorted()).toEqual([silverId, silverId, goldId, goldId].toSorted());
  });

  it('▲ takes nothing from whom points had moved before: they are told and given what they would have been at once', async () => {
    const environmentId = await house.open();
    const shopper = await enrol(house.db, environmentId);
    const silverId = await make(environmentId, {});
    await pass(environmentId);
    await earn(house.db, shopper, 150);
    await updateTier(house.db, environmentId, { tierId: silverId, patch: { minLifetimePoints: 120 } });
    await house.look([shopper]);
    expect([changes(), given()]).toEqual([[[null, silverId]], [silverId]]);
  });

  it('▲ that deletes a tier lets its members fall, and gives whoever climbs meanwhile what the higher one gives', async () => {
    const environmentId = await house.open();
    const shopper = await enrol(house.db, environmentId);
    const silverId = await make(environmentId, {});
    const goldId = await make(environmentId, { minLifetimePoints: 1_000 });
    await earn(house.db, shopper, 150);
    await house.look([shopper]);
    await deleteTier(house.db, environmentId, { tierId: silverId, isForced: true, countMembers: nobody });
    await earn(house.db, shopper, 900);
    await house.look([shopper]);
    expect(changes().slice(1)).toEqual([
      [silverId, null],
      [null, goldId],
    ]);
    expect(given()).toEqual([silverId, goldId]);
  });

  it('asks for some thousand rewards a page at most', async () => {
    const environmentId = await house.open();
    for (let n = 0; n < 30; n += 1) await earn(house.db, await enrol(house.db, environmentId), 150);
    await make(environmentId, { benefits: Array(50).fill(mug), grantFreeRewards: true });
    expect(await pass(environmentId, 5_000)).toBe(3);
    expect(given()).toHaveLength(1_500);
    expect(await readRetiering(house.db, environmentId)).toMatchObject({
      state: 'IDLE',
      membersTotal: 30,
      scanned: 30,
      changed: 30,
      rewardsRequested: 1_500,
    });
  });
});

test('▲ a tier that was entered by points gives its rewards, however many receipts came before anybody looked', async () => {
  const environmentId = await house.open();
  const shopper = await enrol(house.db, environmentId);
  const silverId = await make(environmentId, {});
  await pass(environmentId);
  await earn(house.db, shopper, 150);
  for (let n = 0; n < 400; n += 1) await earn(house.db, shopper, 1);
  await house.look([shopper]);
  expect(house.told[0]).toMatchObject({ data: { newTierId: silverId, lifetimePoints: 150 } });
  expect(given()).toEqual([silverId]);
});
