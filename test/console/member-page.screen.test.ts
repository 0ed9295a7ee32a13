import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { whyWords } from '../../services/console/ui/pages/why/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number): string =>
  `${new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)}T14:03:00.000Z`;

describeInBrowser('the page of a member', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('member page');
    served = await startConsole(tenant);
    const { body } = await tenant.live.post('/segments', { name: 'Regulars', type: 'STATIC' });
    segmentId = body.id;
    await activateCampaigns(tenant.live, [
      {
        name: 'One for each rand',
        earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
        redemptionRule: { pointsPerRand: 10 },
      },
    ]);
  });
  afterAll(() => served.stop());

  let segmentId = '';
  let members = 0;

  /** Enrols somebody of a story's own. */
  const enrol = async (name: string, more: object = {}) => {
    members += 1;
    const ref = `paged-${members.toString()}`;
    const { body } = await tenant.live.post('/members', Object.assign({ externalRef: ref, name }, more));
    const id: string = body.id;
    return { id, ref, path: `/members/${id}` };
  };

  const buy = async (memberRef: string, transactionRef: string, more: object = {}) => {
    const body = Object.assign({ transactionRef, memberRef, amount: 15_000 }, more);
    return postPersistently(tenant.live, '/transactions/evaluate', body);
  };

  const region = (page: Page, tab: keyof typeof memberWords.tabs) =>
    page.getByRole('region', { name: memberWords.tabs[tab] });
  const dialog = (page: Page) => page.getByRole('dialog');
  const choose = async (page: Page, action: string): Promise<void> => {
    await page.getByRole('button', { name: memberWords.more }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const head = (page: Page) => page.locator('.member-page_who');
  const dayOf = (page: Page, iso: string) =>
    page.evaluate(
      (at) =>
        new Intl.DateTimeFormat(undefined, {
          timeZone: 'UTC',
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          year: 'numeric',
        }).format(new Date(at)),
      iso,
    );

  it('▲ a receipt of R 512.00 of 17 days ago shows its day, its amount and its store, wherever it stands', async () => {
    const member = await enrol('Shows A Slip');
    const occurredAt = daysAgo(17);
    // The older purchase is stored last.
    await buy(member.ref, 'slip-of-today');
    await buy(member.ref, 'slip-512', { amount: 51_200, storeRef: 'sea-point', occurredAt });
    const { page, complaints } = await served.open(`${member.path}?tab=receipts`);
    const day = await dayOf(page, occurredAt);
    const row = region(page, 'receipts').getByRole('row').filter({ hasText: 'slip-512' });
    await row.getByText(/512[.,]00/).waitFor();
    expect(await row.innerText()).toMatch(/sea-point[^]*14:03[^]*stored/);
    const rows = await region(page, 'receipts').getByRole('row').allInnerTexts();
    expect(rows[3]).toBe(day);
    expect(rows[4]).toContain('slip-512');
    expect(rows[2]).toContain('slip-of-today');
    expect(rows[2]).not.toContain(memberWords.stored);

    await page.goto(`${served.origin}${member.path}`);
    const entry = region(page, 'ledger').getByRole('row').filter({ hasText: 'slip-512' });
    await entry.waitFor();
    expect(await entry.innerText()).toMatch(/512[.,]00[^]*sea-point[^]*14:03[^]*stored[^]*\+512/);
    await region(page, 'ledger').getByText(day).waitFor();

    await page.goto(`${served.origin}/why?receipt=slip-512`);
    const receipt = page.getByRole('region', { name: whyWords.receipt });
    await receipt.getByText(/512[.,]00/).waitFor();
    await receipt.getByText('sea-point').waitFor();
    await receipt.getByText(/, 14:03/).waitFor();
    expect(await page.getByLabel(whyWords.store, { exact: true }).inputValue()).toBe('sea-point');
    expect(complaints).toEqual([]);
  });

  it('▲ no reference of the console stands where the number of a slip is sought', async () => {
    const member = await enrol('Points By Hand');
    await buy(member.ref, 'slip-1');
    const { page } = await served.open(member.path);
    await page.getByRole('button', { name: memberWords.adjust.open }).click();
    await dialog(page).getByLabel(memberWords.adjust.points, { exact: true }).fill('5');
    await dialog(page).getByLabel(memberWords.adjust.reason).fill('Goodwill');
    await dialog(page).getByRole('button', { name: memberWords.adjust.give, exact: true }).last().click();
    await region(page, 'ledger').getByText('Goodwill').waitFor();
    expect(await region(page, 'ledger').innerText()).not.toContain('console-');
  });

  it('▲ support and an analyst see how a member is reached, and whether they may be', async () => {
    const phone = '+27 82 555 0012';
    const member = await enrol('Calls In', { phone, email: 'calls@example.com' });
    const consent = { memberId: member.id, purpose: 'MARKETING', channels: ['SMS'], source: 'form' };
    await tenant.live.post('/consent', Object.assign({ granted: true }, consent));
    for (const scope of ['support', 'analyst']) {
      const { page, complaints } = await served.open(member.path, { scope });
      const contact = page.getByRole('region', { name: memberWords.contact.label });
      await contact.getByText(phone).waitFor();
      await contact.getByRole('button', { name: words.copy(memberWords.contact.phone) }).waitFor();
      await contact.getByText('calls@example.com').waitFor();
      await contact.getByText('Marketing by SMS').waitFor();
      expect(complaints).toEqual([]);
    }
  });

  it('▲ suspending asks for a reason, and the page says since when and why until the member is reinstated', async () => {
    const member = await enrol('Held Back');
    const { page, complaints } = await served.open(member.path);
    await choose(page, memberWords.suspend.open);
    await dialog(page)
      .getByLabel(memberWords.suspend.reason)
      .selectOption({ label: memberWords.suspend.other });
    await dialog(page).getByRole('button', { name: memberWords.suspend.submit }).click();
    await dialog(page).getByText(memberWords.suspend.noReason).waitFor();
    await dialog(page).getByLabel(memberWords.suspend.ownReason).fill('Case 4711');
    await dialog(page).getByRole('button', { name: memberWords.suspend.submit }).click();
    await page.getByText(memberWords.suspend.done('Held Back')).waitFor();
    await head(page).getByText(words.states.suspended).waitFor();
    expect((await buy(member.ref, 'held-1')).status).toBe(403);
    await page.reload();
    const band = page.getByRole('status').filter({ hasText: memberWords.suspend.since('') });
    expect(await band.innerText()).toMatch(/\d{4}, \d\d:\d\d UTC[^]*Case 4711/);

    await choose(page, memberWords.reinstate.open);
    await head(page).getByText(words.states.active).waitFor();
    await band.waitFor({ state: 'detached' });
    expect((await buy(member.ref, 'held-2')).status).toBe(200);
    // Undone, the reason is the one of before.
    await page.getByRole('button', { name: words.undo }).last().click();
    await band.getByText('Case 4711').waitFor();
    await choose(page, memberWords.reinstate.open);
    await head(page).getByText(words.states.active).waitFor();
    await choose(page, memberWords.suspend.open);
    await dialog(page).getByRole('button', { name: memberWords.suspend.submit }).click();
    await band.getByText(memberWords.suspend.reasons[0] ?? '').waitFor();
    expect(complaints).toEqual([]);
  });

  it('▲ a receipt that came back whole says so in place of the button', async () => {
    const member = await enrol('All Back');
    for (const ref of ['all-back', 'half-back']) await buy(member.ref, ref, { amount: 20_000 });
    await tenant.live.post('/transactions/returns', {
      transactionRef: 'half-back',
      returnRef: 'half-back-1',
      amount: 10_000,
    });
    const { page, complaints } = await served.open(`${member.path}?tab=receipts&type=evaluate`);
    const row = (ref: string) => region(page, 'receipts').getByRole('row').filter({ hasText: ref });
    await row('all-back').getByRole('button', { name: memberWords.receipts.giveBack }).click();
    await dialog(page).getByRole('button', { name: memberWords.back.quote }).click();
    await dialog(page)
      .getByRole('button', { name: memberWords.back.submit('200') })
      .click();
    await row('all-back').getByText(memberWords.receipts.isReturned, { exact: true }).waitFor();
    expect(await row('all-back').getByRole('button').count()).toBe(0);
    await row('half-back').getByRole('button', { name: memberWords.receipts.giveBack }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('everything about a member is saved as one file, which says what each record is', async () => {
    const member = await enrol('Asks For Data');
    await buy(member.ref, 'asked-1');
    const { page, complaints } = await served.open(member.path);
    await choose(page, memberWords.export.open);
    expect(await barriersIn(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: memberWords.export.submit, exact: true }).click();
    const file = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as {
      records: { section: string; record: object }[];
    };
    expect(file.records[0]).toMatchObject({ section: 'member', record: { name: 'Asks For Data' } });
    expect(file.records.map(({ section }) => section)).toEqual(
      expect.arrayContaining(['ledger', 'transaction']),
    );
    await page.getByText(memberWords.export.detail).waitFor();
    expect(complaints).toEqual([]);
  });

  it('▲ an erased member has no name, no worth, no tier and no segments', async () => {
    const member = await enrol('Wants Out');
    await buy(member.ref, 'out-1');
    await tenant.live.post(`/segments/${segmentId}/members`, { memberId: member.id });
    const { page } = await served.open(member.path);
    await head(page).getByText('Regulars').waitFor();
    await page.getByText(/at the checkout/).waitFor();
    expect((await tenant.live.delete(member.path)).status).toBeLessThan(300);
    await page.reload();
    await page.getByRole('heading', { name: memberWords.erased, level: 1 }).waitFor();
    await head(page).getByText(words.states.anonymized, { exact: true }).waitFor();
    const shown = await page.locator('main').innerText();
    expect(shown).not.toMatch(/Regulars|at the checkout/);
    expect(await page.title()).toContain(memberWords.erased);
  });
});
