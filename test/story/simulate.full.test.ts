import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eventually, historyRuns, sizeOf } from '@loyalty/testkit/runs';
import fc from 'fast-check';
import type { Api, ApiAnswer } from '../support/api.ts';
import { createBulk } from '../support/bulk.ts';
import { randomProgramme, type RandomProgramme } from '../support/random-programme.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, liftWriteLimit, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let api: Api;
let stored: StoredRows;
beforeAll(async () => {
  tenant = await createTestTenant('Simulate');
  await liftWriteLimit(tenant);
  api = tenant.test;
  stored = openStoredRows();
});
afterAll(() => stored.close());

const simulate = (receipt: object, shop: Api = api): Promise<ApiAnswer> =>
  shop.post('/transactions/simulate', receipt);

const evaluate = (receipt: object, shop: Api = api): Promise<ApiAnswer> =>
  shop.post('/transactions/evaluate', { transactionRef: randomUUID(), ...receipt });

/** Returns a response without the parts that differ each time: new ids, and the reference. */
const essenceOf = ({ status, text }: ApiAnswer) => {
  const body = JSON.parse(text) as Awaited<ReturnType<typeof simulate>>['body'] & { _debug?: unknown };
  return {
    status,
    memberCreated: body.memberCreated,
    memberId: body.memberCreated ? 'new' : body.memberId,
    pointsAwarded: body.pointsAwarded,
    pointsBalance: body.pointsBalance,
    campaigns: body.campaigns.map(({ rewardIds, ...award }) => ({ ...award, rewards: rewardIds.length })),
    state: body.state,
    debug: body._debug ?? null,
  };
};

/** Simulates with drafts, and returns what `essenceOf` shows, without the places of the drafts. */
const drafted = async (shop: Api, receipt: object) => {
  const essence = essenceOf(await simulate(receipt, shop));
  return JSON.parse(
    JSON.stringify(essence, (name, value: unknown) => (name === 'draft' ? undefined : value)),
  ) as unknown;
};

/** Simulates, and returns what `essenceOf` shows. */
const firedIn = async (shop: Api, receipt: object) => {
  const explained = JSON.parse((await shop.post('/transactions/explain', receipt)).text) as {
    readonly pointsAwarded: number;
    readonly pointsBalance: number;
    readonly campaigns: readonly {
      readonly campaignId: string;
      readonly campaignName: string;
      readonly fired: boolean;
      readonly pointsEarned: number;
      readonly reducedBy?: string;
      readonly multiplier?: number;
      readonly rewards: readonly unknown[];
    }[];
  };
  const { pointsAwarded, pointsBalance, campaigns } = explained;
  return {
    pointsAwarded,
    pointsBalance,
    campaigns: campaigns
      .filter(({ fired }) => fired)
      .map(({ campaignId, campaignName, pointsEarned, reducedBy, multiplier, rewards }) => ({
        campaignId,
        campaignName,
        pointsEarned,
        reducedBy,
        multiplier,
        rewards: rewards.length,
      })),
  };
};

/** An environment tries one receipt at a time. */
const shopsAtOnce = 4;

interface Shop {
  readonly api: Api;
  readonly segmentId: string;
  readonly tierId: string;
}

const openShop = async (): Promise<Shop> => {
  const own = await createTestTenant('Simulate random programmes');
  await liftWriteLimit(own);
  const { body } = await own.test.post('/segments', { name: 'Some', type: 'STATIC' });
  // From the first receipt on, so that many awards are multiplied.
  const benefits = [{ type: 'EARN_MULTIPLIER', multiplier: 1.5 }];
  await own.test.post('/tiers', { name: 'Bronze', minLifetimePoints: 0, sortOrder: 0, benefits });
  const silver = { name: 'Silver', minLifetimePoints: 150, sortOrder: 1 };
  const tier = await own.test.post('/tiers', silver);
  const settings = { memberPointsCaps: { day: 900, month: 1_500 }, timeZone: 'Asia/Kathmandu' };
  expect((await own.test.patch('/settings', settings)).status).toBe(200);
  return { api: own.test, segmentId: body.id, tierId: tier.body.id };
};

/** Counts what was compared: programmes without any cut or multiplied award would prove little. */
const seen = { programmes: 0, receipts: 0, awards: 0, reducedBy: 0, multiplied: 0 };

