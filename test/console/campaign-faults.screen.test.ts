import type { Page, Request } from 'playwright-core';
import { badCampaigns, badRules } from '../../packages/contracts/src/http/testing/bad-campaigns.ts';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import { campaignWords } from '../../services/console/ui/words/campaigns.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { fillCampaign } from './fill-campaign.ts';

const bodies = [
  ...badRules.map(({ rule, at, message }) => ({
    body: { name: 'x', earningRule: rule },
    pointer: `/earningRule${at}`,
    message,
  })),
  ...badCampaigns.map(({ fault, pointer, message }) => ({
    body: { name: 'x', earningRule: { type: 'FIXED_POINTS', points: 10 }, ...fault },
    pointer,
    message,
  })),
];

const isCreate = (request: Request): boolean =>
  request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/campaigns');

/** The places of faults that no control of the form can make, because it offers only what is valid. */
const unmade = [
  '/earningRule',
  '/earningRule/type',
  '/earningRule/type',
  '/earningRule/type',
  '/earningRule/type',
  '/earningRule/points',
  '/earningRule/skus/0',
  '/earningRule/rewardOnCompletion/rewardType',
  '/earningRule/rewardOnCompletion/rewardType',
  '/earningRule/rewardRules',
  '/earningRule/rewardRules/0/scope',
  '/earningRule/rewardType',
  '/earningRule/conditions/operator',
  '/earningRule/conditions/operator',
  '/earningRule/conditions/conditions',
  '/earningRule/conditions/conditions/0/op',
  '/earningRule/conditions/conditions/0/value',
  '/earningRule/pointsExpiry/unit',
  '/name',
  '/name',
  '/redemptionRule/takes',
  '/redemptionRule/onInsufficientBalance',
  '/targetSegmentIds/0',
  '/storeIds/0',
];

/** A whole sentence of the console, and no phrase of the API. */
const sentence = /^[“A-Z].*\.$/;

/** Waits for a sentence at the field that a fault speaks of; of a part that has fields of its own, above them. */
const shownAt = async (page: Page, pointer: string): Promise<void> => {
  const field = page.locator('.field').filter({ has: page.locator(`[name="${pointer}"]`) });
  const place =
    (await field.count()) === 1
      ? field.locator('.field_fault')
      : page.locator('.draft_partFault, .field_fault');
  await place.filter({ hasText: sentence }).first().waitFor({ timeout: 30_000 });
};

describeInBrowser('the form of a campaign', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('campaign-faults');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  it('shows a sentence at the field for each body that the contract refuses', async () => {
    const { page } = await served.open('/campaigns');
    const notMade: string[] = [];
    const notShown: string[] = [];
    for (const { body, pointer, message } of bodies) {
      const said = `${pointer} ${message}`;
      // A new form each time, without reading the page anew.
      await page.getByRole('link', { name: campaignWords.title, exact: true }).first().click();
      await page.locator('.dialog, .empty').first().waitFor();
      const leave = page.getByRole('button', { name: words.leave.leave, exact: true });
      if (await leave.isVisible()) await leave.click();
      await page.getByRole('link', { name: campaignWords.create }).first().click();
      await page.getByRole('heading', { name: campaignFormWords.newTitle }).waitFor();
      if (!(await fillCampaign(page, body))) {
        notMade.push(pointer);
        continue;
      }
      const refused = page.waitForResponse((response) => isCreate(response.request()));
      await page.getByRole('button', { name: campaignFormWords.save }).click();
      expect((await refused).status()).toBe(400);
      await shownAt(page, pointer).catch(() => notShown.push(said));
      expect(new URL(page.url()).pathname).toBe('/campaigns/new');
    }
    expect(notShown).toEqual([]);
    expect(notMade).toEqual(unmade);
  });
});
