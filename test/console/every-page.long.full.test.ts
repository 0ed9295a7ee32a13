import type { Page } from 'playwright-core';
import { giftCampaign } from '../support/rewards.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser, openWindow } from './browser.ts';
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
  '/rewards',
  '/rewards?reward={reward}',
  '/webhooks?mode=test',
  '/webhooks/{webhook}?mode=test',
  '/webhooks/{webhook}?mode=test&delivery={delivery}',
  '/logs',
  '/logs?mode=test',
];

const giveReward = async ({ live }: TestTenant): Promise<string> => {
  await activateCampaigns(live, [giftCampaign]);
  const receipt = { transactionRef: 'receipt-1', memberRef: 'card-1', amount: 10_000 };
  const { body } = await live.post('/transactions/evaluate', receipt);
  return body.campaigns[0]?.rewardIds[0] ?? '';
};

/** To an address of a thousand characters where nothing listens. */
const deliverTest = async ({ test }: TestTenant) => {
  const url = `http://127.0.0.1:59999/${'x'.repeat(1_000)}`;
  const webhook = (await test.post('/webhooks', { url, events: ['*'] })).body.id;
  const delivery = (await test.post(`/webhooks/${webhook}/test`)).body.deliveryId;
  return { webhook, delivery };
};

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
    ids['reward'] = await giveReward(tenant);
    Object.assign(ids, await deliverTest(tenant));
  });
  afterAll(async () => {
    await served.stop();
    await longer.remove();
  });

  describe.each(pages)('%s', (path) => {
    it.each(looks)(
      'keeps nobody out in $colorScheme at $width pixels, in a longer language',
      async ({ colorScheme, width }) => {
        const look = { colorScheme, viewport: { width, height: 900 } };
        const { page, complaints } = await openWindow(served.browser, look);
        await longer.showIn(page, served.origin);
        await page.goto(served.origin + pathOf(path));
        await settled(page);
        expect(await barriersIn(page)).toEqual([]);
        expect(complaints).toEqual([]);
      },
    );
  });
});
