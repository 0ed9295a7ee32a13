import { randomUUID } from 'node:crypto';
import { sizeOf } from '@loyalty/testkit/runs';
import { createBulk } from '../support/bulk.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { read } from '../support/sources.ts';
import { activateCampaigns, createTestTenant, liftWriteLimit, type TestTenant } from '../support/tenant.ts';
import { startSecondEngine, type TwoEngines } from '../support/two-engines.ts';

let engines: TwoEngines;
beforeAll(async () => {
  engines = await startSecondEngine();
});
afterAll(() => engines.stop());

const openShop = async (name: string): Promise<TestTenant> => {
  const tenant = await createTestTenant(name);
  await liftWriteLimit(tenant);
  return tenant;
};

const ofMember = (period: string, of: string, max: number) => ({ per: 'MEMBER', period, of, max });
const percent = { type: 'SPEND_PERCENTAGE', percentage: 1 };

const bought = (memberRef: string, amount = 3_700) => ({ transactionRef: randomUUID(), memberRef, amount });

interface Given {
  readonly memberId: string;
  readonly pointsAwarded: number;
  readonly campaigns: readonly { readonly rewardIds: readonly string[] }[];
}

const evaluate = async ({ test: api }: TestTenant, receipt: object): Promise<Given> => {
  const { status, body, text } = await postPersistently(api, '/transactions/evaluate', receipt);
  if (status !== 200) throw new Error(text);
  return body;
};

const sumOf = (given: readonly Given[]): number =>
  given.reduce((sum, { pointsAwarded }) => sum + pointsAwarded, 0);

test('▲ sixty-four tills of one member under 500 points a month end at exactly 500 (D236)', async () => {
  const shop = await openShop('Five hundred a month');
  await activateCampaigns(shop.test, [
    { name: 'Coffee', earningRule: percent, limits: [ofMember('MONTH', 'POINTS', 500)] },
  ]);
  for (const memberRef of ['anna', 'ben', 'carol']) {
    const given = await Promise.all(Array.from({ length: 64 }, () => evaluate(shop, bought(memberRef))));
    expect(sumOf(given)).toBe(500);
    // 13 whole awards of 37 points, one cut to the rest, and none of the others.
    expect(given.filter(({ pointsAwarded }) => pointsAwarded === 37)).toHaveLength(13);
    expect(given.filter(({ pointsAwarded }) => pointsAwarded === 19)).toHaveLength(1);
    const { body } = await shop.test.get(`/members/${given[0]?.memberId ?? ''}/limits`);
    expect(body).toMatchObject({ limits: [{ max: 500, used: 500, left: 0 }] });
  }
});

test('▲ a bulk call of one member reaches a limit of times exactly, stamps included', async () => {
  const shop = await openShop('Three times ever');
  const card = { type: 'STAMP_CARD', stampsRequired: 10, rewardOnCompletion: { points: 100 } };
  await activateCampaigns(shop.test, [
    { name: 'Card', earningRule: card, limits: [ofMember('EVER', 'TIMES', 3)] },
    {
      name: 'Visits',
      earningRule: { type: 'FIXED_POINTS', points: 5 },
      limits: [ofMember('DAY', 'TIMES', 4)],
    },
  ]);
  const count = sizeOf(50, 500);
  const { results } = await createBulk(
    shop.tenantId,
    shop.keys.test,
  )(Array.from({ length: count }, () => bought('anna', 100)));
  expect(results.map(({ body }) => body.pointsAwarded).filter((points) => points > 0)).toEqual([5, 5, 5, 5]);
  const memberId = (results[0]?.body as unknown as Given).memberId;
  const { body } = await shop.test.get(`/members/${memberId}/stamp-cards`);
  expect(body).toMatchObject({ stampCards: [{ stampsCollected: 3 }] });
});

test('▲ a change of max is seen by the next receipt (D33)', async () => {
  const shop = await openShop('Raised and lowered');
  const [campaignId = ''] = await activateCampaigns(shop.test, [
    {
      name: 'Raised',
      earningRule: { type: 'FIXED_POINTS', points: 1 },
      limits: [ofMember('EVER', 'POINTS', 1)],
    },
  ]);
  expect((await evaluate(shop, bought('anna'))).pointsAwarded).toBe(1);
  for (let max = 2; max < sizeOf(20, 500); max += 1) {
    const limits = [ofMember('EVER', 'POINTS', max)];
    expect((await shop.test.patch(`/campaigns/${campaignId}`, { limits })).status).toBe(200);
    expect((await evaluate(shop, bought('anna'))).pointsAwarded).toBe(1);
    expect((await evaluate(shop, bought('anna'))).pointsAwarded).toBe(0);
  }
});

test('▲ of many members at once the first get it, exactly as many as the limit says, one engine killed meanwhile (D240)', async () => {
  const shop = await openShop('Black Friday');
  const max = sizeOf(100, 1_000);
  const [campaignId = ''] = await activateCampaigns(shop.test, [
    {
      name: 'Black Friday',
      earningRule: {
        type: 'PURCHASE_REWARD',
        reward: { rewardType: 'GIFT_CARD', value: { amount: 10_000, currency: 'ZAR' } },
      },
      limits: [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max }, ofMember('EVER', 'TIMES', 1)],
    },
  ]);
  const members = Array.from({ length: 5 * max }, (_, n) => `member ${n.toString()}`);
  let rewards = 0;
  let next = 0;
  const till = async (): Promise<void> => {
    for (let n = next++; n < members.length; n = next++) {
      if (n === max) engines.killSecond();
      const { campaigns } = await evaluate(shop, bought(members[n] ?? ''));
      rewards += campaigns.reduce((sum, { rewardIds }) => sum + rewardIds.length, 0);
    }
  };
  await Promise.all(Array.from({ length: 64 }, till));
  const { body } = await shop.test.get(`/campaigns/${campaignId}`);
  expect([rewards, body]).toEqual([max, expect.objectContaining({ timesGiven: max })]);
});

test('the limits of the page on integration are accepted as they stand', async () => {
  const shop = await openShop('Limits of the page');
  const [, , third] = read('docs/integration.md').matchAll(/^```json run\n([^]*?)^```/gm);
  const campaigns = JSON.parse(third?.[1] ?? '[]') as readonly object[];
  expect(campaigns.length).toBeGreaterThan(1);
  for (const campaign of campaigns) {
    const { status, body } = await shop.test.post('/campaigns', campaign);
    expect([status, body]).toEqual([201, expect.objectContaining(campaign)]);
  }
});
