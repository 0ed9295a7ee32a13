import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { Api } from '../support/api.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { failReward, giftCampaign, issueReward } from '../support/rewards.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;
let live: Api;
const beganMs = Date.now();

beforeAll(async () => {
  tenant = await createTestTenant('Rewards');
  ({ live } = tenant);
  stored = openStoredRows();
  await activateCampaigns(live, [giftCampaign]);
});
afterAll(() => stored.close());

/** Sends a receipt. Returns the id of the reward that it gave. */
const giveReward = async (memberRef: string): Promise<string> => {
  const body = { transactionRef: randomUUID(), memberRef, amount: 100 };
  const answer = await live.post('/transactions/evaluate', body);
  const [rewardId = ''] = answer.body.campaigns.flatMap(({ rewardIds }) => rewardIds);
  return rewardId;
};

const issued = async (memberRef: string): Promise<string> => {
  const rewardId = await giveReward(memberRef);
  await issueReward(stored, rewardId);
  return rewardId;
};

const factsOf = async (type: string, rewardId: string, count: number) => {
  const read = async () => distinctFacts(await readFacts(tenant.tenantId, beganMs), type, { rewardId });
  await eventually(`${type} is published`, async () => (await read()).length >= count);
  return read();
};

test('▲ fifty tills redeem one code: all get the same response, and one fact reports it, without the code', async () => {
  const rewardId = await issued('fifty');
  const code = (await live.get(`/rewards/${rewardId}`)).body.value.code ?? '';
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => live.post(`/rewards/${rewardId}/redeem`)),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true')).toHaveLength(49);
  const { redeemedAt, memberId } = responses[0]?.body ?? {};
  const facts = await factsOf('reward.redeemed', rewardId, 1);
  expect(facts.map(({ data }) => data)).toEqual([{ rewardId, memberId, redeemedAt }]);
  const published = JSON.stringify(await readFacts(tenant.tenantId, beganMs));
  expect([code.length > 10, published.includes(code)]).toEqual([true, false]);
});

test('▲ fifty tills redeem one code with receipts of their own: one succeeds, and its repeat gets the same response (D108)', async () => {
  const rewardId = await issued('receipts');
  const redeem = (transactionRef: string) =>
    live.post(`/rewards/${rewardId}/redeem`, { transactionRef, storeRef: 'store-7' });
  const refs = Array.from({ length: 50 }, (_, at) => `receipt-${at.toString()}`);
  const responses = await Promise.all(refs.map(redeem));
  const winners = refs.filter((_, at) => responses[at]?.status === 200);
  expect(winners).toHaveLength(1);
  const [winner = ''] = winners;
  const refused = responses.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(49);
  const { redeemedAt } = (await live.get(`/rewards/${rewardId}`)).body;
  const context = { state: 'REDEEMED', redeemedAt, transactionRef: winner };
  for (const { body } of refused) expect(body).toMatchObject({ code: 'REWARD_NOT_REDEEMABLE', context });
  const again = await redeem(winner);
  expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
  expect(again.text).toBe(responses.find(({ status }) => status === 200)?.text);
  expect(await factsOf('reward.redeemed', rewardId, 1)).toHaveLength(1);
});

test('a manual expiry is published once, and a retried reward is requested again unchanged', async () => {
  const [over, failed] = [await issued('once'), await giveReward('once')];
  for (let times = 0; times < 3; times += 1) await live.post(`/rewards/${over}/expire`);
  await failReward(stored, failed);
  expect((await live.post(`/rewards/${failed}/retry`)).status).toBe(200);
  const { memberId, expiredAt } = (await live.get(`/rewards/${over}`)).body;
  const expired = await factsOf('reward.expired', over, 1);
  expect(expired.map(({ data }) => data)).toEqual([{ rewardId: over, memberId, expiredAt }]);
  const [first, again, ...more] = await factsOf('reward.requested', failed, 2);
  expect([again?.data, more]).toEqual([first?.data, []]);
});

/** Reads a list in pages of two. Returns its ids and the cursor of the last page but one. */
const readPages = async (list: string, cursor = ''): Promise<{ ids: string[]; last: string }> => {
  const { rewards, nextCursor } = (await live.get(`${list}limit=2${cursor}`)).body;
  const ids = rewards.map(({ id }) => id);
  if (nextCursor === null) return { ids, last: cursor };
  const rest = await readPages(list, `&cursor=${encodeURIComponent(nextCursor)}`);
  return { ids: [...ids, ...rest.ids], last: rest.last };
};

test('a page continues where the page before ended, and its cursor is valid for that list alone', async () => {
  const given: string[] = [];
  for (let times = 0; times < 5; times += 1) given.push(await giveReward('pages'));
  const memberId = (await live.get('/members?ref=pages')).body.members[0]?.id ?? '';
  for (const list of [`/members/${memberId}/rewards?`, `/rewards?memberId=${memberId}&`]) {
    const { ids, last } = await readPages(list);
    expect(ids.toSorted()).toEqual(given.toSorted());
    expect((await live.get(`/rewards?limit=2${last}`)).status).toBe(400);
    expect((await tenant.test.get(`/rewards?memberId=${memberId}&limit=2${last}`)).status).toBe(400);
  }
});
