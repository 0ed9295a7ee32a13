import { settingsWords } from '../../services/console/ui/pages/settings/words.ts';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import { segmentWords } from '../../services/console/ui/pages/segments/words.ts';
import { tryWords } from '../../services/console/ui/pages/campaign-form/try-it/words.ts';
import { webhookWords } from '../../services/console/ui/words/webhooks.ts';
import { faultWords } from '../../services/console/ui/words/faults.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { describeInBrowser, oddOf } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const { leave } = words;

describeInBrowser('what is typed', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  beforeAll(async () => {
    tenant = await createTestTenant('drafts of the console');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  it('a campaign that is typed is not left without a question, and can be brought back', async () => {
    const { page, complaints } = await served.open('/campaigns/new');
    const name = page.locator('[name="/name"]');
    const share = page.locator('[name="/earningRule/percentage"]');
    await name.fill('Summer');
    await share.fill('2');
    await page.getByRole('link', { name: words.pages.members }).click();
    await page.getByRole('button', { name: leave.stay }).click();
    expect([await name.inputValue(), await share.inputValue()]).toEqual(['Summer', '2']);
    await page.getByRole('link', { name: words.pages.members }).click();
    await page.getByRole('button', { name: leave.leave, exact: true }).click();
    await page.getByRole('heading', { name: words.pages.members, exact: true }).waitFor();
    await page.goBack();
    await page.getByText(leave.offer).waitFor();
    expect(await name.inputValue()).toBe('');
    await page.getByRole('button', { name: leave.restore }).click();
    expect([await name.inputValue(), await share.inputValue()]).toEqual(['Summer', '2']);
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.waitForURL(/\/edit/);
    await page.goto(`${new URL(page.url()).origin}/campaigns/new`);
    await name.waitFor();
    expect(await page.getByText(leave.offer).count()).toBe(0);
    // «Try it» asks the API what a draft still lacks, which a browser notes.
    expect(oddOf(complaints)).toEqual([]);
  });

  it('a reload asks, too, and a draft that is discarded is gone', async () => {
    const { page } = await served.open('/segments/new');
    await page.getByLabel(segmentWords.form.name).fill('Lapsed');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.getByRole('button', { name: leave.discard }).click();
    await page.reload();
    await page.getByLabel(segmentWords.form.name).waitFor();
    expect(await page.getByText(leave.offer).count()).toBe(0);
  });

  it('settings are a page of which nothing is lost, either', async () => {
    const { page } = await served.open('/settings');
    await page.locator('[name="/pointValueCents"]').fill('7');
    await page.getByRole('link', { name: words.pages.members }).click();
    await page.getByRole('button', { name: leave.stay }).click();
    await page.getByText(settingsWords.changes(1)).waitFor();
    await page.getByRole('button', { name: words.cancel }).click();
    expect(await page.locator('[name="/pointValueCents"]').inputValue()).toBe('0.01');
  });

  it('a dialog with something typed stays at a press beside it, and Escape asks', async () => {
    const { page } = await served.open('/webhooks');
    await page.getByRole('button', { name: webhookWords.add }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="/url"]').fill('https://erp.example.com/hook');
    await page.mouse.click(5, 5);
    expect(await dialog.locator('[name="/url"]').inputValue()).toBe('https://erp.example.com/hook');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: leave.stay }).click();
    expect(await dialog.locator('[name="/url"]').inputValue()).toBe('https://erp.example.com/hook');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: leave.leave, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('nothing is red before a field is left or sent, and then one sentence says what to do', async () => {
    const { page, calls, complaints } = await served.open('/campaigns/new');
    await page.locator('[name="/earningRule/percentage"]').fill('2');
    await page.getByText('+300', { exact: true }).first().waitFor();
    const before = calls.length;
    await page.getByRole('button', { name: tryWords.addLine }).click();
    await page.getByText(tryWords.notYet).waitFor();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    expect(calls.slice(before).filter((path) => path.endsWith('/explain'))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(faultWords.count(1)).waitFor();
    await page.getByText('Give it a name.').first().waitFor();
    await page.getByRole('button', { name: faultWords.jump }).click();
    await page.locator('[name="/name"]:focus').waitFor();
  });
});
