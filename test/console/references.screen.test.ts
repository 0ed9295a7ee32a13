import type { Page } from 'playwright-core';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { findWords } from '../../services/console/ui/pages/find/words.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const words = memberWords.references;

describeInBrowser('cards and references of a member', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('references');
    served = await startConsole(tenant);
    await activateCampaigns(tenant.live, [
      { name: 'One for each rand', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
    ]);
  });
  afterAll(() => served.stop());

  const buy = (memberRef: string, transactionRef: string) =>
    postPersistently(tenant.live, '/transactions/evaluate', { transactionRef, memberRef, amount: 15_000 });

  const cards = (page: Page) => page.getByRole('region', { name: words.title });
  const row = (page: Page, reference: string) =>
    cards(page).getByRole('listitem').filter({ hasText: reference });

  /** Chooses an action in the menu of a reference. */
  const choose = async (page: Page, reference: string, action: string): Promise<void> => {
    await row(page, reference)
      .getByRole('button', { name: words.actions(reference) })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  it('a lost card is found by its number, blocked, and replaced by another one with the same points', async () => {
    const { body } = await tenant.live.post('/members', { externalRef: 'card-lost', name: 'Lindiwe Loses' });
    await buy('card-lost', 'before-the-loss');
    const { page, complaints } = await served.open(`/members?q=card-lost`);
    await page.getByRole('link', { name: 'Lindiwe Loses' }).click();
    await row(page, 'card-lost').getByText(words.first).waitFor();
    await choose(page, 'card-lost', words.to.BLOCKED);
    await row(page, 'card-lost').getByText(words.states.BLOCKED).waitFor();

    await cards(page).getByRole('button', { name: words.open }).click();
    await page.getByLabel(words.reference, { exact: true }).fill('card-new');
    await page.getByLabel(words.kind, { exact: true }).fill('CARD');
    await page.getByRole('button', { name: words.add.submit }).click();
    await row(page, 'card-new').getByText(words.states.ACTIVE).waitFor();
    expect(await barriersIn(page)).toEqual([]);

    const refused = await tenant.live.post('/transactions/evaluate', {
      transactionRef: 'by-the-thief',
      memberRef: 'card-lost',
      amount: 15_000,
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'REFERENCE_BLOCKED']);
    const bought = await buy('card-new', 'behind-the-loss');
    expect([bought.body.memberId, bought.body.pointsBalance]).toEqual([body.id, 300]);

    await page.goto(`${served.origin}/members?q=card-new`);
    await page.getByRole('link', { name: 'Lindiwe Loses' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: findWords.title }).fill('card-new');
    await page
      .getByRole('option')
      .filter({ hasText: findWords.byReference('card-new') })
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('another member’s card is not taken, and a card that is taken away belongs to nobody', async () => {
    const { body } = await tenant.live.post('/members', { externalRef: 'card-own', name: 'Anna Owner' });
    await buy('card-of-another', 'by-another');
    const { page } = await served.open(`/members/${body.id}`);
    await cards(page).getByRole('button', { name: words.open }).click();
    const field = page.getByLabel(words.reference, { exact: true });
    await page.getByRole('button', { name: words.add.submit }).click();
    await page.getByText(words.missing).waitFor();
    await field.fill('card-of-another');
    await page.getByRole('button', { name: words.add.submit }).click();
    await page.getByRole('dialog').getByText('Another member uses this reference').waitFor();
    await field.fill('card-second');
    await page.getByRole('button', { name: words.add.submit }).click();
    await row(page, 'card-second').waitFor();

    await choose(page, 'card-second', words.to.EARN_ONLY);
    await row(page, 'card-second').getByText(words.states.EARN_ONLY).waitFor();
    await choose(page, 'card-second', words.release.open);
    await page.getByRole('button', { name: words.release.submit }).click();
    // As long as it is open, roles find nothing of the page.
    await page
      .getByRole('dialog', { name: words.release.title('card-second') })
      .waitFor({ state: 'detached' });
    await row(page, 'card-second').waitFor({ state: 'detached' });
    expect(await cards(page).getByRole('listitem').count()).toBe(1);
  });
});