const archive = async (campaignIds: readonly string[]): Promise<void> => {
  for (const id of campaignIds) await api.delete(`/campaigns/${id}`);
};

/** Compares simulate and explain with evaluate for each receipt; the first campaign is exclusive to a tier. */
const compare = async (
  { api: shop, segmentId }: Shop,
  { campaigns, receipts }: RandomProgramme,
): Promise<void> => {
  const run = randomUUID();
  const ids = await activateCampaigns(shop, campaigns);
  const benefits = [
    { type: 'EXCLUSIVE_CAMPAIGN', campaignId: ids[0] },
    { type: 'EARN_MULTIPLIER', multiplier: 2.5 },
  ];
  const tier = await shop.post('/tiers', { name: run, minLifetimePoints: 300, sortOrder: 2, benefits });
  // Of the same form, so nothing but their budgets differs.
  const drafts = campaigns.map((campaign, n) => ({ campaignId: ids[n], campaign }));
  const hasNoBudget = campaigns.every(
    (campaign) => !('maxBudgetCents' in campaign && campaign.maxBudgetCents),
  );
  for (const [at, receipt] of receipts.entries()) {
    const ours = { ...receipt, memberRef: `${receipt.memberRef} ${run}` };
    const simulated = essenceOf(await simulate(ours, shop));
    if (hasNoBudget) expect(await drafted(shop, { ...ours, drafts })).toEqual(simulated);
    expect(await firedIn(shop, ours)).toEqual({
      pointsAwarded: simulated.pointsAwarded,
      pointsBalance: simulated.pointsBalance,
      campaigns: simulated.campaigns,
    });
    const evaluated = await evaluate(ours, shop);
    expect(simulated).toEqual(essenceOf(evaluated));
    note(simulated.campaigns);
    const { memberId } = evaluated.body;
    if (at === 3) await shop.post(`/segments/${segmentId}/members`, { memberId });
  }
  seen.programmes += 1;
  for (const id of ids) await shop.delete(`/campaigns/${id}`);
  await shop.delete(`/tiers/${tier.body.id}?force=true`);
};

const note = (awards: readonly { readonly reducedBy?: string; readonly multiplier?: number }[]): void => {
  seen.receipts += 1;
  seen.awards += awards.length;
  seen.reducedBy += awards.filter(({ reducedBy }) => reducedBy !== undefined).length;
  seen.multiplied += awards.filter(({ multiplier }) => multiplier !== undefined).length;
};

test('▲ simulate predicts what evaluate then does, for all campaigns, members and receipts, and for drafts of the same (D37, D205)', async () => {
  const shops = await Promise.all(Array.from({ length: shopsAtOnce }, openShop));
  const rounds = Math.ceil(sizeOf(36, Math.max(100, historyRuns)) / shopsAtOnce);
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...shops.map((shop) => randomProgramme(['ann', 'ben', 'cleo'], shop))),
      async (programmes) => {
        await Promise.all(shops.map((shop, n) => compare(shop, programmes[n] ?? noProgramme)));
      },
    ),
    // A failed run is not shrunk: its leftovers would change the next run.
    { numRuns: rounds, endOnFailure: true },
  );
  process.stdout.write(`simulate = explain = evaluate: ${JSON.stringify(seen)}\n`);
  expect(seen.programmes).toBe(rounds * shopsAtOnce);
  expect(seen.awards).toBeGreaterThan(4 * seen.programmes);
  expect(Math.min(seen.reducedBy, seen.multiplied)).toBeGreaterThan(sizeOf(0, 50));
}, 3_600_000);

const noProgramme: RandomProgramme = { campaigns: [], receipts: [] };

/** Returns the tenant's content once it no longer changes: a receipt's reward and search terms are stored a moment later. */
const contentAtRest = async ({ tenantId }: TestTenant): Promise<unknown> => {
  let content: unknown = null;
  const isAtRest = async (): Promise<boolean> => {
    const seen = content;
    content = await stored.contentOf(tenantId, 'test');
    return isDeepStrictEqual(content, seen);
  };
  await eventually('nothing changes any more', isAtRest, { everyMs: 2_000 });
  return content;
};

