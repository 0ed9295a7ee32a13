import { writeFileSync } from 'node:fs';
import { overviewWords } from '../../services/console/ui/pages/overview/words.ts';
import { createBulk } from '../support/bulk.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

// eslint-disable-next-line n/no-process-env -- somebody who wants the picture says where it goes
const path = process.env['PICTURE'];

const campaigns = [
  {
    name: '1 % of every basket',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    redemptionRule: { pointsPerRand: 10 },
  },
  {
    name: 'Fuel partner bonus',
    earningRule: { type: 'FIXED_POINTS', points: 50 },
    maxBudgetCents: 10_000,
  },
  {
    name: 'Black Friday triple points',
    earningRule: { type: 'FIXED_POINTS', points: 30 },
    maxBudgetCents: 10_400,
  },
  {
    name: 'Double points at weekends',
    earningRule: { type: 'FIXED_POINTS', points: 20 },
    maxBudgetCents: 14_000,
  },
  { name: '5 points for every visit', earningRule: { type: 'VISIT_FIXED', points: 5 } },
];

/** Items of one bulk call, of forty members. */
const callItems = 100;

const receiptsOf = (call: number) =>
  Array.from({ length: callItems }, (_, n) => ({
    transactionRef: `receipt-${call.toString()}-${n.toString()}`,
    memberRef: `customer-${((call + n) % 40).toString()}`,
    amount: 4_000 + ((n * 7_919) % 60_000),
  }));

const redeemAll = async ({ live }: TestTenant): Promise<void> => {
  for (let n = 0; n < 12; n += 1)
    await live.post('/transactions/redeem', {
      transactionRef: `redeem-${n.toString()}`,
      memberRef: `customer-${n.toString()}`,
      amount: 50_000,
      pointsRequested: 200,
    });
};

/** Rows of the last week and of the last three quarters of an hour, in place of somebody who sells for so long. */
const soldBefore = `
  WITH live AS (SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live'),
  counted AS (
    INSERT INTO balance_counts (environment_id, day, counted_at, members, members_with_points, points, point_value_cents)
    SELECT id, now() AT TIME ZONE 'UTC', now() - interval '4 hours', 5200, 4800, 1512340, 1 FROM live),
  steps AS (
    SELECT 60 AS minutes, n, date_trunc('hour', now()) - n * interval '1 hour' AS at, 3000 * (1.1 + sin(n / 3.8)) AS sold
      FROM generate_series(1, 191) AS n
    UNION ALL
    SELECT 1, n, date_trunc('minute', now()) - n * interval '1 minute', 60 + 60 * (1.1 + sin(n / 4.0)) + 11 * (n * 5 % 7)
      FROM generate_series(0, 44) AS n)
  INSERT INTO activity (environment_id, step_minutes, at, campaign_id, receipts, points_earned, points_redeemed, discount_cents,
                        events, awards, spend_cents, points_expired, points_adjusted, members_enrolled, rewards_given, cost_cents)
  SELECT id, minutes, at, '00000000-0000-0000-0000-000000000000', sold, 400 * sold, 110 * sold, 1100 * sold, 0, 0, 0, 0, 0, 0, 0, 0
    FROM live, steps`;

describeInBrowser('the picture of the README', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('picture');
    served = await startConsole(tenant);
    await activateCampaigns(tenant.live, campaigns);
    const stored = openStoredRows();
    await stored.rowsOf(soldBefore, [tenant.tenantId]);
    await stored.close();
  });
  afterAll(() => served.stop());

  it('shows receipts, points, campaigns and budgets as they change', async () => {
    const { page, complaints } = await served.open('/?range=1h');
    await page.setViewportSize({ width: 1_360, height: 900 });
    const sell = createBulk(tenant.tenantId, tenant.keys.live);
    for (const call of [1, 2, 3]) await sell(receiptsOf(call));
    await redeemAll(tenant);
    await page.reload();
    const cardOf = (name: string) => page.getByRole('region', { name, exact: true });
    await cardOf(overviewWords.campaignsOfDay).getByText('Double points at weekends').waitFor();
    await cardOf(overviewWords.budgets).getByText('Fuel partner bonus').waitFor();
    const chart = page.getByRole('slider', { name: overviewWords.chart });
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await sell(receiptsOf(4));
    await page.locator('[data-live]').waitFor();
    await chart.hover({ position: { x: width * 0.75, y: height / 2 } });
    await page.locator('.chart_tip').waitFor();
    const picture = await page.screenshot();
    if (path !== undefined) writeFileSync(path, picture);
    expect(complaints).toEqual([]);
  });
});
