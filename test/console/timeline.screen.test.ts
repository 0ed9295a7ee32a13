import type { Page } from 'playwright-core';
import { noteWords } from '../../services/console/ui/pages/member/notes/words.ts';
import { timelineWords } from '../../services/console/ui/pages/member/timeline/words.ts';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { auditWords } from '../../services/console/ui/words/audit.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('notes and the timeline of a member', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('timeline');
    served = await startConsole(tenant);
    await activateCampaigns(tenant.live, [
      { name: 'One for each rand', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
    ]);
  });
  afterAll(() => served.stop());

  const enrol = async (externalRef: string, name: string): Promise<string> =>
    (await tenant.live.post('/members', { externalRef, name })).body.id;
  const card = (page: Page) => page.getByRole('region', { name: noteWords.title, exact: true });
  const timeline = (page: Page) => page.getByRole('region', { name: memberWords.tabs.timeline });
  const rowsOf = async (page: Page): Promise<readonly string[]> =>
    (await timeline(page).getByRole('row').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));

  const write = async (page: Page, text: string): Promise<void> => {
    await card(page).getByRole('button', { name: noteWords.open }).click();
    await page.getByLabel(noteWords.add.text, { exact: true }).fill(text);
    await page.getByRole('dialog').getByRole('button', { name: noteWords.add.submit }).click();
    await page.getByRole('heading', { name: noteWords.add.done }).waitFor();
  };

  it('support writes down a call, and the next colleague reads it with who wrote it and when', async () => {
    const id = await enrol('noted-1', 'Nomsa Calls');
    const { page, complaints } = await served.open(`/members/${id}`, { scope: 'support' });
    await card(page).getByText(noteWords.none).waitFor();
    await card(page).getByRole('button', { name: noteWords.open }).click();
    await page.getByRole('dialog').getByRole('button', { name: noteWords.add.submit }).click();
    await page.getByText(noteWords.add.missing).waitFor();
    await page.getByLabel(noteWords.add.text, { exact: true }).fill('Called about slip 7.\nWants a letter.');
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: noteWords.add.submit }).click();
    const note = card(page).getByRole('listitem');
    await note.getByText('Wants a letter.').waitFor();
    expect(await note.innerText()).toMatch(/Called about slip 7\.\nWants a letter\.\n[^]*\d\d:\d\d by /);

    const analyst = await served.open(`/members/${id}`, { scope: 'analyst' });
    await card(analyst.page).getByText('Wants a letter.').waitFor();
    expect(await card(analyst.page).getByRole('button', { name: noteWords.open }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('a note that is wrong is deleted after a question, and older ones are one click away', async () => {
    const id = await enrol('noted-2', 'Noah Often');
    for (const at of [1, 2, 3, 4, 5])
      await tenant.live.post(`/members/${id}/notes`, { text: `note ${at.toString()}` });
    const { page } = await served.open(`/members/${id}`);
    await card(page).getByText('note 5').waitFor();
    expect(await card(page).getByRole('listitem').count()).toBe(3);
    await card(page)
      .getByRole('button', { name: noteWords.more(2) })
      .click();
    await card(page).getByText('note 1').waitFor();
    await card(page).getByRole('listitem').filter({ hasText: 'note 4' }).getByRole('button').click();
    await page.getByRole('menuitem', { name: noteWords.remove.open }).click();
    await page.getByRole('dialog').getByRole('button', { name: noteWords.remove.submit }).click();
    await page.getByRole('heading', { name: noteWords.remove.done }).waitFor();
    await card(page).getByText('note 4').waitFor({ state: 'detached' });
    expect(await card(page).getByRole('listitem').count()).toBe(4);
  });

  it('everything about a member is one list, newest first, and narrowed by kind', async () => {
    const id = await enrol('timed', 'Thabo Times');
    const receipt = {
      transactionRef: 'slip-timed',
      memberRef: 'timed',
      amount: 15_000,
      storeRef: 'sea-point',
    };
    await postPersistently(tenant.live, '/transactions/evaluate', receipt);
    await tenant.live.post(`/members/${id}/suspend`, { reason: 'Card lost' });
    await tenant.live.post(`/members/${id}/reinstate`);
    const { page, complaints } = await served.open(`/members/${id}?tab=timeline`);
    await write(page, 'Has a new card');
    await timeline(page).getByText('Has a new card').waitFor();
    const rows = await rowsOf(page);
    const place = (text: string): number => rows.findIndex((row) => row.includes(text));
    const inOrder = [
      'Has a new card',
      auditWords.actions['member.reinstated'],
      auditWords.actions['member.suspended'],
      words.member.kinds.EARN,
      'slip-timed',
    ].map(place);
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
    expect(inOrder[0]).toBeGreaterThan(0);
    expect(rows[place('slip-timed')]).toMatch(/slip-timed at sea-point \d\d:\d\d R 150[.,]00/);
    expect(rows[place(words.member.kinds.EARN)]).toMatch(/balance 150 \d\d:\d\d \+150/);
    expect(rows.filter((row) => row.includes(auditWords.actions['member.note_added']))).toEqual([]);
    expect(await barriersIn(page)).toEqual([]);

    await timeline(page).getByRole('button', { name: timelineWords.all }).click();
    await page.getByRole('menuitemradio', { name: timelineWords.kinds.NOTE }).click();
    await timeline(page).getByText('slip-timed').waitFor({ state: 'detached' });
    await timeline(page).getByText('Has a new card').waitFor();
    expect(new URL(page.url()).searchParams.get('type')).toBe('NOTE');
    expect(complaints).toEqual([]);
  });

  it('who may not read the audit log sees that changes are missing', async () => {
    const id = await enrol('timed-2', 'Sipho Sees Less');
    await tenant.live.post(`/members/${id}/suspend`, { reason: 'Card lost' });
    await tenant.live.post(`/members/${id}/ledger/adjust`, { points: 5, reason: 'Goodwill' });
    const { page } = await served.open(`/members/${id}?tab=timeline`, { scope: 'support' });
    await timeline(page).getByText(timelineWords.unread(timelineWords.kinds.CHANGE)).waitFor();
    await timeline(page).getByText('Goodwill').waitFor();
    expect(await timeline(page).getByText(auditWords.actions['member.suspended']).count()).toBe(0);
  });
});
