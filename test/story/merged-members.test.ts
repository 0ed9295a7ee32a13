import { randomUUID } from 'node:crypto';
import type { Loyalty } from '@loyalty/client';
import { eventually } from '@loyalty/testkit/runs';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

let shop: TestTenant;
let loyalty: Loyalty;
const beganMs = Date.now();

beforeAll(async () => {
  shop = await createTestTenant('Merged members');
  loyalty = clientOf(shop, { apiKey: shop.keys.live });
  await activateCampaigns(shop.live, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
});

interface Shopper {
  readonly memberId: string;
  readonly memberRef: string;
}

const shopper = async (): Promise<Shopper> => {
  const memberRef = `shopper-${randomUUID()}`;
  const { id: memberId } = await loyalty.createMember({ body: { externalRef: memberRef } });
  return { memberId, memberRef };
};

/** A receipt that earns a hundredth of its amount. */
const buy = async (
  { memberRef }: Shopper,
  amount: number,
  transactionRef: string = randomUUID(),
): Promise<string> => {
  await loyalty.evaluateTransaction({ body: { transactionRef, memberRef, amount } });
  return transactionRef;
};

const redeem = async ({ memberRef }: Shopper, pointsRequested: number): Promise<string> => {
  const transactionRef = randomUUID();
  await loyalty.redeemPoints({ body: { transactionRef, memberRef, amount: 100_000, pointsRequested } });
  return transactionRef;
};

const merge = (winner: Shopper, loser: Shopper) =>
  loyalty.mergeMembers({
    memberId: winner.memberId,
    body: { memberId: loser.memberId, reason: 'Two cards of one person' },
  });

const giveBack = (transactionRef: string, part: object) =>
  loyalty.returnPurchase({ body: { transactionRef, returnRef: randomUUID(), ...part } });

const balanceOf = async ({ memberId }: Shopper): Promise<number> =>
  (await loyalty.getMember({ memberId })).pointsBalance;

test('receipts by both cards are one balance after a merge, and one that is sent again by the other card is a repeat (D15, D346)', async () => {
  const [one, other] = [await shopper(), await shopper()];
  await buy(one, 10_000);
  const transactionRef = await buy(other, 20_000);
  expect(await merge(one, other)).toMatchObject({ merged: true, pointsMoved: 200, pointsBalance: 300 });
  await buy(other, 10_000);
  expect(await balanceOf(one)).toBe(400);
  const again = await loyalty.withResponse.evaluateTransaction({
    body: { transactionRef, memberRef: one.memberRef, amount: 20_000 },
  });
  expect([again.status, again.headers.get('Idempotency-Mismatch')]).toEqual([200, 'true']);
  await redeem(other, 350);
  expect(await balanceOf(one)).toBe(50);
});

test('▲ a receipt and a redeem of before a merge come back in parts, to the point, for the member who stays (D165, D346)', async () => {
  const [one, other] = [await shopper(), await shopper()];
  await buy(one, 5_000);
  const bought = await buy(other, 30_000);
  const redeemed = await redeem(other, 100);
  await merge(one, other);
  expect(await balanceOf(one)).toBe(250);
  expect(await giveBack(bought, { amount: 10_000 })).toMatchObject({
    memberId: one.memberId,
    pointsReversed: 100,
  });
  expect(await balanceOf(one)).toBe(150);
  await loyalty.voidRedemption({ body: { transactionRef: redeemed } });
  expect(await balanceOf(one)).toBe(250);
  expect(await giveBack(bought, { whole: true })).toMatchObject({ pointsReversed: 200, amountRemaining: 0 });
  expect(await balanceOf(one)).toBe(50);
  const { transactions } = await loyalty.listMemberTransactions({ memberId: other.memberId });
  expect(transactions).toHaveLength(2);
});

test('▲ points that a merged member redeemed do not come back once their receipt has (D300, D346)', async () => {
  for (const order of ['merge first', 'return first'] as const) {
    const [one, other] = [await shopper(), await shopper()];
    await buy(one, 10_000);
    const bought = await buy(other, 10_000);
    const redeemed = await redeem(other, 100);
    if (order === 'return first') await giveBack(bought, { whole: true });
    await merge(one, other);
    if (order === 'merge first') await redeem(one, 100);
    if (order === 'merge first') await giveBack(bought, { whole: true });
    await loyalty.voidRedemption({ body: { transactionRef: redeemed } });
    expect([order, await balanceOf(one)]).toEqual([order, order === 'merge first' ? 0 : 100]);
  }
});

test('a tier that only the sum reaches is announced once, and gives its gift once (D54, D96, D346)', async () => {
  const { id: gold } = await loyalty.createTier({
    body: {
      name: 'Gold',
      minLifetimePoints: 1_000,
      benefits: [
        { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' }, validDays: 30 },
      ],
    },
  });
  const [one, other] = [await shopper(), await shopper()];
  await buy(one, 60_000);
  await buy(other, 60_000);
  await merge(one, other);
  const changes = async () =>
    distinctFacts(await readFacts(shop.tenantId, beganMs), 'member.tier_changed', { memberId: one.memberId });
  await eventually('the tier is announced', async () => (await changes()).length > 0);
  expect((await changes()).map(({ data }) => [data['newTierId'], data['lifetimePoints']])).toEqual([
    [gold, 1_200],
  ]);
  await eventually('the gift is there', async () => {
    const { rewards } = await loyalty.listMemberRewards({ memberId: one.memberId });
    return rewards.length === 1;
  });
});

test('▲ who has had the gift of a tier gets no second one by a merge (D96, D346)', async () => {
  const [one, other] = [await shopper(), await shopper()];
  await buy(other, 120_000);
  const rewardsOf = async ({ memberId }: Shopper) => (await loyalty.listMemberRewards({ memberId })).rewards;
  await eventually('the gift is there', async () => (await rewardsOf(other)).length === 1);
  const [gift] = await rewardsOf(other);
  await buy(one, 100_000 - 1_000);
  expect(await merge(one, other)).toMatchObject({ rewardsMoved: 1 });
  const tierOf = async () =>
    distinctFacts(await readFacts(shop.tenantId, beganMs), 'member.tier_changed', { memberId: one.memberId });
  await eventually('the tier is announced', async () => (await tierOf()).length === 1);
  expect((await rewardsOf(one)).map(({ id }) => id)).toEqual([gift?.id]);
});

test('a dynamic segment has the member who stays, and not the merged one (I17, D346)', async () => {
  const rules = {
    operator: 'AND',
    conditions: [{ field: 'lifetime_points', op: 'gte', value: 350 }],
  } as const;
  const { id: segmentId } = await loyalty.createSegment({ body: { name: 'Big', type: 'DYNAMIC', rules } });
  const [one, other] = [await shopper(), await shopper()];
  await buy(one, 20_000);
  await buy(other, 40_000);
  const membersOf = async () =>
    new Set((await loyalty.listSegmentMembers({ segmentId })).members.map(({ memberId }) => memberId));
  await eventually('the other one is in the segment', async () => (await membersOf()).has(other.memberId));
  await merge(one, other);
  await eventually('the one who stays is in it', async () => (await membersOf()).has(one.memberId));
  expect((await membersOf()).has(other.memberId)).toBe(false);
});
