import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { campaignWords } from '../../services/console/ui/words/campaigns.ts';
import { exportWords } from '../../services/console/ui/words/export.ts';
import { findWords } from '../../services/console/ui/pages/find/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { membersWords } from '../../services/console/ui/pages/members/words.ts';

const campaignCount = 120;

/** Presses «Export CSV» and returns the lines of the file. */
const exportedLines = async (page: Page): Promise<readonly string[]> => {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: exportWords.start }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text.slice(1).split('\r\n').slice(0, -1);
};

const rowsOf = (page: Page) => page.locator('tbody tr');

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describeInBrowser('lists', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let segmentId: string;

  beforeAll(async () => {
    tenant = await createTestTenant('lists');
    served = await startConsole(tenant);
    const names = Array.from({ length: campaignCount }, (_, n) => `Store ${n.toString().padStart(3, '0')}`);
    await activateCampaigns(
      tenant.live,
      names.slice(0, 6).map((name) => ({ name, earningRule: { type: 'FIXED_POINTS', points: 1 } })),
    );
    for (const name of names.slice(6))
      await tenant.live.post('/campaigns', { name, earningRule: { type: 'FIXED_POINTS', points: 1 } });
    for (const [externalRef, name, amount] of [
      ['card-1', 'Zoë', 1_000],
      ['card-2', '=HYPERLINK("https://example.com")', 2_000],
      ['card-3', 'Thandi, N.', null],
    ] as const) {
      await tenant.live.post('/members', { externalRef, name });
      if (amount !== null)
        await tenant.live.post('/transactions/evaluate', {
          transactionRef: `of-${externalRef}`,
          memberRef: externalRef,
          amount,
        });
    }
    const { body: found } = await tenant.live.get('/members?ref=card-2');
    const memberId = found.members[0]?.id ?? '';
    await tenant.live.post(`/members/${memberId}/ledger/adjust`, {
      points: 500,
      reason: 'Goodwill',
      ref: 'case-1',
    });
    segmentId = (await tenant.live.post('/segments', { name: 'Chosen', type: 'STATIC' })).body.id;
    await tenant.live.post(`/segments/${segmentId}/members`, { memberId });
  });
  afterAll(() => served.stop());

  it('a campaign among many is found by a part of its name, and the list is sorted, both in the address (C8)', async () => {
    const { page, complaints } = await served.open('/campaigns');
    await page.getByRole('columnheader', { name: campaignWords.points7 }).waitFor();
    await page.getByRole('columnheader', { name: campaignWords.cost7 }).waitFor();
    await page.getByRole('searchbox').fill('store 005');
    await page.getByText(words.allShown('1')).waitFor();
    await page.getByRole('link', { name: 'Store 005' }).waitFor();
    expect(searchOf(page)).toMatchObject({ q: 'store 005' });
    await page.getByRole('searchbox').fill('');
    await page.getByLabel(campaignWords.sort).selectOption('name');
    await page.getByRole('link', { name: 'Store 000' }).waitFor();
    expect(searchOf(page)).toMatchObject({ sort: 'name' });
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('Find asks the API for campaigns, however old they are (C8)', async () => {
    const { page, complaints } = await served.open('/campaigns');
    await rowsOf(page).first().waitFor();
    await page.keyboard.press('Control+k');
    const find = page.getByRole('combobox', { name: findWords.title });
    await find.fill('store 005');
    await page.getByRole('option', { name: 'Store 005', exact: true }).waitFor();
    await find.fill('store');
    await page.getByRole('option', { name: findWords.allCampaigns('store') }).click();
    await page.getByText(words.shown('50')).waitFor();
    expect(searchOf(page)).toMatchObject({ q: 'store' });
    expect(complaints).toEqual([]);
  });

  it('members are filtered and sorted in the address, and counted (C8)', async () => {
    const { page, complaints } = await served.open('/members');
    await page.getByText(membersWords.total('3'), { exact: true }).waitFor();
    await page.getByLabel(membersWords.sort).selectOption('balance');
    await page.getByRole('row').filter({ hasText: 'HYPERLINK' }).and(rowsOf(page).first()).waitFor();
    await page.getByLabel(membersWords.from).fill('1');
    await page.getByLabel(membersWords.from).press('Enter');
    await page.getByText(membersWords.total('2'), { exact: true }).waitFor();
    await page.getByLabel(membersWords.segment).selectOption(segmentId);
    await page.getByText(membersWords.total('1'), { exact: true }).waitFor();
    expect(searchOf(page)).toMatchObject({ sort: 'balance', from: '1', segment: segmentId });
    await page.getByLabel(membersWords.before).fill('2020-01-01');
    await page.getByText(membersWords.noMatchFilters).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('▲ what the filter says is exported as CSV, and a name that is a formula is a text (C10)', async () => {
    const { page, complaints } = await served.open('/members?from=1');
    await rowsOf(page).first().waitFor();
    const [head, ...rows] = await exportedLines(page);
    expect(head).toContain(exportWords.heads.reference);
    expect(rows.map((row) => row.split(',').slice(1, 3).join())).toEqual([
      'card-2,"\'=HYPERLINK(""https://example.com"")"',
      'card-1,Zoë',
    ]);
    await page.getByText(exportWords.done('2')).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([
    ['/campaigns', 1 + campaignCount],
    ['/rewards', 1],
    ['/audit-log', 2],
    ['/segments/', 2],
  ] as const)('%s is exported as a whole', async (path, linesMin) => {
    const { page, complaints } = await served.open(path === '/segments/' ? path + segmentId : path);
    await page.getByRole('button', { name: exportWords.start }).waitFor();
    const lines = await exportedLines(page);
    expect(lines.length).toBeGreaterThanOrEqual(linesMin);
    expect(lines[0]?.split(',').length).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
  });

  it('an export says how far it is, and can be cancelled', async () => {
    const { page } = await served.open('/campaigns');
    await rowsOf(page).first().waitFor();
    await page.route(/limit=200/, () => undefined);
    await page.getByRole('button', { name: exportWords.start }).click();
    await page.getByText(exportWords.rows('0')).waitFor();
    await page.getByRole('button', { name: exportWords.cancel }).click();
    await page.getByRole('button', { name: exportWords.start }).waitFor();
    expect(await page.getByRole('button', { name: exportWords.cancel }).count()).toBe(0);
  });

  it.each(['/', '/campaigns'])('%s prints without its frame, on white', async (path) => {
    const { page } = await served.open(path, { colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator('aside').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.locator('main button:visible').count()).toBe(0);
    const scheme = await page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme');
    expect(scheme).toBe('light');
    await page.emulateMedia({ media: null, colorScheme: null });
  });
  it('a member is enrolled by hand, and a second time nothing changes', async () => {
    const { page, complaints } = await served.open('/members');
    const enrol = async (name: string): Promise<void> => {
      await page.goto(`${served.origin}/members`);
      await page.getByRole('button', { name: membersWords.enrol.open }).click();
      await page.getByLabel(membersWords.enrol.externalRef, { exact: true }).fill('by-hand-1');
      await page.getByLabel(membersWords.enrol.name, { exact: true }).fill(name);
      expect(await barriersIn(page)).toEqual([]);
      await page.getByRole('button', { name: membersWords.enrol.submit, exact: true }).click();
    };
    await enrol('Lindiwe Dube');
    await page.getByRole('heading', { name: 'Lindiwe Dube' }).waitFor();
    await page.getByText(membersWords.enrol.done).waitFor();
    await enrol('Somebody Else');
    await page.getByText(membersWords.enrol.known).waitFor();
    await page.getByRole('heading', { name: 'Lindiwe Dube' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