test('simulate writes nothing: neither members nor transactions, counts, rewards or budgets (D37)', async () => {
  // A new tenant: no run over tiers or segments requested by other tests is pending.
  const own = await createTestTenant('Simulate writes nothing');
  const grant = { points: 3, rewardType: 'GIFT_CARD', value: { amount: 100 } };
  const surprise = (scope: string) => ({
    earningRule: { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 1, scope, reward: grant }] },
  });
  const ids = await activateCampaigns(own.test, [
    { name: 'Stamps', earningRule: { type: 'STAMP_CARD', stampsRequired: 3, rewardOnCompletion: grant } },
    { name: 'Of a store', ...surprise('STORE') },
    { name: 'Of all', ...surprise('CAMPAIGN'), maxBudgetCents: 100 },
    { name: 'Of a member', ...surprise('MEMBER') },
    { name: 'Visits', earningRule: { type: 'VISIT_FIXED', points: 1 } },
  ]);
  const known = { memberRef: randomUUID(), amount: 1_000, storeRef: 'north' };
  await own.test.post('/transactions/evaluate', { transactionRef: randomUUID(), ...known });
  const before = await contentAtRest(own);
  const draft = { campaign: { name: 'Draft', ...surprise('CAMPAIGN'), maxBudgetCents: 100 } };
  const drafts = [draft, { campaignId: ids[2], ...draft }];
  for (const receipt of [known, known, known, { ...known, memberRef: randomUUID() }]) {
    const { status, body } = await own.test.post('/transactions/simulate', receipt);
    expect([status, body.campaigns.length]).toEqual([200, 3]);
    const tried = await own.test.post('/transactions/simulate', { ...receipt, drafts });
    expect([tried.status, tried.body.campaigns.length]).toEqual([200, 5]);
  }
  const after = await stored.contentOf(own.tenantId, 'test');
  expect(Object.keys(after)).toEqual(expect.arrayContaining(['members', 'campaign_counters', 'rewards']));
  expect(after).toEqual(before);
});

interface Checked {
  readonly activeCampaigns: number;
  readonly campaignChecks: readonly { readonly campaignId: string; readonly reason: string }[];
}

const debugOf = ({ text }: ApiAnswer): Checked | null =>
  (JSON.parse(text) as { readonly _debug: Checked | null })._debug;

/** Returns the reason of each campaign; null if it would fire. */
const explainReasons = async (body: object): Promise<ReadonlyMap<string, string | null>> => {
  const { campaigns } = JSON.parse((await api.post('/transactions/explain', body)).text) as {
    readonly campaigns: readonly { readonly campaignId: string; readonly reason: string | null }[];
  };
  return new Map(campaigns.map(({ campaignId, reason }) => [campaignId, reason]));
};

