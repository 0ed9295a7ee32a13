import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { Api, ApiAnswer } from '../support/api.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { distinctFacts, readFacts, type ReadFact } from '../support/read-facts.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { startSecondEngine, type TwoEngines } from '../support/two-engines.ts';

const beganMs = Date.now();
let tenant: TestTenant;
let engines: TwoEngines;
beforeAll(async () => {
  tenant = await createTestTenant('Budgets');
  engines = await startSecondEngine();
});
afterAll(() => engines.stop());

const receipt = (over: object = {}) => ({
  transactionRef: randomUUID(),
  memberRef: randomUUID(),
  amount: 100,
  ...over,
});

const evaluate = (api: Api, over: object = {}): Promise<ApiAnswer> =>
  postPersistently(api, '/transactions/evaluate', receipt(over));

const activated = async (api: Api, campaign: object): Promise<string> => {
  const [id = ''] = await activateCampaigns(api, [{ name: 'Limited', ...campaign }]);
  return id;
};

const fixedPoints = (points: number) => ({ earningRule: { type: 'FIXED_POINTS', points } });

/** Sums the points that responses report for a campaign. */
const givenBy = (campaignId: string, responses: readonly ApiAnswer[]): number =>
  responses
    .flatMap(({ body }) => body.campaigns)
    .filter((award) => award.campaignId === campaignId)
    .reduce((sum, { pointsEarned }) => sum + pointsEarned, 0);

interface BudgetFacts {
  readonly alerts: ReadFact['data'][];
  readonly suspensions: ReadFact['data'][];
}

/** Returns the budget facts of a campaign, once `suspensions` of its suspensions are published. */
const budgetFactsOf = async (campaignId: string, suspensions: number): Promise<BudgetFacts> => {
  let facts: ReadFact[] = [];
  const factsOf = (type: string) => distinctFacts(facts, type, { campaignId });
  await eventually(
    'its suspension is published',
    async () => {
      facts = await readFacts(tenant.tenantId, beganMs);
      return factsOf('campaign.budget_suspended').length >= suspensions;
    },
    { everyMs: 250 },
  );
  const dataOf = (type: string) => factsOf(type).map(({ data }) => data);
  return { alerts: dataOf('campaign.budget_alert'), suspensions: dataOf('campaign.budget_suspended') };
};

test('I7 two hundred parallel receipts over two engines spend a budget up to one award past its cap, and nothing fires after (D32)', async () => {
  const api = tenant.live;
  const campaignId = await activated(api, { ...fixedPoints(7), maxBudgetCents: 300, alertThreshold: 0.5 });
  const unbounded = await activated(api, fixedPoints(1));
  const spentBy = async (id: string) => (await api.get(`/campaigns/${id}`)).body.spentCents;
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, at) => evaluate(api, { memberRef: `member-${String(at % 60)}` })),
  );
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await api.get(`/campaigns/${campaignId}`)).body.state).toBe('PAUSED');
  // 43 awards of 7: the last one crosses the cap and counts in full.
  expect([givenBy(campaignId, responses), await spentBy(campaignId)]).toEqual([301, 301]);
  for (const count of await engines.decided()) expect(count).toBeGreaterThan(0);

  const after = await Promise.all(Array.from({ length: 20 }, () => evaluate(api)));
  expect([givenBy(campaignId, after), givenBy(unbounded, after)]).toEqual([0, 20]);
  expect([await spentBy(campaignId), await spentBy(unbounded)]).toEqual([301, 220]);
  expect(await budgetFactsOf(campaignId, 1)).toEqual({
    alerts: [{ campaignId, campaignName: 'Limited', budgetCap: 300, alertThreshold: 0.5, spent: 154 }],
    suspensions: [{ campaignId, campaignName: 'Limited', budgetCap: 300 }],
  });
  await api.delete(`/campaigns/${unbounded}`);
});

