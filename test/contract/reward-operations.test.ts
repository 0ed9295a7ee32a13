import { eventually } from '@loyalty/testkit/runs';
import { isOfRewards } from '../support/contract.ts';
import { contractCalls } from '../support/contract-calls.ts';
import { failReward, giftCampaign, issueReward } from '../support/rewards.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;
let memberId: string;

beforeAll(async () => {
  tenant = await createTestTenant('Contract of rewards');
  stored = openStoredRows();
  await activateCampaigns(tenant.test, [giftCampaign]);
});
afterAll(() => stored.close());

/** Each response is checked against the contract. */
const { ask, bodyOf, unserved } = contractCalls(() => tenant);

interface RewardBody {
  readonly state: string;
  readonly redeemedAt: string | null;
  readonly value: { readonly code?: string };
}

/** Returns the id of a reward that a receipt has just given. */
const giveReward = async (): Promise<string> => {
  const body = { transactionRef: crypto.randomUUID(), memberRef: 'contract-reward', amount: 100 };
  const given = await tenant.test.post('/transactions/evaluate', body);
  ({ memberId } = given.body);
  const [rewardId = ''] = given.body.campaigns.flatMap(({ rewardIds }) => rewardIds);
  return rewardId;
};

test('the life of a reward is answered as the contract says', async () => {
  const rewardId = await giveReward();
  const ids = { rewardId };
  await issueReward(stored, rewardId);
  const { state, value } = await bodyOf<RewardBody>('getReward', { ids });
  expect([state, typeof value.code]).toEqual(['ISSUED', 'string']);
  const code = encodeURIComponent(value.code ?? '');
  const query = `?code=${code}&memberId=${memberId}&state=ISSUED&rewardType=GIFT_CARD&limit=1`;
  expect(await bodyOf('listRewards', { query })).toMatchObject({
    rewards: [{ id: rewardId }],
    nextCursor: null,
  });
  const first = await ask('redeemReward', { ids });
  expect(JSON.parse(first.text)).toMatchObject({
    id: rewardId,
    state: 'REDEEMED',
    redeemedAt: expect.any(String) as string,
  });
  const again = await ask('redeemReward', { ids });
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(await bodyOf('expireReward', { ids })).toMatchObject({
    status: 409,
    code: 'INVALID_STATE_TRANSITION',
    context: { from: 'REDEEMED', to: 'EXPIRED' },
  });
  expect((await ask('retryReward', { ids })).status).toBe(409);
  const rewards = { ids: { memberId }, query: '?state=REDEEMED' };
  expect(await bodyOf('listMemberRewards', rewards)).toMatchObject({
    rewards: [{ id: rewardId, campaignId: expect.any(String) as string }],
  });
});

test('a reward that names its receipt is answered as the contract says (D108)', async () => {
  const rewardId = await giveReward();
  const ids = { rewardId };
  await issueReward(stored, rewardId);
  const body = { transactionRef: 'receipt-1', storeRef: 'store-7' };
  const first = await ask('redeemReward', { ids, body });
  expect([first.status, first.headers.get('Idempotent-Replayed')]).toEqual([200, null]);
  expect(JSON.parse(first.text)).toMatchObject({
    redeemedTransactionRef: 'receipt-1',
    redeemedStoreRef: 'store-7',
  });
  for (const same of [body, { transactionRef: 'receipt-1' }, {}, undefined]) {
    const again = await ask('redeemReward', { ids, ...(same === undefined ? {} : { body: same }) });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  }
  const { redeemedAt } = JSON.parse(first.text) as RewardBody;
  expect(await bodyOf('redeemReward', { ids, body: { transactionRef: 'receipt-2' } })).toMatchObject({
    status: 409,
    code: 'REWARD_NOT_REDEEMABLE',
    context: { state: 'REDEEMED', redeemedAt, transactionRef: 'receipt-1' },
  });
  for (const wrong of [{ transactionRef: '' }, { storeRef: 7 }, []])
    expect((await ask('redeemReward', { ids, body: wrong })).status).toBe(400);
});

