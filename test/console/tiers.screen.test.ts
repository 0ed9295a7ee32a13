import type { Page } from 'playwright-core';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, oddOf, tabUntil } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const threshold = (page: Page) => page.getByLabel('Points ever earned, at least');

const moves = (page: Page) => page.getByRole('region', { name: 'What it moves' });

const moved = (page: Page) => page.getByRole('region', { name: 'Members move' });

const rung = (page: Page, name: string) => page.locator('.tiers-page_rung', { hasText: name });

/** Points that each member has ever earned. */
const earned = [100, 600, 700, 1_500];

const hostile = '<b>Top</b> \u202e🎉';
const hostileShown = '<b>Top</b> [U+202E]🎉';

describeInBrowser('tiers', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('tiers');
    served = await startConsole(tenant);
    for (const api of [tenant.live, tenant.test]) {
      await activateCampaigns(api, [
        { name: 'A point a cent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 100 } },
      ]);
      for (const [place, amount] of earned.entries())
        await api.post('/transactions/evaluate', {
          transactionRef: `receipt-${place.toString()}`,
          memberRef: `card-${place.toString()}`,
          amount,
        });
    }
  });
  afterAll(async () => {
    await served.stop();
  });

  it('a newcomer makes two tiers and sees before each how many members it moves', async () => {
    const { page, complaints } = await served.open('/tiers?mode=test');
    await page.getByRole('heading', { name: 'No tiers yet' }).waitFor();
    await button(page, 'New tier').click();
    await page.getByLabel('Name').fill('Bronze');
    await threshold(page).fill('0');
    await moves(page).getByText('4 members').waitFor();
    await button(page, 'Create tier').click();
    await rung(page, 'Bronze').waitFor();
    await button(page, 'New tier').click();
    await page.getByLabel('Name').fill('Silver');
    await threshold(page).fill('1,000');
    await moves(page).getByText('who have earned 1,000 points or more').waitFor();
    await moves(page).getByText('1 members').waitFor();
    await button(page, 'Add a benefit').click();
    await page.getByLabel('What it is').fill('Free delivery');
    await button(page, 'Add a benefit').click();
    await page
      .getByLabel('Benefit 2', { exact: true })
      .selectOption({ label: 'A reward for reaching it, once' });
    await page.getByLabel('Amount').fill('50.50');
    await button(page, 'Create tier').click();
    await rung(page, 'Silver').getByText('Gift card, R 50.50').waitFor();
    await moved(page).getByText('Everybody is where they belong').waitFor();
    const { body } = await tenant.test.get('/tiers');
    expect(body.tiers).toHaveLength(2);
    // Both have the same place in lists.
    expect(body.tiers).toContainEqual(
      expect.objectContaining({
        name: 'Silver',
        minLifetimePoints: 1_000,
        benefits: [
          { type: 'LABEL', description: 'Free delivery' },
          { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: 5_050 } },
        ],
      }),
    );
    expect(complaints).toEqual([]);
  });

  describe('with two tiers', () => {
    beforeAll(async () => {
      await tenant.live.post('/tiers', { name: 'Bronze', minLifetimePoints: 0 });
      await tenant.live.post('/tiers', {
        name: 'Silver',
        minLifetimePoints: 1_000,
        benefits: [
          { type: 'LABEL', description: 'Free delivery' },
          { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: 5_050 } },
        ],
      });
    });

    it('another threshold is counted, saved, and followed until everybody has moved', async () => {
      const { page, complaints } = await served.open('/tiers');
      await button(page, 'Edit Silver').click();
      await moves(page).getByText('The thresholds stay, so nobody moves.').waitFor();
      await threshold(page).fill('500');
      await moves(page).getByText('who have earned 500 to 999 points').waitFor();
      await moves(page).getByText('2 members').waitFor();
      await button(page, 'Save').click();
      await page.getByText('Silver is saved').waitFor();
      await moved(page).getByText('2 moved').waitFor();
      await moved(page).getByText('Everybody is where they belong').waitFor();
      await button(page, 'Count members').click();
      await rung(page, 'Silver').getByText('3 members').waitFor();
      await rung(page, 'Bronze').getByText('1 member').waitFor();
      expect(complaints).toEqual([]);
    });

    it('what the API says stands at its field, and what was typed stays (T15, T17)', async () => {
      const { page, complaints } = await served.open('/tiers/new');
      await page.getByLabel('Name').fill('Gold');
      await threshold(page).fill('1e3');
      await moves(page).getByText('Type how many points it asks for.').waitFor();
      await button(page, 'Add a benefit').click();
      await page
        .getByLabel('Benefit 1', { exact: true })
        .selectOption({ label: 'A multiple of points, by your checkout' });
      await page.getByLabel('How many times').fill('0');
      await button(page, 'Create tier').click();
      const field = (label: string) =>
        page.locator('.field', { has: page.getByLabel(label, { exact: true }) });
      await field('Points ever earned, at least').getByText('must be an integer').waitFor();
      await field('How many times').locator('.field_fault').getByText('must be').waitFor();
      await threshold(page).fill('500');
      await page.getByLabel('How many times').fill('1.5');
      await button(page, 'Create tier').click();
      await field('Points ever earned, at least').getByText('Already taken').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('Gold');
      expect(await threshold(page).inputValue()).toBe('500');
      expect(oddOf(complaints)).toEqual([]);
    });

    it('a tier with members goes only once its name is typed; an empty one goes at once', async () => {
      await tenant.live.post('/tiers', { name: hostile, minLifetimePoints: 1_200 });
      await tenant.live.post('/tiers', { name: 'Nobody', minLifetimePoints: 9_000_000 });
      const { body: found } = await tenant.live.get('/members?search=card-1');
      const { page, complaints } = await served.open(`/members/${found.members[0]?.id ?? ''}`);
      await page.getByText(`600 points to ${hostileShown}`).waitFor();
      await page.goto(`${served.origin}/tiers`);
      await button(page, 'Delete Nobody').click();
      await button(page, 'Delete the tier').click();
      await page.getByText('Nobody is deleted').waitFor();
      await button(page, `Delete ${hostileShown}`).click();
      await button(page, 'Delete the tier').click();
      const dialog = page.getByRole('dialog', { name: 'Delete this tier?' });
      await dialog.getByText('1 members are in it.').waitFor();
      await dialog.getByRole('textbox').fill('Top');
      expect(await button(page, 'Delete the tier').isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill(hostileShown);
      await button(page, 'Delete the tier').click();
      await page.getByText(`${hostileShown} is deleted`).waitFor();
      await rung(page, hostileShown).waitFor({ state: 'detached' });
      expect((await tenant.live.get('/tiers')).body.tiers).toHaveLength(2);
      expect(oddOf(complaints)).toEqual([]);
    });

    it('somebody who may only read sees the ladder, and which permission the rest needs', async () => {
      const { page, complaints } = await served.open('/tiers', { scope: 'read' });
      await rung(page, 'Silver').waitFor();
      await button(page, /New tier.*needs the permission «tiers:write»/).waitFor();
      for (const name of ['Edit Silver', 'Delete Silver'])
        expect(await button(page, name).getAttribute('aria-disabled')).toBe('true');
      await button(page, 'Count members').click();
      await rung(page, 'Bronze').getByText('1 member').waitFor();
      await page.goto(`${served.origin}/tiers/new`);
      await page.getByText('It needs the permission «tiers:write» in your token').waitFor();
      expect(complaints).toEqual([]);
    });

    it('by keyboard alone a tier is renamed', async () => {
      const { page, complaints } = await served.open('/tiers');
      await rung(page, 'Silver').waitFor();
      await tabUntil(page, 'Silver');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Silver' }).waitFor();
      await tabUntil(page, 'Name');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Silver again');
      await page.keyboard.press('Enter');
      await rung(page, 'Silver again').waitFor();
      expect(complaints).toEqual([]);
    });

    it('nobody is kept out, in both themes, at three widths', async () => {
      const { page, complaints } = await served.open('/tiers');
      await rung(page, 'Silver').waitFor();
      await moved(page).getByText('Everybody is where they belong').waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      await button(page, /Edit Silver/).click();
      await page.getByLabel('Benefit 2', { exact: true }).waitFor();
      await page.getByLabel('Name').fill('');
      await button(page, 'Save').click();
      await page.locator('.field_fault').getByText('must be').waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      expect(oddOf(complaints)).toEqual([]);
    });
  });
});