test('where nothing fires, simulate, evaluate and explain name the first check that failed, for each campaign (D25)', async () => {
  const segment = (await api.post('/segments', { name: 'Nobody', type: 'STATIC' })).body.id;
  const fixed = { earningRule: { type: 'FIXED_POINTS', points: 1 } };
  const rule = (earningRule: object) => ({ earningRule });
  const card = { type: 'STAMP_CARD', stampsRequired: 9, rewardOnCompletion: { points: 1 } };
  const every9th = (scope: string) =>
    rule({ type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 9, scope, reward: { points: 1 } }] });
  const expected: [string, object][] = [
    ['CAMPAIGN_NOT_ACTIVE', fixed],
    ['DATE_RANGE', { ...fixed, endDate: '2025-01-01' }],
    ['DATE_RANGE', { ...fixed, startDate: '2999-01-01', storeIds: ['south'] }],
    ['STORE_MISMATCH', { ...fixed, storeIds: ['south'], currency: 'USD' }],
    ['CURRENCY_MISMATCH', { ...fixed, currency: 'USD', minSpend: 9_999 }],
    ['BELOW_MIN_SPEND', { ...fixed, minSpend: 1_001, targetSegmentIds: [segment] }],
    ['SEGMENT_MISMATCH', { ...rule(card), targetSegmentIds: [segment] }],
    ['TIER_NOT_ELIGIBLE', rule({ type: 'SIGNUP_BONUS', points: 1 })],
    ['NOT_A_TRANSACTION_RULE', rule({ type: 'SIGNUP_BONUS', points: 1 })],
    ['NOT_A_TRANSACTION_RULE', rule({ type: 'ON_DEMAND', points: 1 })],
    ['NOT_A_TRANSACTION_RULE', rule({ type: 'REFERRAL_BONUS', points: 1 })],
    ['NOT_A_TRANSACTION_RULE', rule({ type: 'EVENT_TRIGGER', eventKey: 'a', reward: { points: 1 } })],
    ['NOT_A_TRANSACTION_RULE', rule({ ...card, triggerEventKey: 'a' })],
    ['PRODUCT_MISMATCH', rule({ type: 'PRODUCT_PURCHASE', points: 1, skus: ['tea'] })],
    ['PROBABILITY_MISS', rule({ type: 'RANDOM', minPoints: 1, maxPoints: 2, probability: 0 })],
    ['NOTHING_TO_AWARD', rule({ type: 'SPEND_PERCENTAGE', percentage: 0.0001 })],
    ['STAMPED', rule(card)],
    ['NOTHING_TO_AWARD', every9th('STORE')],
    ['NOTHING_TO_AWARD', every9th('CAMPAIGN')],
    ['NOTHING_TO_AWARD', every9th('MEMBER')],
  ];
  const campaigns = expected.map(([reason, campaign]) => ({ name: reason, ...campaign }));
  const ids = await activateCampaigns(api, campaigns);
  await api.post(`/campaigns/${String(ids[0])}/pause`);
  const benefits = [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId: ids[7] }];
  await api.post('/tiers', { name: 'Gold', minLifetimePoints: 10_000_000, sortOrder: 1, benefits });

  const receipt = { memberRef: randomUUID(), amount: 1_000, storeRef: 'north' };
  for (const answer of [await simulate(receipt), await evaluate(receipt), await simulate(receipt)]) {
    const debug = debugOf(answer);
    const checks = debug?.campaignChecks.toSorted(
      (a, b) => ids.indexOf(a.campaignId) - ids.indexOf(b.campaignId),
    );
    expect(checks).toEqual(
      expected.map(([reason], at) => ({ campaignId: ids[at], campaignName: reason, reason })),
    );
    expect(debug?.activeCampaigns).toBe(ids.length - 1);
  }
  const explained = await explainReasons({ ...receipt, campaignIds: [ids[0]] });
  // Judged as if it were ACTIVE, because it was named.
  expect(explained.get(ids[0] ?? '')).toBe(null);
  expect(ids.slice(1).map((id) => explained.get(id))).toEqual(expected.slice(1).map(([reason]) => reason));
  await archive(ids);
});

test('I7 receipts decided together with the one that spends a budget find it exhausted (D25, D32)', async () => {
  const earningRule = { type: 'FIXED_POINTS', points: 10 };
  const ids = await activateCampaigns(api, [{ name: 'Small', earningRule, maxBudgetCents: 25 }]);
  const items = Array.from({ length: 100 }, () => ({
    transactionRef: randomUUID(),
    memberRef: 'many',
    amount: 100,
  }));
  const { results } = await createBulk(tenant.tenantId, tenant.keys.test)(items);
  const reasons = results.map(({ body }) => body._debug?.campaignChecks[0]?.reason ?? 'fired');
  expect(reasons.filter((reason) => reason === 'fired')).toHaveLength(3);
  // The rest of that batch, then later receipts, after the campaign was paused.
  expect([...new Set(reasons)].toSorted()).toEqual(expect.arrayContaining(['BUDGET_EXHAUSTED', 'fired']));
  const later = reasons.slice(reasons.lastIndexOf('BUDGET_EXHAUSTED') + 1);
  expect(later.filter((reason) => reason !== 'CAMPAIGN_NOT_ACTIVE')).toEqual([]);
  const next = await simulate({ memberRef: 'many', amount: 100 });
  expect(debugOf(next)?.campaignChecks).toMatchObject([{ reason: 'CAMPAIGN_NOT_ACTIVE' }]);
  const explained = await explainReasons({ memberRef: 'many', amount: 100, campaignIds: ids });
  expect([...explained.values()]).toEqual(['BUDGET_EXHAUSTED']);
  await archive(ids);
});
