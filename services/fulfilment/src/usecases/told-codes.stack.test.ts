import { randomId } from '@loyalty/kernel';
import { skipDrawnCodes, type PoolId } from '@loyalty/programme';
import { openFulfilHouse, type FulfilHouse } from '../testing/fulfil-house.ts';
import { assign, fillPool, openEnvironment } from '../testing/reward-world.ts';

let house: FulfilHouse;
beforeAll(async () => {
  house = await openFulfilHouse();
});
afterAll(() => house.drop());

/** As a database is that lost the commits of its last batches. */
const loseAll = async (): Promise<void> => {
  await house.db.query('DELETE FROM reward_codes');
  await house.db.query('UPDATE code_pools SET next_place = 1, remaining = last_place');
  await house.db.query(
    `UPDATE rewards SET state = 'PENDING_FULFILMENT', code = NULL, provider = NULL, attempts = 0, issued_at = NULL`,
  );
};

test('▲ a code of a pool that a lost commit had given is given to its reward again, and to no other', async () => {
  const environmentId = await openEnvironment(house.db);
  await fillPool(house.db, environmentId, { name: 'films', codes: ['FILM-1', 'FILM-2', 'FILM-3'] });
  await assign(house.db, environmentId, { byType: { FREE_ITEM: 'films' } });
  const [reward, other] = [
    await house.give(environmentId, { rewardType: 'FREE_ITEM' }),
    await house.give(environmentId, { rewardType: 'FREE_ITEM' }),
  ];
  await house.batch([reward]);
  const [fact] = house.told;
  const pool = fact?.data['pool'] as { readonly id: PoolId; readonly place: number };
  const { code } = await house.look(reward);
  await loseAll();
  const draw = { environmentId, poolId: pool.id, place: pool.place, rewardId: reward.id };
  await house.db.transaction((tx) => skipDrawnCodes(tx, randomId(), [draw]));
  await house.batch([other]);
  await house.batch([reward]);
  expect([code, (await house.look(reward)).code, (await house.look(other)).code]).toEqual([
    'FILM-1',
    'FILM-1',
    'FILM-2',
  ]);
});
