import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { tryWords } from '../../services/console/ui/pages/campaign-form/try-it/words.ts';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import { campaignPageWords, campaignWords } from '../../services/console/ui/words/campaigns.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { fillCampaign, newestCampaign } from './fill-campaign.ts';

interface Kind {
  readonly rule: { readonly type: string; readonly [name: string]: unknown };
  /** Points for the basket below; null where it fires on events. */
  readonly points: number | null;
}

const basket = { amount: 24_000, products: [{ sku: 'COFFEE-1KG', quantity: 2, unitPrice: 12_000 }] };

/** One of each kind, with what a basket of two bags of coffee for R240 earns. */
const kinds: readonly Kind[] = [
  { rule: { type: 'SPEND_PERCENTAGE', percentage: 2.5 }, points: 600 },
  { rule: { type: 'FIXED_POINTS', points: 50, pendingDays: 14 }, points: 50 },
  {
    rule: { type: 'VISIT_FIXED', points: 20, pointsExpiry: { type: 'CALENDAR', unit: 'MONTH' } },
    points: 20,
  },
  { rule: { type: 'PRODUCT_PURCHASE', points: 10, skus: ['COFFEE-1KG'], categories: ['fruit'] }, points: 20 },
  { rule: { type: 'RANDOM', minPoints: 7, maxPoints: 7 }, points: 7 },
  {
    rule: {
      type: 'STAMP_CARD',
      stampsRequired: 1,
      rewardOnCompletion: {
        points: 30,
        rewardType: 'FREE_ITEM',
        value: { description: 'A coffee', skus: ['COFFEE-CUP'] },
        validDays: 30,
      },
    },
    points: 30,
  },
  {
    rule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [
        { everyNth: 1, reward: { points: 40 } },
        {
          everyNth: 1_000,
          scope: 'STORE',
          reward: { rewardType: 'GIFT_CARD', value: { amount: 25_000, currency: 'ZAR' } },
        },
      ],
    },
    points: 40,
  },
  { rule: { type: 'SIGNUP_BONUS', points: 500 }, points: null },
  {
    rule: {
      type: 'ON_DEMAND',
      rewardType: 'COUPON_VOUCHER',
      value: { description: 'A treat' },
      eventTypes: ['BIRTHDAY'],
    },
    points: null,
  },
  { rule: { type: 'REFERRAL_BONUS', points: 200, referrerPoints: 300 }, points: null },
  {
    rule: {
      type: 'EVENT_TRIGGER',
      eventKey: 'fuel.purchase',
      conditions: {
        operator: 'AND',
        conditions: [
          { field: 'litres', op: 'gte', value: 40 },
          { field: 'station.country', op: 'eq', value: 'ZA' },
        ],
      },
      reward: {
        rewardType: 'DISCOUNT_VOUCHER',
        value: { discountType: 'FIXED', value: 1_050 },
        validDays: 14,
      },
    },
    points: null,
  },
];

const more = {
  minSpend: 100,
  maxBudgetCents: 5_000_000,
  alertThreshold: 0.9,
  currency: 'ZAR',
  redemptionRule: {
    pointsPerRand: 100,
    minPointsPerRedemption: 50,
    onInsufficientBalance: 'CAP',
    takes: 'FEWEST',
  },
};

describeInBrowser('a campaign of each kind', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('campaign-kinds');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  const tryBasket = async (page: Page): Promise<void> => {
    const tried = page.getByRole('region', { name: tryWords.title });
    await tried.getByRole('button', { name: tryWords.addLine }).click();
    await tried.getByLabel(tryWords.sku).fill('COFFEE-1KG');
    await tried.getByLabel(tryWords.quantity, { exact: true }).fill('2');
    await tried.getByLabel(tryWords.price).fill('120');
  };

  it.each(kinds)(
    '$rule.type is made by form, tried as a draft, activated, and evaluate gives what was said',
    async ({ rule, points }) => {
      const name = `Campaign ${rule.type}`;
      const body = { name, earningRule: rule, ...(points === null ? {} : more) };
      const { page } = await served.open('/campaigns/new?mode=test');
      await page.getByRole('heading', { name: campaignFormWords.newTitle }).waitFor();
      expect(await fillCampaign(page, body)).toBe(true);
      await tryBasket(page);
      const own = page.locator('.try-it_check[data-draft]');
      await own
        .getByText(points === null ? campaignWords.reasons.NOT_A_TRANSACTION_RULE : `+${points.toString()}`)
        .waitFor();
      await page.getByRole('button', { name: campaignFormWords.activate }).click();
      await page.getByRole('button', { name: campaignFormWords.activateNow }).click();
      await page.getByText(campaignWords.states.ACTIVE, { exact: true }).waitFor();
      const record = await newestCampaign(tenant.test);
      expect(record).toMatchObject({ state: 'ACTIVE', ...body });
      const { body: result } = await tenant.test.post('/transactions/evaluate', {
        ...basket,
        memberRef: randomUUID(),
        transactionRef: randomUUID(),
      });
      const fired = result.campaigns.find(({ campaignId }) => campaignId === record.id);
      expect(fired?.pointsEarned ?? null).toBe(points);
      // What was made opens again as it was typed.
      await page.getByRole('button', { name: campaignPageWords.edit }).click();
      await page.getByText(campaignFormWords.unchanged).waitFor();
    },
  );

  it('a rule of 51 comparisons is refused by the API at its conditions', async () => {
    const leaf = { field: 'a', op: 'eq', value: 'b' };
    const rule = {
      type: 'EVENT_TRIGGER',
      eventKey: 'fuel.purchase',
      reward: { points: 1 },
      conditions: { operator: 'AND', conditions: Array.from({ length: 51 }, () => leaf) },
    };
    const { page } = await served.open('/campaigns/new?mode=test');
    await page.getByRole('heading', { name: campaignFormWords.newTitle }).waitFor();
    expect(await fillCampaign(page, { name: 'Too many', earningRule: rule })).toBe(true);
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.locator('.draft_partFault').filter({ hasText: '50' }).first().waitFor();
  });
});
