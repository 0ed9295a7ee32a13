import { randomUUID } from 'node:crypto';
import type { Api, ApiAnswer } from '../support/api.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

interface Simulated {
  readonly pointsAwarded: number;
  readonly campaigns: readonly DraftOf[];
  readonly stampCards: readonly DraftOf[];
  readonly _debug: { readonly campaignChecks: readonly DraftOf[] } | null;
}

interface DraftOf {
  readonly campaignId: string;
  readonly campaignName?: string;
  readonly draft?: number;
}

let shop: TestTenant;
let api: Api;
let ids: readonly string[];
beforeAll(async () => {
  shop = await createTestTenant('Drafts');
  api = shop.test;
  ids = await activateCampaigns(api, [
    fixed('Ten', 10).campaign,
    fixed('Five', 5, { minSpend: 5_000 }).campaign,
  ]);
});

const fixed = (name: string, points: number, more: object = {}) => ({
  campaign: { name, earningRule: { type: 'FIXED_POINTS', points }, ...more },
});

const basket = { memberRef: 'anna', amount: 1_000, storeRef: 'north' };

const ask = (operation: string, more: object, by = api): Promise<ApiAnswer> =>
  by.post(`/transactions/${operation}`, { ...basket, ...more });

const simulate = async (drafts: readonly object[], more: object = {}): Promise<Simulated> => {
  const { status, text } = await ask('simulate', { ...more, drafts });
  expect([status, text]).toEqual([200, text]);
  return JSON.parse(text) as Simulated;
};

const draftsIn = (list: readonly DraftOf[]) => list.map(({ campaignName, draft }) => [campaignName, draft]);

test('▲ a draft fires behind the stored campaigns, and its award names its place (D205)', async () => {
  const simulated = await simulate([
    fixed('Seven', 7),
    fixed('Dear', 9, { minSpend: 9_000 }),
    fixed('Two', 2),
  ]);
  expect(simulated).toMatchObject({ pointsAwarded: 19, _debug: null });
  expect(draftsIn(simulated.campaigns)).toEqual([
    ['Ten', undefined],
    ['Seven', 0],
    ['Two', 2],
  ]);
  expect(ids).not.toContain(simulated.campaigns[1]?.campaignId);
  // The present configuration is as it was.
  expect(await simulate([])).toMatchObject({ pointsAwarded: 10 });
});

test('▲ a draft that stands in for an ACTIVE campaign fires alone, with its id, stamps and tier', async () => {
  const card = (stampsRequired: number) => ({
    name: 'Card',
    earningRule: { type: 'STAMP_CARD', stampsRequired, rewardOnCompletion: { points: 50 } },
  });
  const [cardId = ''] = await activateCampaigns(api, [card(9)]);
  const memberRef = randomUUID();
  await api.post('/transactions/evaluate', { ...basket, memberRef, transactionRef: randomUUID() });
  const drafts = [
    { campaignId: cardId, campaign: card(2) },
    { campaignId: ids[0], ...fixed('Twenty', 20) },
  ];
  const simulated = await simulate(drafts, { memberRef });
  expect(simulated.campaigns).toMatchObject([
    { campaignId: cardId, pointsEarned: 50, draft: 0 },
    { campaignId: ids[0], pointsEarned: 20, draft: 1 },
  ]);
  expect(simulated.stampCards).toMatchObject([{ campaignId: cardId, draft: 0, completed: true }]);
  expect((await simulate([], { memberRef })).stampCards).toMatchObject([
    { stampsCollected: 2, completed: false },
  ]);

  const benefits = [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId: cardId }];
  const tier = await api.post('/tiers', { name: 'Gold', minLifetimePoints: 1_000, sortOrder: 1, benefits });
  expect((await simulate(drafts, { memberRef })).campaigns).toMatchObject([{ campaignId: ids[0] }]);
  await api.delete(`/tiers/${tier.body.id}?force=true`);
  await api.delete(`/campaigns/${cardId}`);
});

test('▲ a draft spends no budget: neither its own, nor that of the campaign that it stands in for', async () => {
  const [spentId = ''] = await activateCampaigns(api, [fixed('Small', 30, { maxBudgetCents: 10 }).campaign]);
  await api.post('/transactions/evaluate', { ...basket, transactionRef: randomUUID() });
  const before = (await api.get(`/campaigns/${spentId}`)).body;
  expect(before.spentCents).toBeGreaterThan(0);
  const small = { campaignId: spentId, ...fixed('Small again', 30, { maxBudgetCents: 10 }) };
  for (let round = 0; round < 3; round += 1)
    expect(draftsIn((await simulate([small, fixed('New', 40, { maxBudgetCents: 1 })])).campaigns)).toEqual([
      ['Ten', undefined],
      ['Small again', 0],
      ['New', 1],
    ]);
  expect((await api.get(`/campaigns/${spentId}`)).body).toMatchObject({
    spentCents: before.spentCents,
    state: before.state,
  });
  await api.delete(`/campaigns/${spentId}`);
});

