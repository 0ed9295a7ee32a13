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

const fixed = (points: number) => ({ type: 'FIXED_POINTS', points });
const wine = { exclusiveGroup: 'wine' };

const bought = (memberRef: string, amount = 3_700) => ({ transactionRef: randomUUID(), memberRef, amount });

interface Given {
  readonly memberId: string;
  readonly pointsAwarded: number;
  readonly campaigns: readonly { readonly campaignName: string; readonly reducedBy?: string }[];
}

const evaluate = async ({ test: api }: TestTenant, receipt: object): Promise<Given> => {
  const { status, body, text } = await postPersistently(api, '/transactions/evaluate', receipt);
  if (status !== 200) throw new Error(text);
  return body;
};

const namesOf = ({ campaigns }: Given): readonly string[] =>
  campaigns.map(({ campaignName }) => campaignName);

test('▲ of sixty-four tills of one member each gets one campaign of a group; the card that loses stays one short (D242)', async () => {
  const shop = await openShop('One of a group');
  const card = { type: 'STAMP_CARD', stampsRequired: 3, rewardOnCompletion: { points: 20 } };
  await activateCampaigns(shop.test, [
    { name: 'Card', earningRule: card, ...wine },
    {
      name: 'Better',
      earningRule: fixed(50),
      ...wine,
      limits: [{ per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 40 }],
    },
    { name: 'Worse', earningRule: fixed(5), ...wine },
    { name: 'Beside', earningRule: fixed(1) },
  ]);
  const given = await Promise.all(Array.from({ length: 64 }, () => evaluate(shop, bought('anna'))));
  const timesOf = (name: string): number => given.filter((one) => namesOf(one).includes(name)).length;
  // Two stamps come beside the first forty; the third completes only once the better one is used up.
  expect([timesOf('Better'), timesOf('Beside')]).toEqual([40, 64]);
  expect(timesOf('Card') + timesOf('Worse')).toBe(24);
  // Of the last 24 receipts every third completes a card, the first of them at once.
  expect(timesOf('Card')).toBe(8);
  const { body } = await shop.test.get(`/members/${given[0]?.memberId ?? ''}/stamp-cards`);
  expect(body).toMatchObject({ stampCards: [{ stampsCollected: 2 }] });
});

test('▲ sixty-four tills of one member under a cap of 500 points a month end at exactly 500, whatever gives them (D241)', async () => {
  const shop = await openShop('Capped');
  await activateCampaigns(shop.test, [
    { name: 'Spend', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
    { name: 'Fixed', earningRule: fixed(7), priority: 1 },
  ]);
  await shop.test.patch('/settings', { memberPointsCaps: { month: 500 } });
  for (const memberRef of ['anna', 'ben']) {
    const given = await Promise.all(Array.from({ length: 64 }, () => evaluate(shop, bought(memberRef))));
    expect(given.reduce((sum, { pointsAwarded }) => sum + pointsAwarded, 0)).toBe(500);
    // 11 whole receipts of 44 points; of the next one the 7 come whole, and the rest is cut to 9.
    expect(given.filter(({ pointsAwarded }) => pointsAwarded === 44)).toHaveLength(11);
    const [cut] = given.filter(({ pointsAwarded }) => pointsAwarded === 16);
    expect(cut?.campaigns).toMatchObject([
      { campaignName: 'Spend', pointsEarned: 9, reducedBy: 'CAP' },
      { campaignName: 'Fixed', pointsEarned: 7 },
    ]);
    const { body } = await shop.test.get(`/members/${given[0]?.memberId ?? ''}/limits`);
    expect(body).toMatchObject({ caps: [{ period: 'MONTH', max: 500, used: 500, left: 0 }] });
  }
});

test('▲ a bulk call of one member is decided as its receipts one by one', async () => {
  const shop = await openShop('In bulk');
  const visits = { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 4, reward: { points: 30 } }] };
  await activateCampaigns(shop.test, [
    { name: 'Every fourth', earningRule: visits, ...wine, priority: -1 },
    { name: 'Half', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 }, ...wine },
  ]);
  const receipts = Array.from({ length: sizeOf(60, 300) }, (_, at) =>
    bought('anna', at % 2 === 0 ? 50 : 5_000),
  );
  const { results } = await createBulk(shop.tenantId, shop.keys.test)(receipts);
  const one = await openShop('One by one');
  await activateCampaigns(one.test, [
    { name: 'Every fourth', earningRule: visits, ...wine, priority: -1 },
    { name: 'Half', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 }, ...wine },
  ]);
  const points: number[] = [];
  for (const { amount } of receipts) points.push((await evaluate(one, bought('anna', amount))).pointsAwarded);
  expect(results.map(({ body }) => body.pointsAwarded)).toEqual(points);
  // Where both would give, the fourth visit loses, and is counted by the next receipt again.
  expect(points.filter((given) => given === 30).length).toBeGreaterThan(5);
  expect(points.filter((given) => given === 50).length).toBe(receipts.length / 2);
});