test('what expires by hand is not redeemed, and what failed is retried, as the contract says', async () => {
  const [over, failed] = [await giveReward(), await giveReward()];
  await issueReward(stored, over);
  expect(await bodyOf('expireReward', { ids: { rewardId: over } })).toMatchObject({ state: 'EXPIRED' });
  expect((await ask('expireReward', { ids: { rewardId: over } })).status).toBe(200);
  expect(await bodyOf('redeemReward', { ids: { rewardId: over } })).toMatchObject({
    status: 409,
    code: 'REWARD_NOT_REDEEMABLE',
    context: { state: 'EXPIRED' },
  });
  await failReward(stored, failed);
  const ids = { rewardId: failed };
  expect(await bodyOf('getReward', { ids })).toMatchObject({
    state: 'FAILED',
    failureReason: 'POOL_EMPTY',
    attempts: 5,
  });
  expect(await bodyOf('retryReward', { ids })).toMatchObject({
    state: 'PENDING_FULFILMENT',
    attempts: 0,
    failureReason: null,
  });
});

test('a failed reward of an erased member stays as it is, and is still shown', async () => {
  const body = { transactionRef: crypto.randomUUID(), memberRef: 'contract-erased', amount: 100 };
  const given = (await tenant.test.post('/transactions/evaluate', body)).body;
  const [rewardId = ''] = given.campaigns.flatMap(({ rewardIds }) => rewardIds);
  await failReward(stored, rewardId);
  await tenant.test.delete(`/members/${given.memberId}`);
  expect(await bodyOf('retryReward', { ids: { rewardId } })).toMatchObject({
    status: 409,
    code: 'INVALID_STATE_TRANSITION',
    context: { from: 'FAILED', to: 'PENDING_FULFILMENT', reason: 'MEMBER_ERASED' },
  });
  const asked = { ids: { memberId: given.memberId } };
  expect(await bodyOf('listMemberRewards', asked)).toMatchObject({
    rewards: [{ id: rewardId, state: 'FAILED' }],
  });
});

test.each(['?state=GONE', '?rewardType=CAR', '?memberId=nobody', '?code=', '?cursor=x'])(
  'a list of rewards refuses %s',
  async (query) => {
    expect((await ask('listRewards', { query })).status).toBe(400);
  },
);

test('▲ with rewardRedeemNeedsRef a reward is redeemed with its receipt only, and two tills give its value once', async () => {
  const ids = { rewardId: await giveReward() };
  await issueReward(stored, ids.rewardId);
  const set = (rewardRedeemNeedsRef: boolean) => tenant.test.patch('/settings', { rewardRedeemNeedsRef });
  expect((await set(true)).status).toBe(200);
  const unnamed = { ids: { rewardId: crypto.randomUUID() } };
  // A process may go by the setting of before for 10 s (D87).
  await eventually('the setting acts', async () => (await ask('redeemReward', unnamed)).status === 400);
  for (const body of [undefined, {}, { storeRef: 'store-7' }]) {
    const refused = await ask('redeemReward', { ids, ...(body && { body }) });
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', context: { errors: [{ pointer: '/transactionRef' }] } },
    ]);
  }
  const withRef = (transactionRef: string) => ask('redeemReward', { ids, body: { transactionRef } });
  expect((await withRef('one')).status).toBe(200);
  expect((await withRef('one')).status).toBe(200);
  expect((await withRef('two')).status).toBe(409);
  expect((await ask('redeemReward', { ids })).status).toBe(400);
  await set(false);
  await eventually('the setting is off', async () => (await ask('redeemReward', { ids })).status === 200);
});

test('▲ every operation on rewards was done by the client', () => {
  expect(unserved(isOfRewards)).toEqual([]);
});