test('a budget that is raised lets its campaign resume, and is alerted and suspended once more (D31, D32)', async () => {
  const api = tenant.live;
  const campaignId = await activated(api, { ...fixedPoints(10), maxBudgetCents: 30 });
  for (let at = 0; at < 3; at += 1) await evaluate(api);
  const refused = await api.post(`/campaigns/${campaignId}/resume`);
  expect(refused.body).toMatchObject({
    status: 409,
    code: 'INVALID_STATE_TRANSITION',
    context: { reason: 'BUDGET_EXHAUSTED' },
  });
  const raised = await api.patch(`/campaigns/${campaignId}`, { maxBudgetCents: 100 });
  expect(raised.body).toMatchObject({ state: 'PAUSED', spentCents: 30 });
  expect((await api.post(`/campaigns/${campaignId}/resume`)).body.state).toBe('ACTIVE');
  const responses: ApiAnswer[] = [];
  for (let at = 0; at < 9; at += 1) responses.push(await evaluate(api));
  expect(givenBy(campaignId, responses)).toBe(70);
  const { alerts, suspensions } = await budgetFactsOf(campaignId, 2);
  expect(alerts).toMatchObject([
    { budgetCap: 30, spent: 30 },
    { budgetCap: 100, spent: 80 },
  ]);
  expect(suspensions).toMatchObject([{ budgetCap: 30 }, { budgetCap: 100 }]);
});

test('a budget that is lowered to what is spent pauses its campaign at once, and says so (D31)', async () => {
  const api = tenant.live;
  const campaignId = await activated(api, { ...fixedPoints(10), maxBudgetCents: 1_000 });
  for (let at = 0; at < 5; at += 1) await evaluate(api);
  const lowered = await api.patch(`/campaigns/${campaignId}`, { maxBudgetCents: 50 });
  expect(lowered.body).toMatchObject({ state: 'PAUSED', maxBudgetCents: 50, spentCents: 50 });
  expect(givenBy(campaignId, [await evaluate(api)])).toBe(0);
  const { alerts, suspensions } = await budgetFactsOf(campaignId, 1);
  const cap = { campaignId, campaignName: 'Limited', budgetCap: 50 };
  expect(suspensions).toEqual([cap]);
  expect(alerts).toEqual([{ ...cap, alertThreshold: 0.8, spent: 50 }]);
});

test('points at their value, gift cards, fixed vouchers and what a referrer gets are spent; other rewards are not (D32)', async () => {
  const api = tenant.test;
  const environment = ['--tenant', tenant.tenantId, '--mode', 'test'];
  await loyaltyctlJson('settings', 'set', 'pointValueCents', '2', ...environment);
  const everyTime = (reward: object) => ({
    earningRule: { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 1, reward }] },
  });
  const campaigns: [object, number][] = [
    [fixedPoints(5), 10],
    [everyTime({ points: 5, rewardType: 'GIFT_CARD', value: { amount: 1_000 } }), 1_010],
    [everyTime({ rewardType: 'DISCOUNT_VOUCHER', value: { discountType: 'FIXED', value: 250 } }), 250],
    [everyTime({ rewardType: 'DISCOUNT_VOUCHER', value: { discountType: 'PERCENTAGE', value: 25 } }), 0],
    [everyTime({ rewardType: 'COUPON_VOUCHER', value: { description: 'Coupon' } }), 0],
    [everyTime({ points: 1, rewardType: 'FREE_ITEM', value: { description: 'Coffee' } }), 2],
    [{ earningRule: { type: 'REFERRAL_BONUS', points: 20, referrerPoints: 30 } }, 100],
  ];
  const ids: string[] = [];
  for (const [campaign] of campaigns) ids.push(await activated(api, { ...campaign, maxBudgetCents: 10_000 }));
  await evaluate(api, { memberRef: 'referrer' });
  const { memberId } = (await evaluate(api, { memberRef: 'referred' })).body;
  const event = { type: 'REFERRAL', ref: randomUUID(), referrerRef: 'referrer' };
  expect((await api.post(`/members/${memberId}/events`, event)).body.pointsAwarded).toBe(20);

  const spent: number[] = [];
  for (const id of ids) spent.push((await api.get(`/campaigns/${id}`)).body.spentCents);
  // Two receipts, one referral.
  expect(spent).toEqual(campaigns.map(([, cents], at) => (at === 6 ? cents : cents * 2)));

  const giftCards = ids[1] ?? '';
  const patched = await api.patch(`/campaigns/${giftCards}`, { maxBudgetCents: 3_001 });
  expect(patched.body.state).toBe('ACTIVE');
  await evaluate(api);
  const { suspensions } = await budgetFactsOf(giftCards, 1);
  expect(suspensions).toMatchObject([{ budgetCap: 1_500 }]);
});
