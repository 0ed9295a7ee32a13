import { randomUUID } from 'node:crypto';
import { environmentOf, untilState } from '../support/reward-shop.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { activateCampaigns, createTestTenant, liftWriteLimit, type TestTenant } from '../support/tenant.ts';

const of = (category: string) => ({ field: 'category', op: 'eq', value: category });
const sixBottles = { lines: of('wine'), field: 'quantity', op: 'gte', value: 6 };
const percent = (percentage: number) => ({ type: 'SPEND_PERCENTAGE', percentage });
const fixed = (points: number) => ({ type: 'FIXED_POINTS', points });

/**
 * The campaigns in the order of awards, with the points that are given, and those that stay after a bottle
 * came back, with products and without.
 */
const programme = [
  { name: 'All', earningRule: percent(1), points: [400, 350, 350] },
  { name: 'Coffee', earningRule: percent(1), earnOn: { lines: of('coffee') }, points: [80, 80, 70] },
  {
    name: 'All but tobacco',
    earningRule: percent(2),
    earnOn: { except: of('tobacco') },
    points: [760, 660, 665],
  },
  {
    name: 'Ten a bottle',
    earningRule: { type: 'PRODUCT_PURCHASE', points: 10, categories: ['wine', 'tea'] },
    earnOn: { except: of('tea') },
    points: [60, 50, 52],
  },
  {
    name: 'Every third bottle',
    earningRule: {
      type: 'PURCHASE_REWARD',
      everyQuantity: 3,
      maxTimes: 2,
      reward: { points: 30, rewardType: 'FREE_ITEM', value: { description: 'A bottle' } },
    },
    earnOn: { lines: of('wine') },
    points: [60, 30, 30],
  },
  { name: 'Fifty on coffee', earningRule: fixed(50), earnOn: { lines: of('coffee') }, points: [50, 50, 50] },
  { name: 'Six bottles', earningRule: fixed(200), conditions: sixBottles, points: [200, 166, 175] },
  {
    name: 'Judged once',
    earningRule: fixed(7),
    conditions: { lines: of('tea'), field: 'count', op: 'lt', value: 1 },
    points: [7, 7, 7],
  },
  {
    name: 'Stamps for coffee',
    earningRule: { type: 'STAMP_CARD', stampsRequired: 9, rewardOnCompletion: { points: 90 } },
    earnOn: { lines: of('coffee') },
    points: [],
  },
] as const;

const awarding = programme.filter(({ points }) => points.length > 0);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const column = (at: number): readonly number[] => awarding.map(({ points }) => points[at] ?? 0);
const earned = sum(column(0));

const products = [
  { sku: 'wine', quantity: 6, unitPrice: 5_000, categories: ['wine'] },
  { sku: 'coffee', quantity: 2, unitPrice: 4_000, categories: ['coffee'] },
  { sku: 'tobacco', quantity: 1, unitPrice: 2_000, categories: ['tobacco'] },
];

let shop: TestTenant;
beforeAll(async () => {
  shop = await createTestTenant('Lines that come back');
  await liftWriteLimit(shop);
  await activateCampaigns(
    shop.live,
    programme.map((campaign) => ({ ...campaign, points: undefined })),
  );
});

interface Returned {
  readonly pointsReversed: number;
  readonly pointsBalance: number;
  readonly awards: readonly {
    readonly campaignName: string;
    readonly pointsKept: number;
    readonly basis: string;
    readonly rewardsTakenBack: readonly string[];
    readonly rewardsKept: readonly string[];
  }[];
  readonly stampCards: readonly { readonly isStampTakenBack: boolean }[];
}

interface Bought {
  readonly ref: string;
  readonly rewardIds: readonly string[];
}

/** A new member buys; their name is that of the receipt. */
const buy = async (): Promise<Bought> => {
  const ref = randomUUID();
  const receipt = { transactionRef: ref, memberRef: ref, amount: 40_000, products };
  const { status, body, text } = await shop.live.post('/transactions/evaluate', receipt);
  if (status !== 200) throw new Error(text);
  expect(body.campaigns.map(({ campaignName, pointsEarned }) => [campaignName, pointsEarned])).toEqual(
    awarding.map(({ name, points }) => [name, points[0]]),
  );
  // Which lines decided stands in no response.
  expect(text).not.toContain('wine');
  return { ref, rewardIds: body.campaigns.flatMap(({ rewardIds }) => rewardIds) };
};

/** It does what the quote said. */
const giveBack = async (transactionRef: string, what: object): Promise<Returned> => {
  const quote = await shop.live.post('/transactions/return-quote', { transactionRef, ...what });
  const order = { transactionRef, returnRef: randomUUID(), ...what };
  const { status, text } = await shop.live.post('/transactions/returns', order);
  if (status !== 200) throw new Error(text);
  const returned = JSON.parse(text) as Returned;
  expect(returned.awards).toEqual((JSON.parse(quote.text) as Returned).awards);
  return returned;
};

const keptBy = ({ awards }: Returned) => awards.map(({ pointsKept }) => pointsKept);
const rewardsOf = ({ awards }: Returned) => [
  awards.flatMap(({ rewardsTakenBack }) => rewardsTakenBack),
  awards.flatMap(({ rewardsKept }) => rewardsKept),
];