test('where nothing fires, each draft says why, beside the campaigns that it does not stand in for', async () => {
  const closed = { storeRef: undefined, amount: 100 };
  const { campaigns, _debug: debug } = await simulate(
    [
      { campaignId: ids[0], ...fixed('Ten', 1, { minSpend: 200 }) },
      fixed('North', 1, { storeIds: ['north'] }),
    ],
    closed,
  );
  expect(campaigns).toEqual([]);
  expect(debug?.campaignChecks).toMatchObject([
    { campaignId: ids[1], reason: 'BELOW_MIN_SPEND' },
    { campaignId: ids[0], reason: 'BELOW_MIN_SPEND', draft: 0 },
    { campaignName: 'North', reason: 'STORE_MISMATCH', draft: 1 },
  ]);
  expect(debug?.campaignChecks).toHaveLength(3);
});

const nobodys = '0198c0de-1111-7000-8000-0000000000ff';

const faulty: readonly (readonly [string, () => readonly object[]])[] = [
  ['/drafts/0/campaignId', () => [{ campaignId: nobodys, ...fixed('Draft', 1) }]],
  ['/drafts/1/campaignId', () => [1, 2].map((points) => ({ campaignId: ids[0], ...fixed('Twice', points) }))],
  ['/drafts/0/campaign/earningRule', () => [{ campaign: { name: 'No rule' } }]],
  ['/drafts/1/campaign/earningRule/points', () => [fixed('Good', 1), fixed('Bad', -1)]],
  [
    '/drafts/0/campaign/endDate',
    () => [fixed('Late', 1, { startDate: '2026-02-01', endDate: '2026-01-01' })],
  ],
  ['/drafts/0/campaign/targetSegmentIds/0', () => [fixed('Nobody', 1, { targetSegmentIds: [nobodys] })]],
  ['/drafts', () => Array.from({ length: 6 }, (_, n) => fixed(`Draft ${n.toString()}`, 1))],
];

const storesOf = (draft: number, count: number, last: number): readonly string[] =>
  Array.from({ length: count }, (_, n) =>
    `${draft.toString()}-${n.toString()}-`.padEnd(n === count - 1 ? last : 45, 's'),
  );

/** Five drafts for stores: four of them for a thousand each, and the last for as many as fill the rest. */
const bodyOf = (bytes: number): object => {
  const bodyWith = (count: number, last: number) => ({
    ...basket,
    drafts: [1_000, 1_000, 1_000, 1_000, count].map((stores, n) =>
      fixed(`Draft ${n.toString()}`, 1, { storeIds: storesOf(n, stores, n === 4 ? last : 45) }),
    ),
  });
  const room = bytes - JSON.stringify(bodyWith(1, 45)).length;
  // A store in the list takes 48 bytes: 45, its quotes and a comma.
  const body = bodyWith(1 + Math.floor(room / 48), 45 + (room % 48));
  if (JSON.stringify(body).length !== bytes) throw new Error('the body has another length');
  return body;
};

describe.each(['simulate', 'explain'])('%s', (operation) => {
  test.each(faulty)('names a fault of a draft at %s', async (pointer, drafts) => {
    const { body } = await ask(operation, { drafts: drafts() });
    expect(body).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', context: { errors: [{ pointer }] } });
  });

  test('refuses a draft for an archived campaign', async () => {
    const [gone = ''] = await activateCampaigns(api, [fixed('Gone', 1).campaign]);
    await api.delete(`/campaigns/${gone}`);
    const { body } = await ask(operation, { drafts: [{ campaignId: gone, ...fixed('Draft', 1) }] });
    expect(body).toMatchObject({ context: { errors: [{ pointer: '/drafts/0/campaignId' }] } });
  });

  test('takes five drafts that fill 256 KiB, and refuses a byte more', async () => {
    const full = await api.post(`/transactions/${operation}`, bodyOf(256 * 1024));
    expect([full.status, full.text]).toEqual([200, full.text]);
    expect((await api.post(`/transactions/${operation}`, bodyOf(256 * 1024 + 1))).status).toBe(413);
  });
});

test('drafts of simulate are for test keys alone', async () => {
  const { body } = await ask('simulate', { drafts: [fixed('Draft', 1)] }, shop.live);
  expect(body).toMatchObject({ status: 403, code: 'TEST_KEY_REQUIRED' });
});
