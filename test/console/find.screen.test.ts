import { eventually } from '@loyalty/testkit/runs';
import { whyWords } from '../../services/console/ui/pages/why/words.ts';
import { findWords } from '../../services/console/ui/pages/find/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, focusIsOn } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { membersWords } from '../../services/console/ui/pages/members/words.ts';

describeInBrowser('find', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('find');
    served = await startConsole(tenant);
    const reward = { rewardType: 'FREE_ITEM', value: { description: 'A coffee' } };
    await activateCampaigns(tenant.live, [
      { name: 'One for each rand', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
      {
        name: 'Coffee at once',
        earningRule: { type: 'STAMP_CARD', stampsRequired: 1, rewardOnCompletion: reward },
        storeIds: ['coffee'],
      },
    ]);
    for (const [externalRef, name] of [
      ['found-1', 'Zanele Found'],
      ['found-2', 'Early Bird'],
      ['found-3', 'Late Riser'],
    ])
      await tenant.live.post('/members', { externalRef, name, email: `${externalRef ?? ''}@example.com` });
  });
  afterAll(() => served.stop());

  /** Buys a coffee, and waits for the code of the reward that it gives. */
  const codeOf = async (memberRef: string): Promise<string> => {
    await tenant.live.post('/transactions/evaluate', {
      transactionRef: 'till-found',
      memberRef,
      amount: 15_000,
      storeRef: 'coffee',
    });
    for (;;) {
      const { text } = await tenant.live.get('/rewards?state=ISSUED');
      const { rewards } = JSON.parse(text) as { rewards: { value: { code?: string } }[] };
      const code = rewards[0]?.value.code;
      if (code !== undefined) return code;
    }
  };

  it('what is typed right after Ctrl K is not lost', async () => {
    const { page } = await served.open('/members');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Store');
    await page.locator('[role="combobox"]:focus').waitFor();
    expect(await page.locator('input[role="combobox"]').inputValue()).toBe('Store');
    await page.keyboard.type(' 5');
    expect(await page.locator('input[role="combobox"]').inputValue()).toBe('Store 5');
  });

  it('Ctrl K finds a member by reference, name and e-mail, a receipt by its reference, a reward by its code, a page by its name', async () => {
    const ref = 'found-1';
    const code = await codeOf(ref);
    const { page, calls, complaints } = await served.open('/members');
    await page.getByRole('link', { name: 'Zanele Found' }).waitFor();
    const find = page.getByRole('combobox', { name: findWords.title });
    for (const text of [ref, 'zanele', `${ref}@example.com`.toUpperCase()]) {
      await page.keyboard.press('Control+k');
      // Faster than the search, which opens what it finds first.
      await find.pressSequentially(text);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Zanele Found' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: findWords.groups.members }).waitFor();
    }
    await page.keyboard.press('Control+k');
    await find.fill('till-found');
    await page.getByRole('option', { name: findWords.receipt('till-found'), selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: whyWords.asDecided }).getByText('+150').first().waitFor();
    await page.keyboard.press('Control+k');
    await find.fill(code.toLowerCase().replaceAll('-', ''));
    await page.getByRole('option', { name: 'A coffee', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: findWords.groups.rewards }).getByText(code).waitFor();
    await page.keyboard.press('Control+k');
    await find.fill('memb');
    await page.getByRole('option', { name: findWords.groups.members, exact: true }).click();
    await page.getByRole('heading', { name: findWords.groups.members }).waitFor();
    // Once the typing pauses, not for each letter; a busy machine pauses, too.
    expect(calls.filter((path) => path.includes('search=zan')).length).toBeLessThan(4);
    expect(complaints).toEqual([]);
  });

  it('what is found is of the letters that stand there, and Esc gives the focus back', async () => {
    const { page } = await served.open('/members');
    await page.getByRole('link', { name: 'Late Riser' }).waitFor();
    let release: () => void = () => undefined;
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/search=early/, async (route) => {
      await isHeld;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: words.find }).focus();
    await page.keyboard.press('Enter');
    const find = page.getByRole('combobox', { name: findWords.title });
    const asked = page.waitForRequest(/search=early/);
    await find.fill('early');
    await asked;
    await find.fill('late');
    await page.getByRole('option', { name: 'Late Riser' }).waitFor();
    release();
    await page.getByRole('option', { name: 'Late Riser', selected: true }).waitFor();
    expect(await page.getByRole('option', { name: 'Early Bird' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await find.waitFor({ state: 'detached' });
    await focusIsOn(page, words.find);
  });

  it('▲ a telephone number as people say it: without the country the console says what is missing, with it the member is found', async () => {
    await tenant.live.post('/members', {
      externalRef: 'found-4',
      name: 'Calls Home',
      phone: '+27 82 555 0012',
    });
    const { page, complaints } = await served.open('/members?q=0825550012');
    await page.getByText(words.noCountry).waitFor();
    await page.getByRole('link', { name: membersWords.toSettings }).waitFor();
    await page.keyboard.press('Control+k');
    const find = page.getByRole('combobox', { name: findWords.title });
    await find.fill('082 555 0012');
    await page.getByRole('option', { name: words.noCountry }).click();
    await page.getByRole('heading', { name: words.pages.settings, level: 1 }).waitFor();

    // Support may see no settings, and sees the same.
    const support = await served.open('/members', { scope: 'support' });
    await support.page.getByRole('link', { name: 'Calls Home' }).waitFor();
    await support.page.keyboard.press('Control+k');
    await support.page.getByRole('combobox', { name: findWords.title }).fill('082 555 0012');
    await support.page.getByRole('option', { name: words.noCountry }).click();
    await support.page.getByRole('status').getByText(words.noCountry).waitFor();

    expect((await tenant.live.patch('/settings', { phoneCountry: 'ZA' })).status).toBe(200);
    await eventually('the setting holds', async () => {
      const { text } = await tenant.live.get('/members?search=0825550012');
      return text.includes('"phoneCountry":"ZA"');
    });
    await page.goto(`${served.origin}/members?q=0825550012`);
    await page.getByRole('link', { name: 'Calls Home' }).waitFor();
    await page.keyboard.press('Control+k');
    await find.fill('082 555 0012');
    await page.getByRole('option', { name: 'Calls Home' }).waitFor();
    expect(await page.getByText(words.noCountry).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('keeps nobody out, in both themes, at three widths', async () => {
    const { page, complaints } = await served.open('/members');
    await page.getByRole('link', { name: 'Late Riser' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: findWords.title }).fill('found');
    await page.getByRole('option', { name: 'Zanele Found' }).waitFor();
    expect(await barriersInLooks(page, '.dialog')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
