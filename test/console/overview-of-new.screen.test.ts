import type { Page } from 'playwright-core';
import { pointsText } from '../../services/console/ui/model/numbers/figures.ts';
import { setupWords as setup } from '../../services/console/ui/pages/overview/samples/words.ts';
import { overviewWords } from '../../services/console/ui/pages/overview/words.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const cardOf = (page: Page, name: string) => page.getByRole('region', { name });

describeInBrowser('the overview of a new environment', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('overview of new');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  it('a list says what to set up, ticks what is done, and leads there', async () => {
    const { page, complaints } = await served.open('/');
    const card = cardOf(page, setup.title);
    await card.getByText(setup.done(1, 7)).waitFor();
    await card.getByRole('link', { name: setup.steps.timeZone.title }).click();
    await page.locator('[name="/timeZone"]:focus').waitFor();
    await tenant.live.patch('/settings', { timeZone: 'Africa/Johannesburg' });
    await page.goto(`${served.origin}/`);
    await card.getByText(setup.done(2, 7)).waitFor();
    const zone = card.getByRole('listitem').filter({ hasText: setup.steps.timeZone.title });
    expect(await zone.innerHTML()).toContain(setup.isDone);
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('what a return took back is a figure of its own, and the chart begins at 0 (C9)', async () => {
    await activateCampaigns(tenant.live, [
      { name: '10 % of every basket', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 10 } },
    ]);
    const sale = { transactionRef: 'sale', memberRef: 'customer-1', amount: 400_000_000 };
    expect((await tenant.live.post('/transactions/evaluate', sale)).body.pointsAwarded).toBe(40_000_000);
    const back = { transactionRef: 'sale', returnRef: 'back', amount: 10_000 };
    const { text } = await tenant.live.post('/transactions/returns', back);
    const { pointsReversed } = JSON.parse(text) as { readonly pointsReversed: number };
    expect(pointsReversed).toBe(1_000);
    const { page, complaints } = await served.open('/');
    const figures = cardOf(page, overviewWords.figures);
    const issued = figures.getByRole('listitem').filter({ hasText: overviewWords.issued });
    await issued.getByText(new RegExp(overviewWords.takenBack(pointsText(pointsReversed)))).waitFor();
    await issued.locator('[title="40,000,000"]').waitFor();
    expect(await page.locator('.chart_grid text').first().textContent()).toBe('0');
    expect(complaints).toEqual([]);
  });
});