const ways = [
  ['with products', { amount: 5_000, products: [{ sku: 'wine', quantity: 1 }] }, 1, ['RULES', 'RULES']],
  ['without products', { amount: 5_000 }, 2, ['SHARE', 'RULES']],
] as const;

test.each(ways)(
  '▲ a bottle comes back %s: each award keeps what its rule leaves, to the point, and the rest adds up (D244, D245)',
  async (_way, bottle, at, [ofCoffee, ofFifty]) => {
    const { ref } = await buy();
    const first = await giveBack(ref, bottle);
    expect(keptBy(first)).toEqual(column(at));
    const basisOf = (name: string) => first.awards.find(({ campaignName }) => campaignName === name)?.basis;
    expect([basisOf('Coffee'), basisOf('Fifty on coffee'), basisOf('Six bottles')]).toEqual([
      ofCoffee,
      ofFifty,
      'SHARE',
    ]);
    expect(first).toMatchObject({
      pointsReversed: earned - sum(column(at)),
      pointsBalance: sum(column(at)),
      stampCards: [{ isStampTakenBack: false }],
    });
    const coffees = await giveBack(ref, { amount: 8_000, products: [{ sku: 'coffee', quantity: 2 }] });
    const keptOf = (name: string) =>
      coffees.awards.find(({ campaignName }) => campaignName === name)?.pointsKept;
    expect([keptOf('Coffee'), keptOf('Fifty on coffee')]).toEqual([0, 0]);
    expect(coffees.stampCards).toMatchObject([{ isStampTakenBack: true }]);
    const rest = await giveBack(ref, { whole: true });
    expect([keptBy(rest), rest.pointsBalance]).toEqual([awarding.map(() => 0), 0]);
    const parts = [first, coffees, rest].map(({ pointsReversed }) => pointsReversed);
    expect(sum(parts)).toBe(earned);
  },
);

test('▲ of rewards of every third bottle the later ones are taken back, and one that was used stays (D174, D244)', async () => {
  const { ref, rewardIds } = await buy();
  const [first = '', second = ''] = rewardIds;
  expect(rewardIds).toHaveLength(2);
  for (const id of rewardIds) await untilState(shop.live, id, 'ISSUED');
  const bottle = await giveBack(ref, { amount: 5_000, products: [{ sku: 'wine', quantity: 1 }] });
  expect(rewardsOf(bottle)).toEqual([[second], []]);
  expect((await shop.live.get(`/rewards/${second}`)).body.state).toBe('EXPIRED');
  expect((await shop.live.get(`/rewards/${first}`)).body.state).toBe('ISSUED');
  // Five bottles and three are one time alike.
  const two = await giveBack(ref, { amount: 10_000, products: [{ sku: 'wine', quantity: 2 }] });
  expect(rewardsOf(two)).toEqual([[], []]);
  expect((await shop.live.post(`/rewards/${first}/redeem`)).status).toBe(200);
  const last = await giveBack(ref, { amount: 5_000, products: [{ sku: 'wine', quantity: 1 }] });
  expect(rewardsOf(last)).toEqual([[], [first]]);
  const rest = await giveBack(ref, { whole: true });
  expect(rewardsOf(rest)).toEqual([[], []]);
  expect((await shop.live.get(`/rewards/${first}`)).body.state).toBe('REDEEMED');
});

test('returns in bulk leave the same, and loyaltyctl shows it', async () => {
  const [one, other] = [await buy(), await buy()];
  const items = [one, other].map(({ ref }, n) => ({
    transactionRef: ref,
    returnRef: `bulk-${ref}`,
    ...ways[n]?.[1],
  }));
  const { status, text } = await shop.live.post('/transactions/returns/bulk', { items });
  expect(status).toBe(200);
  const { results } = JSON.parse(text) as { readonly results: readonly { readonly body: Returned }[] };
  expect(results.map(({ body }) => keptBy(body))).toEqual([column(1), column(2)]);
  const shown = await loyaltyctlJson<{ awards: { pointsKept: number }[] }>(
    'returns',
    'show',
    one.ref,
    ...environmentOf(shop),
  );
  expect(shown.awards.map(({ pointsKept }) => pointsKept)).toEqual(column(1));
});

test('a campaign that is changed, or archived, changes nothing of what was bought under it (D165)', async () => {
  const own = await createTestTenant('Changed since');
  const [id = ''] = await activateCampaigns(own.live, [
    { name: 'Coffee', earningRule: percent(1), earnOn: { lines: of('coffee') } },
  ]);
  const receipt = { transactionRef: 'sale', memberRef: 'anna', amount: 40_000, products };
  expect((await own.live.post('/transactions/evaluate', receipt)).body.pointsAwarded).toBe(80);
  expect((await own.live.patch(`/campaigns/${id}`, { earnOn: { lines: of('tea') } })).status).toBe(200);
  await own.live.post(`/campaigns/${id}/archive`);
  const bottle = { amount: 5_000, products: [{ sku: 'wine', quantity: 1 }] };
  const back = { transactionRef: 'sale', returnRef: 'back', ...bottle };
  const { text } = await own.live.post('/transactions/returns', back);
  expect(keptBy(JSON.parse(text) as Returned)).toEqual([80]);
});
