import type { Page } from 'playwright-core';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser } from './browser.ts';
import { looks, type StartedConsole, startConsole } from './console.ts';
import { buildLongerPages, type LongerPages } from './longer-pages.ts';

/** Waits until a page has a title and all that it asked for. */
const settled = async (page: Page) => {
  await page.locator('main h1').waitFor();
  // Not by a predicate: one that must wait is compiled within the page, which its policy forbids.
  await page.locator('.wait').first().waitFor({ state: 'detached' });
};

/** Paths of the pages, by what they show; `{member}` and its like are of what the test has made. */
const pages = [
  '/members',
  '/members/{member}',
  '/campaigns',
  '/campaigns/new',
  '/campaigns/{campaign}',
  '/campaigns/{campaign}/edit',
];

describeInBrowser('every page', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let longer: LongerPages;
  const ids: Record<string, string> = {};
  const pathOf = (page: string) => page.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

  beforeAll(async () => {
    tenant = await createTestTenant('every-page');
    served = await startConsole(tenant);
    longer = buildLongerPages();
    const { body } = await tenant.live.post('/members', {
      externalRef: 'card-1',
      name: 'Mar\u202eyam <script>alert(1)</script>',
    });
    ids['member'] = body.id;
    const campaign = await tenant.live.post('/campaigns', {
      name: 'Mar\u202eyam <script>alert(1)</script>',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      maxBudgetCents: 9_007_199_254_740_991,
    });
    ids['campaign'] = campaign.body.id;
  });
  afterAll(async () => {
    await served.stop();
    await longer.remove();
  });

  describe.each(pages)('%s', (path) => {
    it.each(looks)(
      'keeps nobody out in $colorScheme at $width pixels, in a longer language',
      async (look) => {
        const { page, complaints } = await served.open('about:blank', look);
        await longer.showIn(page, served.origin);
        await page.goto(served.origin + pathOf(path));
        await settled(page);
        expect(await barriersIn(page)).toEqual([]);
        expect(complaints).toEqual([]);
      },
    );
  });
});
