import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { sampleReceipts, storyCampaigns } from '../support/independent-points.ts';
import { startLoyaltyctl } from '../support/loyaltyctl.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

/** The fields that the story reads. */
interface Counts {
  readonly receipts: number;
  readonly events: number;
  readonly awards: number;
  readonly spendCents: number;
  readonly pointsEarned: number;
  readonly pointsRedeemed: number;
  readonly discountCents: number;
  readonly pointsExpired: number;
  readonly pointsAdjusted: number;
  readonly membersEnrolled: number;
  readonly rewardsGiven: number;
  readonly costCents: number;
}

let shop: TestTenant;
let counter: TestTenant;
let stored: StoredRows;
beforeAll(async () => {
  shop = await createTestTenant('Activity');
  counter = await createTestTenant('Activity at the counter');
  stored = openStoredRows();
});
afterAll(() => stored.close());

const countsOf = async (query: string, { live } = shop): Promise<Counts> => {
  const { text } = await live.get(`/activity${query}`);
  const { items } = JSON.parse(text) as { readonly items: readonly Counts[] };
  const [first, ...others] = items;
  if (first === undefined) throw new Error(text);
  const sum: Record<string, number> = {};
  for (const item of [first, ...others])
    for (const [field, count] of Object.entries(item))
      if (typeof count === 'number') sum[field] = (sum[field] ?? 0) + count;
  return sum as unknown as Counts;
};

/** Reads the points as balances have them. */
const bookOf = async ({ tenantId } = shop) => {
  const [book] = await stored.rowsOf<{ readonly points: number; readonly members: number }>(
    `SELECT coalesce(sum(points_balance), 0)::bigint AS points, count(*) AS members FROM members
      WHERE environment_id = (SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live')`,
    [tenantId],
  );
  if (book === undefined) throw new Error('no book');
  return book;
};

const balanceOf = ({ pointsEarned, pointsRedeemed, pointsExpired, pointsAdjusted }: Counts): number =>
  pointsEarned - pointsRedeemed - pointsExpired + pointsAdjusted;

const receipts = sampleReceipts().slice(0, sizeOf(400, 20_000));

/** Costs of today, counted and as budgets say. */
const costsOf = async ({ live }: TestTenant) => {
  const { text } = await live.get('/activity/campaigns');
  const { campaigns } = JSON.parse(text) as {
    readonly campaigns: readonly { readonly campaignId: string; readonly costCents: number }[];
  };
  const spent: (readonly [string, number])[] = [];
  for (const { campaignId } of campaigns)
    spent.push([campaignId, (await live.get(`/campaigns/${campaignId}`)).body.spentCents]);
  return { counted: campaigns.map(({ campaignId, costCents }) => [campaignId, costCents] as const), spent };
};

test('▲ receipts streamed twice count once: activity = ledger, and what a campaign cost = its spentCents (D203)', async () => {
  const [campaignId = ''] = await activateCampaigns(shop.live, storyCampaigns);
  const lines = Buffer.from(receipts.map((receipt) => JSON.stringify(receipt)).join('\n'));
  for (let round = 0; round < 2; round += 1) {
    const args = ['receipts', 'stream', '-', '--tenant', shop.tenantId, '--mode', 'live'];
    expect((await startLoyaltyctl(args, lines).ended).code).toBe(0);
  }
  await eventually(
    'all are counted',
    async () => (await countsOf('?step=minute')).receipts >= receipts.length,
  );
  const book = await bookOf();
  const counts = await countsOf('?step=minute');
  expect(counts).toMatchObject({
    receipts: receipts.length,
    membersEnrolled: book.members,
    spendCents: receipts.reduce((sum, { amount }) => sum + amount, 0),
  });
  expect(balanceOf(counts)).toBe(book.points);
  await eventually(
    'hours, days and campaigns follow',
    async () => (await countsOf('?step=day')).receipts === receipts.length,
  );
  const { counted, spent } = await costsOf(shop);
  expect(counted.length).toBeGreaterThan(0);
  expect(counted).toEqual(spent);
  expect(await countsOf('?step=hour')).toEqual(await countsOf('?step=day'));
  expect(await countsOf(`?step=day&campaignId=${campaignId}`)).toMatchObject({ events: 0 });
});

test('redeems, returns, voids, adjustments and enrolments are counted net: activity = ledger (D203)', async () => {
  const { live } = counter;
  const [campaignId = ''] = await activateCampaigns(live, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
  const memberRef = 'anna';
  const till = (path: string, body: object) => live.post(`/transactions/${path}`, body);
  const bought = await till('evaluate', { transactionRef: 'sale', memberRef, amount: 100_000 });
  const burn = { memberRef, amount: 20_000, pointsRequested: 100 };
  expect((await till('redeem', { ...burn, transactionRef: 'sale' })).status).toBe(200);
  expect((await till('redeem', { ...burn, transactionRef: 'sale' })).status).toBe(200);
  await till('redeem/authorize', { ...burn, transactionRef: 'order' });
  await till('redeem/void', { transactionRef: 'order' });
  await till('returns', { transactionRef: 'sale', returnRef: 'part', amount: 50_000 });
  const { memberId } = bought.body;
  await live.post(`/members/${memberId}/ledger/adjust`, { points: 50, reason: 'Sorry', ref: 'case-1' });
  await live.post(`/members/${memberId}/ledger/adjust`, { points: 50, reason: 'Sorry', ref: 'case-1' });
  await live.post('/members', { externalRef: 'bert' });
  await live.post('/members', { externalRef: 'bert' });
  await eventually('all is counted by the day', async () => {
    const {
      membersEnrolled,
      pointsAdjusted,
      receipts: seen,
      costCents,
    } = await countsOf('?step=day', counter);
    return membersEnrolled === 2 && pointsAdjusted === 50 && seen === 1 && costCents > 0;
  });
  const book = await bookOf(counter);
  await eventually(
    'the return is counted too',
    async () => balanceOf(await countsOf('?step=day', counter)) === book.points,
  );
  expect(await countsOf('?step=day', counter)).toMatchObject({
    receipts: 1,
    awards: 1,
    spendCents: 50_000,
    pointsEarned: 500,
    pointsRedeemed: 50,
    discountCents: 500,
    pointsAdjusted: 50,
    membersEnrolled: 2,
  });
  expect(await countsOf(`?step=day&campaignId=${campaignId}`, counter)).toMatchObject({
    receipts: 1,
    spendCents: 50_000,
    pointsEarned: 500,
    pointsRedeemed: 50,
    discountCents: 500,
  });
  const { counted, spent } = await costsOf(counter);
  expect(counted).toEqual(spent);
  expect(counted).toHaveLength(1);
});
