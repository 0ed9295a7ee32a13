import { randomId } from '@loyalty/kernel';
import type { PoolId } from '@loyalty/tables/rewards';
import { skipDrawnCodes } from '@loyalty/tables/skipped-codes';
import { type FulfilmentFixture, openFulfilmentFixture } from '../testing/fulfilment-fixture.ts';
import { assign, fillPool, openEnvironment } from '../testing/reward-fixture.ts';

let fixture: FulfilmentFixture;
beforeAll(async () => {
  fixture = await openFulfilmentFixture();
});
afterAll(() => fixture.drop());

/** Sets the database back, as if it had lost the commits of its last batches. */
const loseAll = async (): Promise<void> => {
  await fixture.db.query('DELETE FROM reward_codes');
  await fixture.db.query('UPDATE code_pools SET next_place = 1, remaining = last_place');
  await fixture.db.query(
    `UPDATE rewards SET state = 'PENDING_FULFILMENT', code = NULL, provider = NULL, attempts = 0, issued_at = NULL`,
  );
};

test('▲ a code of a pool that a lost commit gave is given to its reward again, and to no other', async () => {
  const environmentId = await openEnvironment(fixture.db);
  await fillPool(fixture.db, environmentId, { name: 'films', codes: ['FILM-1', 'FILM-2', 'FILM-3'] });
  await assign(fixture.db, environmentId, { byType: { FREE_ITEM: 'films' } });
  const [reward, other] = [
    await fixture.give(environmentId, { rewardType: 'FREE_ITEM' }),
    await fixture.give(environmentId, { rewardType: 'FREE_ITEM' }),
  ];
  await fixture.batch([reward]);
  const [fact] = fixture.published;
  const pool = fact?.data['pool'] as { readonly id: PoolId; readonly place: number };
  const { code } = await fixture.read(reward);
  await loseAll();
  const draw = { environmentId, poolId: pool.id, place: pool.place, rewardId: reward.id };
  await fixture.db.transaction((tx) => skipDrawnCodes(tx, randomId(), [draw]));
  await fixture.batch([other]);
  await fixture.batch([reward]);
  expect([code, (await fixture.read(reward)).code, (await fixture.read(other)).code]).toEqual([
    'FILM-1',
    'FILM-1',
    'FILM-2',
  ]);
});
