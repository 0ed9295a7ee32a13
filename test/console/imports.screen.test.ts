import type { Page } from 'playwright-core';
import { importWords } from '../../services/console/ui/pages/imports/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, barriersInLooks, describeInBrowser, oddOf } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const { closing, differs, facts } = importWords;

/** Three members with 115 points, one of whom is here already. */
const lines = [
  { externalRef: 'customer-1', balance: 100, lifetimePoints: 4_000 },
  { externalRef: 'customer-2', balance: 15 },
  { externalRef: 'customer-3' },
];

const factOf = (page: Page, label: string) => page.locator('.facts li').filter({ hasText: label });

describeInBrowser('imports', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('imports');
    served = await startConsole(tenant);
    await tenant.live.post('/members', { externalRef: 'customer-3' });
  });
  afterAll(() => served.stop());

  it('somebody without imports is shown what one is, the command that begins one, and the guide', async () => {
    const { page, complaints } = await served.open('/imports?mode=test');
    await page.getByRole('heading', { name: importWords.noneTitle }).waitFor();
    const command = await page.locator('pre').innerText();
    for (const part of ['members import', '--check', `--tenant ${tenant.tenantId} --mode test`, '/v1 --key'])
      expect(command).toContain(part);
    await page.getByRole('button', { name: words.copy(importWords.command) }).waitFor();
    const guide = page.getByRole('link', { name: importWords.guide });
    const response = await page.request.get((await guide.getAttribute('href')) ?? '');
    expect(await response.text()).toContain('id="moving-in"');
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('an import that runs shows what it has brought in, and who opened it', async () => {
    await tenant.live.put('/imports/old-programme', { signedUp: true });
    const { page, complaints } = await served.open('/imports');
    await page.getByRole('row').filter({ hasText: 'old-programme' }).getByText('0').first().waitFor();
    await page.getByRole('link', { name: 'old-programme' }).click();
    await factOf(page, facts.members).getByText('0', { exact: true }).waitFor();
    await tenant.live.post('/imports/old-programme/lines', { lines });
    await factOf(page, facts.members).getByText('3', { exact: true }).waitFor();
    await factOf(page, facts.members).getByText(facts.created('2')).waitFor();
    await factOf(page, facts.points).getByText('115', { exact: true }).waitFor();
    await factOf(page, facts.lifetime).getByText('4,000', { exact: true }).waitFor();
    const details = page.getByRole('region', { name: importWords.details });
    await details.getByText('made by a test').waitFor();
    await details.getByText(importWords.signUps.none).waitFor();
    expect(await page.locator('pre').innerText()).toContain('--source old-programme --check');
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('closes an import with the numbers that somebody counted, and says where they differ', async () => {
    const { page, complaints } = await served.open('/imports/old-programme');
    await page.getByRole('button', { name: importWords.close }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: closing.submit });
    expect(await submit.isDisabled()).toBe(true);
    const [members, points] = [dialog.getByLabel(closing.members), dialog.getByLabel(closing.points)];
    await members.fill('4');
    await points.fill('many');
    await page.keyboard.press('Tab');
    await dialog.getByText(closing.notWhole).waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await points.fill('1,115');
    await submit.click();
    await dialog.getByText(differs.title).waitFor();
    expect(await dialog.getByRole('row').allInnerTexts()).toEqual([
      ['', importWords.members, importWords.points].join('\t'),
      [differs.counted, '4', '1,115'].join('\t'),
      [differs.imported, '3', '115'].join('\t'),
      [differs.difference, '−1', '−1,000'].join('\t'),
    ]);
    expect(await barriersInLooks(page, '[role=dialog]')).toEqual([]);
    expect(await points.inputValue()).toBe('1,115');
    await members.fill('3');
    await points.fill('115');
    await submit.click();
    await page.getByText(closing.done('old-programme')).waitFor();
    await page.getByRole('region', { name: importWords.over }).waitFor();
    expect(await page.getByRole('button', { name: importWords.close }).count()).toBe(0);
    expect((await tenant.live.get('/imports/old-programme')).body).toMatchObject({ state: 'CLOSED' });
    expect(await barriersIn(page)).toEqual([]);
    expect(oddOf(complaints)).toEqual([]);
  });

  it('who may not import finds no such page in the sidebar, and its address says which permission it needs', async () => {
    const { page } = await served.open('/imports', { scope: 'support' });
    await page.getByText(words.problem.notAllowedDetail('imports:write')).waitFor();
    expect(await page.getByRole('link', { name: importWords.title }).count()).toBe(0);
  });
});
