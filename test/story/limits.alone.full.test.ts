import { randomUUID } from 'node:crypto';
import { sizeOf } from '@loyalty/testkit/runs';
import { blackFriday, sellOnBlackFriday } from '../support/black-friday.ts';
import { createBulk } from '../support/bulk.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
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

test('▲ of many members at once the first get it, exactly as many as the limit says, one engine killed meanwhile (D240)', async () => {
  const shop = await openShop('Black Friday');
  const max = sizeOf(100, 1_000);
  const [campaignId = ''] = await activateCampaigns(shop.test, [blackFriday(max)]);
  const sold = await sellOnBlackFriday(shop, { max, engines });
  expect(sold).toHaveLength(5.5 * max);
  const winners = sold.filter(({ campaigns }) => campaigns.some(({ rewardIds }) => rewardIds.length > 0));
  expect([winners.length, new Set(winners.map(({ memberRef }) => memberRef)).size]).toEqual([max, max]);
  const { body } = await shop.test.get(`/campaigns/${campaignId}`);
  expect(body).toMatchObject({ timesGiven: max });
  expect(await rewardsOf(shop)).toBe(max);
});

/** Counts the stored rewards page by page. */
const rewardsOf = async ({ test: api }: TestTenant): Promise<number> => {
  let [count, cursor]: [number, string | null] = [0, ''];
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await api.get(`/rewards?limit=200${after}`);
    count += body.rewards.length;
    cursor = body.nextCursor;
  }
  return count;
};

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

test('I7 I24 the check finds nothing afterwards', async () => {
  const { code, stdout } = await loyaltyctl('check');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('✗')]);
});
