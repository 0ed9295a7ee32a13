import { createTier, readTierPassOrder, updateTier } from '@loyalty/programme';
import { eventually } from '@loyalty/testkit';
import { earn, enrol, openTierHouse, type TierHouse } from '../testing/tier-house.ts';

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

const waiters = async (): Promise<number> =>
  (await house.db.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length;

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
    page = house.page(environmentId, 10);
    await eventually('the page waits at the gate', async () => (await waiters()) === 1, {
      withinMs: 150,
      everyMs: 5,
    });
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
  await house.db.query('UPDATE tier_passes SET is_silent = true WHERE environment_id = $1', [environmentId]);
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
