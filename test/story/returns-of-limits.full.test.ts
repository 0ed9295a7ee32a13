import { randomUUID } from 'node:crypto';
import { postPersistently } from '../support/post-persistently.ts';
import { untilState } from '../support/reward-shop.ts';
import {
  activateCampaigns,
  createTestTenant,
  liftWriteLimit,
  setLiveSettings,
  type TestTenant,
} from '../support/tenant.ts';

const ofMember = (period: string, of: string, max: number) => ({ per: 'MEMBER', period, of, max });
const hourMs = 3_600_000;
const percent = { type: 'SPEND_PERCENTAGE', percentage: 1 };

interface Bought {
  readonly transactionRef: string;
  readonly memberId: string;
  readonly pointsAwarded: number;
  readonly campaigns: readonly { readonly rewardIds: readonly string[] }[];
}

const post = async <Body>({ live }: TestTenant, path: string, body: object): Promise<Body> => {
  const response = await postPersistently(live, path, body);
  if (response.status !== 200) throw new Error(response.text);
  return response.body as unknown as Body;
};

const buy = (shop: TestTenant, memberRef: string, given: object = {}): Promise<Bought> =>
  post(shop, '/transactions/evaluate', { transactionRef: randomUUID(), memberRef, amount: 3_700, ...given });

interface Returned {
  readonly pointsReversed: number;
  readonly pointsClaimable?: number;
}

const giveBack = (
  shop: TestTenant,
  { transactionRef }: Bought,
  what: object = { whole: true },
): Promise<Returned> =>
  post(shop, '/transactions/returns', { transactionRef, returnRef: randomUUID(), ...what });

interface Shown {
  readonly limits: readonly { readonly of: string; readonly period: string; readonly used: number }[];
  readonly caps: readonly { readonly used: number }[];
}

const usedBy = async ({ live }: TestTenant, memberId: string): Promise<readonly number[]> => {
  const { limits, caps } = (await live.get(`/members/${memberId}/limits`)).body as unknown as Shown;
  return [...limits, ...caps].map(({ used }) => used);
};

const openShop = async (name: string): Promise<TestTenant> => {
  const shop = await createTestTenant(name);
  await liftWriteLimit(shop);
  await setLiveSettings(shop, { unrecoveredPoints: 'FORGIVE' });
  return shop;
};

test('▲ what comes back gives points and a time of limits and caps back, in parts, and can be bought again (D247)', async () => {
  const shop = await openShop('Back under its limits');
  await shop.live.patch('/settings', { memberPointsCaps: { month: 60 } });
  await activateCampaigns(shop.live, [
    {
      name: 'Coffee',
      earningRule: percent,
      limits: [ofMember('DAY', 'TIMES', 1), ofMember('DAY', 'POINTS', 50)],
    },
  ]);
  const first = await buy(shop, 'anna');
  expect([first.pointsAwarded, (await buy(shop, 'anna')).pointsAwarded]).toEqual([37, 0]);
  expect(await usedBy(shop, first.memberId)).toEqual([1, 37, 37]);
  await giveBack(shop, first, { amount: 1_000 });
  expect(await usedBy(shop, first.memberId)).toEqual([1, 27, 27]);
  await giveBack(shop, first);
  expect(await usedBy(shop, first.memberId)).toEqual([0, 0, 0]);
  expect((await buy(shop, 'anna')).pointsAwarded).toBe(37);
});

test('▲ the counts of then are lowered, though limits and time zone are others today', async () => {
  const shop = await openShop('Another zone');
  await shop.live.patch('/settings', { timeZone: 'Pacific/Kiritimati' });
  const limits = [ofMember('MONTH', 'POINTS', 500)];
  const [campaignId = ''] = await activateCampaigns(shop.live, [
    { name: 'Coffee', earningRule: percent, limits },
  ]);
  // This month began there 14 hours before it did by UTC: on the last day of another month.
  const there = new Date(Date.now() + 14 * hourMs);
  const beganMs = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - 14 * hourMs;
  const occurredAt = new Date(beganMs).toISOString();
  const first = await buy(shop, 'anna', { occurredAt });
  const second = await buy(shop, 'anna');
  expect(await usedBy(shop, first.memberId)).toEqual([74]);
  await shop.live.patch('/settings', { timeZone: 'America/St_Johns' });
  await shop.live.patch(`/campaigns/${campaignId}`, { limits: [ofMember('EVER', 'TIMES', 5)] });
  await giveBack(shop, first);
  await shop.live.patch(`/campaigns/${campaignId}`, { limits });
  await shop.live.patch('/settings', { timeZone: 'Pacific/Kiritimati' });
  expect(await usedBy(shop, first.memberId)).toEqual([second.pointsAwarded]);
});

test('▲ nobody buys, uses the voucher or spends the points, returns and buys again', async () => {
  const shop = await openShop('Once each');
  await activateCampaigns(shop.live, [
    {
      name: 'Voucher',
      earningRule: {
        type: 'PURCHASE_REWARD',
        reward: { rewardType: 'FREE_ITEM', value: { description: 'A coffee' } },
      },
      limits: [ofMember('EVER', 'TIMES', 1)],
      redemptionRule: { pointsPerRand: 10 },
    },
    {
      name: 'Fifty',
      earningRule: { type: 'FIXED_POINTS', points: 50 },
      limits: [ofMember('EVER', 'TIMES', 1)],
    },
  ]);
  const rewardsIn = ({ campaigns }: Bought) => campaigns.flatMap(({ rewardIds }) => rewardIds);
  const first = await buy(shop, 'anna');
  const [rewardId = ''] = rewardsIn(first);
  await untilState(shop.live, rewardId, 'ISSUED');
  expect((await shop.live.post(`/rewards/${rewardId}/redeem`)).status).toBe(200);
  await giveBack(shop, first);
  const second = await buy(shop, 'anna');
  // The points were there, so their time is back; the voucher was used, so its time is not.
  expect([second.pointsAwarded, rewardsIn(second)]).toEqual([50, []]);
  await post(shop, '/transactions/redeem', {
    transactionRef: randomUUID(),
    memberRef: 'anna',
    amount: 10_000,
    pointsRequested: 50,
  });
  expect(await giveBack(shop, second)).toMatchObject({ pointsReversed: 50, pointsClaimable: 50 });
  expect((await buy(shop, 'anna')).pointsAwarded).toBe(0);
});

test('▲ sixty-four tills and as many returns of one member keep no more than 500 points a month', async () => {
  const shop = await openShop('Five hundred kept');
  await activateCampaigns(shop.live, [
    { name: 'Coffee', earningRule: percent, limits: [ofMember('MONTH', 'POINTS', 500)] },
  ]);
  const bought: Bought[] = [];
  let reversed = 0;
  const till = async (n: number): Promise<void> => {
    const one = await buy(shop, 'anna');
    bought.push(one);
    if (n % 2 === 0) {
      const { pointsReversed } = await giveBack(shop, one);
      reversed += pointsReversed;
    }
    bought.push(await buy(shop, 'anna'));
  };
  await Promise.all(Array.from({ length: 64 }, (_, n) => till(n)));
  const kept = bought.reduce((sum, { pointsAwarded }) => sum + pointsAwarded, 0) - reversed;
  expect(await usedBy(shop, bought[0]?.memberId ?? '')).toEqual([kept]);
  expect(kept).toBeLessThanOrEqual(500);
  expect(reversed).toBeGreaterThan(0);
});
