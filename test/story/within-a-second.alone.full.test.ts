import { randomUUID } from 'node:crypto';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { codeOf, giveReward, openRewardShop } from '../support/reward-shop.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const stored = openStoredRows();
afterAll(() => stored.close());

const rounds = sizeOf(10, 20);

/** Returns the milliseconds until `holds` is true. */
const waitFor = async (text: string, holds: () => Promise<boolean>): Promise<number> => {
  const beganMs = Date.now();
  await eventually(text, holds, { everyMs: 5 });
  return Date.now() - beganMs;
};

const medianOf = (delaysMs: readonly number[]): number =>
  delaysMs.toSorted((a, b) => a - b)[Math.floor(delaysMs.length / 2)] ?? Infinity;

/** Creates a tenant whose members earn a point per cent and burn points. */
const openShop = async (name: string): Promise<TestTenant> => {
  const shop = await createTestTenant(name);
  const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 100 };
  await activateCampaigns(shop.live, [
    { name: 'A point each cent', earningRule, redemptionRule: { pointsPerRand: 10 } },
  ]);
  return shop;
};

const buy = async ({ live }: TestTenant, memberRef: string, amount: number): Promise<string> => {
  const receipt = { transactionRef: randomUUID(), memberRef, amount };
  return (await live.post('/transactions/evaluate', receipt)).body.memberId;
};

test('▲ a reward gets a code from our pool within a second', async () => {
  const { live } = await openRewardShop('Codes within a second');
  const delaysMs: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const rewardId = await giveReward(live, `own-${n.toString()}`);
    const answeredAtMs = Date.now();
    await codeOf(live, rewardId);
    delaysMs.push(Date.now() - answeredAtMs);
  }
  expect(medianOf(delaysMs)).toBeLessThan(1_000);
});

test('▲ a crossing of tiers is announced within a second of its receipt', async () => {
  const shop = await openShop('Tiers within a second');
  const tierId = (await shop.live.post('/tiers', { name: 'Silver', minLifetimePoints: 100 })).body.id;
  const text = 'SELECT 1 FROM members WHERE id = $1 AND tier_id = $2';
  const delaysMs: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const memberId = await buy(shop, `quick-${n.toString()}`, 150);
    const isAnnounced = async () => (await stored.rowsOf(text, [memberId, tierId])).length > 0;
    delaysMs.push(await waitFor('it is announced', isAnnounced));
  }
  expect(medianOf(delaysMs)).toBeLessThan(1_000);
});

test('▲ members enter and leave a segment within a second of their activity, without a refresh (D58)', async () => {
  const shop = await openShop('Segments within a second');
  const conditions = [
    { field: 'points_balance', op: 'gte', value: 100 },
    { field: 'state', op: 'eq', value: 'active' },
  ];
  const segment = { name: 'Follows', type: 'DYNAMIC', rules: { operator: 'AND', conditions } };
  const segmentId = (await shop.live.post('/segments', segment)).body.id;
  await shop.live.post(`/segments/${segmentId}/refresh`);
  const text = 'SELECT 1 FROM segment_members WHERE segment_id = $1 AND member_id = $2';
  const isIn = async (memberId: string) => (await stored.rowsOf(text, [segmentId, memberId])).length > 0;
  const delaysMs: Record<string, number[]> = { bought: [], redeemed: [], adjusted: [], suspended: [] };
  const see = async (memberId: string, cause: string, isMember: boolean): Promise<void> => {
    const delayMs = await waitFor(`${cause} is seen`, async () => (await isIn(memberId)) === isMember);
    delaysMs[cause]?.push(delayMs);
  };
  for (let n = 0; n < rounds; n += 1) {
    const memberRef = randomUUID();
    const memberId = await buy(shop, memberRef, 150);
    await see(memberId, 'bought', true);
    const order = { transactionRef: randomUUID(), memberRef, amount: 100_000, pointsRequested: 100 };
    expect((await shop.live.post('/transactions/redeem', order)).status).toBe(200);
    await see(memberId, 'redeemed', false);
    await shop.live.post(`/members/${memberId}/ledger/adjust`, { points: 100, reason: 'Goodwill' });
    await see(memberId, 'adjusted', true);
    await shop.live.post(`/members/${memberId}/suspend`);
    await see(memberId, 'suspended', false);
  }
  for (const [cause, measured] of Object.entries(delaysMs))
    expect([cause, measured.length, medianOf(measured) < 1_000]).toEqual([cause, rounds, true]);
  expect((await shop.live.get(`/segments/${segmentId}`)).body.memberCount).toBe(0);
});