test('the campaigns of the page on integration are accepted as they stand, and one of two gives', async () => {
  const shop = await openShop('Groups of the page');
  const [, , , fourth] = read('docs/integration.md').matchAll(/^```json run\n([^]*?)^```/gm);
  const campaigns = JSON.parse(fourth?.[1] ?? '[]') as readonly object[];
  await activateCampaigns(shop.test, campaigns);
  const products = [{ sku: 'red', quantity: 6, unitPrice: 5_000, categories: ['wine'] }];
  const given = await evaluate(shop, { ...bought('anna', 30_000), products });
  expect([namesOf(given), given.pointsAwarded]).toEqual([['Five percent of wine', 'Two more'], 1_500 + 600]);
});

test('▲ the first get a gift card instead of points of their group, the others points up to the cap, one engine killed meanwhile (D240 to D242)', async () => {
  const shop = await openShop('Black Friday in a group');
  const max = sizeOf(100, 1_000);
  const cap = 1_225;
  const ofGroup = { exclusiveGroup: 'friday' };
  const [campaignId = ''] = await activateCampaigns(shop.test, [
    { ...blackFriday(max), ...ofGroup, priority: 1 },
    { name: 'Consolation', earningRule: fixed(50), ...ofGroup },
    { name: 'Spend', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
  ]);
  await shop.test.patch('/settings', { memberPointsCaps: { day: cap } });
  const sold = await sellOnBlackFriday(shop, { max, engines });
  const [won, consoled] = ['Black Friday + Spend', 'Consolation + Spend CAP'];
  const counts = new Map<string, number>();
  const points = new Map<string, number>();
  for (const { memberRef, pointsAwarded, campaigns } of sold) {
    const kind = campaigns.map(({ campaignName, reducedBy = '' }) => `${campaignName} ${reducedBy}`.trim());
    counts.set(kind.join(' + '), (counts.get(kind.join(' + ')) ?? 0) + 1);
    points.set(memberRef, (points.get(memberRef) ?? 0) + pointsAwarded);
  }
  expect([counts.get(won), counts.get(consoled)]).toEqual([max, 4 * max]);
  // Second receipts get what the cap has left: of who won the rest, of all others nothing.
  expect((counts.get('Consolation CAP') ?? 0) + (counts.get('') ?? 0)).toBe(max / 2);
  expect(counts.size).toBeLessThanOrEqual(4);
  const below = [...points.values()].filter((sum) => sum !== cap);
  expect(new Set(below)).toEqual(new Set([1_200]));
  expect(below.length).toBe(max - (counts.get('Consolation CAP') ?? 0));
  const { body } = await shop.test.get(`/campaigns/${campaignId}`);
  expect(body).toMatchObject({ timesGiven: max });
});

test('I7 I24 the check finds nothing afterwards', async () => {
  const { code, stdout } = await loyaltyctl('check');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('✗')]);
});
