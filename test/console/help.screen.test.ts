import type { Page } from 'playwright-core';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { faultWords } from '../../services/console/ui/words/faults.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, focusIsOn, tabTo } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Chooses from the menu of rarer actions. */
const choose = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: memberWords.more }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** The client makes this many attempts, because a call that has a reference is repeated. */
const attemptsMax = 4;

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: memberWords.tabsLabel }).getByRole('link', { name }).click();

describeInBrowser('help for a member', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let members = 0;

  beforeAll(async () => {
    tenant = await createTestTenant('help');
    served = await startConsole(tenant);
    const one = { name: 'One for each rand', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } };
    const redemptionRule = { pointsPerRand: 10 };
    await activateCampaigns(tenant.live, [Object.assign({ redemptionRule }, one)]);
    await activateCampaigns(tenant.test, [
      one,
      { name: 'Welcome', earningRule: { type: 'SIGNUP_BONUS', points: 70 } },
    ]);
  });
  afterAll(() => served.stop());

  interface Enrolled {
    readonly id: string;
    readonly ref: string;
    readonly path: string;
  }

  /** Somebody of a story's own. */
  const enrol = async (name: string, mode: 'live' | 'test' = 'live'): Promise<Enrolled> => {
    members += 1;
    const ref = `helped-${members.toString()}`;
    const { body } = await tenant[mode].post('/members', {
      externalRef: ref,
      name,
      email: `${ref}@example.com`,
    });
    const id: string = body.id;
    return { id, ref, path: `/members/${id}${mode === 'test' ? '?mode=test' : ''}` };
  };

  const buy = (memberRef: string, transactionRef: string, amount = 15_000) =>
    postPersistently(tenant.live, '/transactions/evaluate', { transactionRef, memberRef, amount });

  const entriesOf = async ({ id }: Enrolled) => {
    const { text } = await tenant.live.get(`/members/${id}/ledger`);
    return (JSON.parse(text) as { entries: { points: number; description: string }[] }).entries;
  };

  it('a ledger of a thousand entries is read to its end, page by page', async () => {
    const member = await enrol('Thousand Entries');
    const items = Array.from({ length: 1_000 }, (_, at) => ({
      transactionRef: `thousand-${at.toString()}`,
      memberRef: member.ref,
      amount: 100 * (at + 1),
    }));
    expect((await tenant.live.post('/transactions/evaluate/bulk', { items })).status).toBe(200);
    const { page, complaints } = await served.open(member.path);
    const rows = page
      .getByRole('region', { name: memberWords.tabs.ledger })
      .locator('tbody tr:not(.table_group)');
    for (let shown = 50; shown < 1_000; shown += 50) {
      await rows.nth(shown - 1).waitFor();
      await page
        .getByRole('region', { name: memberWords.tabs.ledger })
        .getByRole('button', { name: words.more })
        .click();
      await rows.nth(shown).waitFor();
    }
    await rows.nth(999).getByText('thousand-0', { exact: true }).waitFor();
    expect(await rows.count()).toBe(1_000);
    expect(complaints).toEqual([]);
  });

  it('a double click on «Add points» is one entry', async () => {
    const member = await enrol('Twice Clicked');
    const { page, complaints } = await served.open(member.path);
    await page.getByRole('button', { name: memberWords.adjust.open }).click();
    await dialog(page).getByLabel(memberWords.adjust.points, { exact: true }).fill('250');
    await dialog(page).getByLabel(memberWords.adjust.reason).fill('Scanner counted twice');
    await dialog(page).getByRole('button', { name: memberWords.adjust.give, exact: true }).last().dblclick();
    await page
      .getByRole('region', { name: memberWords.tabs.ledger })
      .getByText('Scanner counted twice')
      .waitFor();
    await dialog(page).filter({ hasText: memberWords.adjust.direction }).waitFor({ state: 'detached' });
    expect(await entriesOf(member)).toMatchObject([{ points: 250, description: 'Scanner counted twice' }]);
    expect(complaints).toEqual([]);
  });

  it('a gift whose responses are lost, and that is then given again, is one entry, and the page says so', async () => {
    const member = await enrol('Lost Response');
    const { page } = await served.open(member.path);
    let lost = 0;
    await page.route(/ledger\/adjust/, async (route) => {
      if (lost === attemptsMax) return route.fallback();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: memberWords.adjust.open }).click();
    await dialog(page).getByRole('button', { name: memberWords.adjust.take }).click();
    await dialog(page).getByLabel(memberWords.adjust.points, { exact: true }).fill('1e3');
    await dialog(page).getByLabel(memberWords.adjust.reason).fill('Given by mistake');
    await dialog(page).getByRole('button', { name: memberWords.adjust.take }).last().click();
    await dialog(page).getByText(memberWords.adjust.pointsFault).waitFor();
    await dialog(page).getByRole('button', { name: memberWords.adjust.give }).click();
    await dialog(page).getByLabel(memberWords.adjust.points, { exact: true }).fill('40');
    await dialog(page).getByRole('button', { name: memberWords.adjust.give }).last().click();
    await dialog(page).getByRole('alert').waitFor();
    await dialog(page).getByRole('button', { name: memberWords.adjust.give }).last().click();
    await page.getByText(memberWords.adjust.already).waitFor();
    expect(await entriesOf(member)).toMatchObject([{ points: 40 }]);
    expect(lost).toBe(attemptsMax);
  });

  it('what the API says of a gift stands at its field, and what was typed stays', async () => {
    const { path } = await enrol('Faulty Gift');
    const { page } = await served.open(path);
    await page.getByRole('button', { name: memberWords.adjust.open }).click();
    await dialog(page).getByLabel(memberWords.adjust.points, { exact: true }).fill('5');
    await dialog(page).getByLabel(memberWords.adjust.expires).fill('2020-01-01');
    await dialog(page).getByRole('button', { name: memberWords.adjust.give, exact: true }).last().click();
    await dialog(page)
      .getByText(faultWords.fields['reason'] ?? '')
      .waitFor();
    await dialog(page).getByLabel(memberWords.adjust.reason).fill('For patience');
    await dialog(page).getByRole('button', { name: memberWords.adjust.give, exact: true }).last().click();
    await dialog(page).getByText('must be in the future').waitFor();
    expect(await dialog(page).getByLabel(memberWords.adjust.points, { exact: true }).inputValue()).toBe('5');
  });

  it('by keyboard alone points are given, and the focus comes back', async () => {
    const member = await enrol('By Keyboard');
    const { page, complaints } = await served.open(member.path);
    await page.getByRole('heading', { name: 'By Keyboard' }).waitFor();
    await tabTo(page, memberWords.adjust.open);
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] input:focus').waitFor();
    await page.keyboard.type('75');
    await page.keyboard.press('Tab');
    await page.keyboard.type('For the queue');
    await page.keyboard.press('Enter');
    await page.getByText(memberWords.adjust.given('75')).waitFor();
    await page.getByRole('region', { name: memberWords.tabs.ledger }).getByText('For the queue').waitFor();
    await focusIsOn(page, memberWords.adjust.open);
    expect(await entriesOf(member)).toMatchObject([{ points: 75 }]);
    expect(complaints).toEqual([]);
  });

  it('name and addresses are changed; what the API refuses stands at its field', async () => {
    const { path } = await enrol('Misspelled');
    const { page } = await served.open(path);
    await choose(page, memberWords.edit.open);
    await dialog(page).getByLabel(memberWords.edit.name).fill('Spelled Right');
    await dialog(page).getByLabel(memberWords.edit.email).fill('no address');
    await dialog(page).getByRole('button', { name: memberWords.edit.save }).click();
    await dialog(page).getByText('must be an e-mail address').waitFor();
    await dialog(page).getByLabel(memberWords.edit.email).fill('');
    await dialog(page).getByRole('button', { name: memberWords.edit.save }).click();
    await page.getByRole('heading', { name: 'Spelled Right' }).waitFor();
    expect((await tenant.live.get(path)).text).toContain('"email":null');
  });

  it('by keyboard alone a member is erased: typed wrong, then right, then gone from every page', async () => {
    const member = await enrol('Forget Me');
    await buy(member.ref, 'forget-1');
    const { page, complaints } = await served.open('/members');
    await page.getByRole('link', { name: 'Forget Me' }).click();
    await page.getByRole('region', { name: memberWords.tabs.ledger }).getByText('forget-1').waitFor();
    await page.getByRole('button', { name: memberWords.more }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: memberWords.erase.open }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] input:focus').waitFor();
    await page.keyboard.type('helped');
    await page.keyboard.press('Enter');
    expect(await dialog(page).getByRole('button', { name: memberWords.erase.submit }).isDisabled()).toBe(
      true,
    );
    await page.keyboard.type(member.ref.slice('helped'.length));
    await page.keyboard.press('Enter');
    await page.locator('.member-page_who').getByText(words.states.anonymized, { exact: true }).waitFor();
    await page.getByRole('region', { name: memberWords.tabs.ledger }).getByText('forget-1').waitFor();
    expect(await page.getByRole('button', { name: memberWords.adjust.open }).count()).toBe(0);
    const shown = () => page.locator('body').innerText();
    expect(await shown()).not.toMatch(/Forget Me|helped-\d+/);
    await page.goBack();
    await page.getByRole('heading', { name: words.pages.members }).waitFor();
    await page.getByRole('link', { name: 'By Keyboard' }).waitFor();
    expect(await page.getByText('Forget Me').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.locator('input[role="combobox"]').fill('Forget Me');
    await page.getByText(/\d results?$/).waitFor();
    expect(await page.getByRole('option', { name: 'Forget Me', exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('a return is looked at first, then made; the receipt says what came back of it', async () => {
    const member = await enrol('Brings Back');
    await buy(member.ref, 'back-1', 20_000);
    const { page, complaints } = await served.open(`${member.path}?tab=receipts`);
    const receipts = page.getByRole('region', { name: memberWords.tabs.receipts });
    await receipts.getByText(memberWords.receipts.from('One for each rand')).waitFor();
    await receipts.getByRole('button', { name: memberWords.receipts.giveBack }).click();
    await dialog(page).getByRole('button', { name: memberWords.back.part }).click();
    await dialog(page).getByLabel(memberWords.back.amount).fill('50');
    await dialog(page).getByRole('button', { name: memberWords.back.quote }).click();
    await dialog(page)
      .getByRole('region', { name: memberWords.back.takes })
      .getByText('150', { exact: true })
      .waitFor();
    expect(await entriesOf(member)).toHaveLength(1);
    await dialog(page)
      .getByRole('button', { name: memberWords.back.submit('50') })
      .click();
    await page.getByText(memberWords.back.donePart).waitFor();
    await receipts.getByText(memberWords.receipts.ofReceipt('back-1')).waitFor();
    expect((await entriesOf(member)).map(({ points }) => points)).toEqual([-50, 200]);
    await receipts.getByRole('button', { name: memberWords.receipts.giveBack }).click();
    await dialog(page)
      .getByText(/50\.00 of .*200\.00 has been returned already/)
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('an open authorization is captured, or voided', async () => {
    const member = await enrol('At Checkout');
    await buy(member.ref, 'checkout-1', 100_000);
    for (const transactionRef of ['hold-1', 'hold-2'])
      expect(
        (
          await tenant.live.post('/transactions/redeem/authorize', {
            transactionRef,
            memberRef: member.ref,
            pointsRequested: 100,
            amount: 50_000,
          })
        ).status,
      ).toBe(200);
    const { page, complaints } = await served.open(member.path);
    const open = page.getByRole('region', { name: memberWords.open.title });
    await open
      .locator('li', { hasText: 'hold-1' })
      .getByRole('button', { name: memberWords.open.endings.release.submit })
      .click();
    await dialog(page).getByRole('button', { name: memberWords.open.endings.release.submit }).click();
    await page.getByText(memberWords.open.released('100')).waitFor();
    await open
      .locator('li', { hasText: 'hold-2' })
      .getByRole('button', { name: memberWords.open.endings.capture.submit })
      .click();
    await dialog(page).getByRole('button', { name: memberWords.open.endings.capture.submit }).click();
    await open.waitFor({ state: 'detached' });
    expect((await entriesOf(member)).map(({ points }) => points)).toEqual([100, -100, -100, 1_000]);
    expect(complaints).toEqual([]);
  });

  it('a consent is recorded, and what counts now is said', async () => {
    const { path } = await enrol('Says Yes');
    const { page } = await served.open(`${path}?tab=consents`);
    await page.getByText(memberWords.consent.none).waitFor();
    await choose(page, memberWords.consent.open);
    await dialog(page).getByLabel(memberWords.channels.SMS).check();
    await dialog(page).getByRole('button', { name: memberWords.consent.save }).click();
    await dialog(page).getByText(faultWords.required).waitFor();
    await dialog(page).getByLabel(memberWords.consent.source).fill('call centre');
    await dialog(page).getByRole('button', { name: memberWords.consent.save }).click();
    await page.getByText('Marketing · Email · SMS').waitFor();
    expect(await page.getByText(memberWords.consent.granted).count()).toBe(3);
  });

  it('in test a lifecycle event is sent, and fires', async () => {
    const { path } = await enrol('Signs Up', 'test');
    const { page, complaints } = await served.open(path);
    await choose(page, memberWords.event.open);
    await dialog(page).getByRole('button', { name: memberWords.event.send }).click();
    await page.getByRole('heading', { name: '70 points' }).waitFor();
    await page.getByRole('region', { name: memberWords.tabs.ledger }).getByText('Welcome').waitFor();
    await openTab(page, memberWords.tabs.events);
    await page.getByText('lifecycle.signup').waitFor();
    await openTab(page, memberWords.tabs.figures);
    await page.getByRole('cell', { name: '0', exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('a person who may read sees all of it, and each action says which permission it needs', async () => {
    const member = await enrol('Only Looked At');
    await buy(member.ref, 'looked-1');
    const { page, complaints } = await served.open(`${member.path}?tab=receipts`, { scope: 'read' });
    const give = page.getByRole('button', { name: memberWords.adjust.open });
    expect(await give.getAttribute('aria-disabled')).toBe('true');
    expect(await give.innerText()).toContain(words.needsPermission('points:adjust'));
    await give.click({ force: true });
    expect(await dialog(page).count()).toBe(0);
    const back = page.getByRole('button', { name: memberWords.receipts.giveBack });
    expect(await back.innerText()).toContain(words.needsPermission('transactions:return'));
    await page.getByRole('button', { name: memberWords.more }).click();
    await page.getByRole('menuitem', { name: memberWords.erase.open }).waitFor();
    const items = await page.getByRole('menuitem').all();
    expect(await Promise.all(items.map((item) => item.getAttribute('aria-disabled')))).toEqual(
      items.map(() => 'true'),
    );
    expect(await items.at(-1)?.innerText()).toContain(words.needsPermission('members:erase'));
    expect(complaints).toEqual([]);
  });

  it('tabs are read when they are opened; a window reads three things at a time at most', async () => {
    const { path } = await enrol('Ten Lists');
    const { page, calls, complaints } = await served.open('about:blank');
    let [running, most] = [0, 0];
    await page.route(/\/api\//, async (route) => {
      running += 1;
      most = Math.max(most, running);
      const response = await route.fetch();
      running -= 1;
      await route.fulfill({ response });
    });
    await page.goto(served.origin + path);
    await page.getByText(memberWords.facts.noEntries).waitFor();
    // The current consents stand in the head of the page.
    const ofTabs = () =>
      calls.filter((call) => /transactions\?|\/events|\/consents\?limit=25|\/stats/.test(call));
    expect(ofTabs()).toEqual([]);
    for (const tab of Object.values(memberWords.tabs).slice(1)) await openTab(page, tab);
    await page.getByText(memberWords.figures.windows.ever, { exact: true }).waitFor();
    expect(ofTabs()).toHaveLength(4);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(3);
    expect(complaints).toEqual([]);
  });

  it('twenty people open members at once, and nobody is turned away', async () => {
    const paths = await Promise.all(Array.from({ length: 20 }, (_, at) => enrol(`At Once ${at.toString()}`)));
    const statuses: number[] = [];
    const windows = await Promise.all(paths.map(() => served.open('about:blank', { width: 320 })));
    await Promise.all(
      windows.map(async ({ page }, at) => {
        page.on('response', (response) => statuses.push(response.status()));
        await page.goto(served.origin + (paths[at]?.path ?? ''));
        await page.getByText(memberWords.facts.noEntries).waitFor();
      }),
    );
    expect(statuses.filter((status) => status >= 400)).toEqual([]);
    await Promise.all(windows.map(({ page }) => page.context().close()));
  });

  it('keeps nobody out, in both themes, at three widths', async () => {
    const member = await enrol('Looked At');
    await buy(member.ref, `looks-${member.id}`);
    const { page, complaints } = await served.open(`${member.path}?tab=receipts`);
    await page.getByRole('button', { name: memberWords.receipts.giveBack }).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    for (const [tab, text] of [
      [memberWords.tabs.rewards, memberWords.rewards.none],
      [memberWords.tabs.events, memberWords.events.none],
      [memberWords.tabs.consents, memberWords.consent.none],
      [memberWords.tabs.figures, memberWords.figures.windows.ever],
    ] as const) {
      await openTab(page, tab);
      await page.getByText(text, { exact: true }).waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
    }
    await page.getByRole('button', { name: memberWords.adjust.open }).click();
    await dialog(page).getByLabel(memberWords.adjust.points, { exact: true }).waitFor();
    expect(await barriersInLooks(page, '.dialog')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
