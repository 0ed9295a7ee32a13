import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { logWords } from '../../services/console/ui/pages/logs/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, tabTo } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('request logs', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('request logs of the console');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  /** Each of its own requests is listed, too: pages are asked for what they show by its path. */
  const areLogged = (...requestIds: readonly string[]) =>
    eventually('they are logged', async () => {
      const { text } = await tenant.test.get('/request-logs?limit=200&path=evaluate');
      return requestIds.every((requestId) => text.includes(requestId));
    });

  const send = async (body: object): Promise<string> => {
    const requestId = randomUUID();
    await tenant.test.post('/transactions/evaluate', body, { 'X-Request-Id': requestId });
    return requestId;
  };

  const sendLive = async (requestId: string, body: object): Promise<void> => {
    await tenant.live.post('/transactions/evaluate', body, { 'X-Request-Id': requestId });
    await eventually('it is listed', async () => {
      const { text } = await tenant.live.get(`/live-requests?requestId=${requestId}`);
      return text.includes(requestId);
    });
  };

  it('on the day of going live a refusal is found by its code, its key and its id, and says nothing about a person', async () => {
    const empty = await served.open('/logs');
    await empty.page.getByRole('region', { name: logWords.live.title }).waitFor();
    const [refused, sound] = [randomUUID(), randomUUID()];
    await sendLive(sound, { transactionRef: sound, memberRef: 'Lindiwe-7', amount: 100 });
    await sendLive(refused, { transactionRef: refused, memberRef: 'Lindiwe-7', amount: -1 });
    const { page, complaints } = await served.open('/logs');
    const list = page.getByRole('region', { name: logWords.live.title });
    await list.getByText(sound).waitFor();
    await list.getByLabel(logWords.live.outcome).selectOption('refused');
    await list.getByText(sound).waitFor({ state: 'detached' });
    const row = list.getByRole('row').filter({ hasText: refused });
    expect(await row.innerText()).toMatch(/POST \/transactions\/evaluate[^]*VALIDATION_ERROR[^]*400/);
    await list.getByLabel(logWords.live.code, { exact: true }).fill('VALIDATION_ERROR');
    await page.waitForURL(/code=VALIDATION_ERROR/);
    await list.getByLabel(logWords.live.key).selectOption({ index: 1 });
    await page.waitForURL(/key=/);
    await row.waitFor();
    await list.getByLabel(logWords.requestId, { exact: true }).fill(sound);
    await page.getByRole('heading', { name: logWords.noMatchTitle }).waitFor();
    expect(await page.content()).not.toContain('Lindiwe-7');
    expect(complaints).toEqual([]);
  });

  it('a request that was refused is found, read, and made again from its code', async () => {
    const requestId = await send({ transactionRef: 'receipt-9', memberRef: 'Mar\u202eyam', amount: -1 });
    await areLogged(requestId);
    const { page, complaints } = await served.open('/logs?mode=test');
    await page.getByRole('searchbox').fill('evaluate');
    await page.waitForURL(/path=evaluate/);
    await page.getByLabel(logWords.status).selectOption('400');
    await page.waitForURL(/status=400/);
    await page.getByText(words.allShown('1')).waitFor();
    await page.getByRole('link', { name: 'POST /transactions/evaluate' }).click();
    await page.waitForURL(/log=/);
    await page.getByText(requestId, { exact: true }).waitFor();
    await page.getByRole('region', { name: logWords.requestBody }).getByText('"Mar\\u202eyam"').waitFor();
    await page
      .getByRole('region', { name: logWords.responseBody })
      .getByText('"VALIDATION_ERROR"')
      .first()
      .waitFor();
    const code = page.getByRole('region', { name: words.code.title });
    const curl = await code.locator('pre').innerText();
    expect(curl).toContain('$LOYALTY_KEY');
    const again = spawnSync('sh', ['-c', curl.replace(/^curl/, 'curl -s')], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LOYALTY_KEY: tenant.keys.test },
    });
    expect(JSON.parse(again.stdout)).toMatchObject({
      code: 'VALIDATION_ERROR',
      context: { errors: [{ pointer: '/amount' }] },
    });
    await code.getByRole('button', { name: words.code.languages.typescript }).click();
    await code.getByText('await loyalty.evaluateTransaction(').waitFor();
    await page.reload();
    await page.getByText(requestId, { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('by keyboard alone the code of a request is reached', async () => {
    await areLogged(await send({ transactionRef: randomUUID(), memberRef: 'card-1', amount: 100 }));
    const { page, complaints } = await served.open('/logs?mode=test&path=evaluate');
    await page.getByRole('link', { name: 'POST /transactions/evaluate' }).first().waitFor();
    await tabTo(page, '/transactions/evaluate');
    await page.keyboard.press('Enter');
    await page.waitForURL(/log=/);
    await tabTo(page, words.code.languages.typescript);
    await page.keyboard.press('Enter');
    await page.getByText('await loyalty.evaluateTransaction(').waitFor();
    expect(complaints).toEqual([]);
  });

  it('a list grows by «Show more», and a filter that finds nothing says so', async () => {
    const sent = await Promise.all(
      Array.from({ length: 55 }, (_, at) =>
        send({ transactionRef: randomUUID(), memberRef: `card-${at.toString()}`, amount: 100 }),
      ),
    );
    await areLogged(...sent);
    const { page } = await served.open('/logs?mode=test&path=evaluate');
    await page.getByText(words.shown('50')).waitFor();
    await page.getByRole('button', { name: words.more }).click();
    await page.getByText(/^\d+ in total$/).waitFor();
    expect(await page.locator('.picks_pick').count()).toBeGreaterThanOrEqual(sent.length);
    await page.goto(`${served.origin}/logs?mode=test&path=nowhere-at-all`);
    await page.getByText(/^No matches/).waitFor();
  });

  it('who may only read sees them too; who may not reads which permission is missing', async () => {
    const { page } = await served.open('/logs?mode=test&path=evaluate', { scope: 'read' });
    await page.getByRole('link', { name: 'POST /transactions/evaluate' }).first().waitFor();
    await page.route('**/session', async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as object;
      await route.fulfill({ response, json: Object.assign(session, { permissions: [] }) });
    });
    await page.reload();
    await page.getByText(words.problem.notAllowedDetail('request-logs:read')).waitFor();
    expect(await page.getByRole('link', { name: logWords.title }).count()).toBe(0);
  });

  it('while the API is unavailable the page says so, and reads again by itself', async () => {
    const { page } = await served.open('/members?mode=test');
    await page.route(/request-logs/, (route) => route.abort());
    await page.goto(`${served.origin}/logs?mode=test&path=evaluate`);
    await page.getByText(words.problem.away).waitFor({ timeout: 60_000 });
    await page.unroute(/request-logs/);
    await page.getByRole('link', { name: 'POST /transactions/evaluate' }).first().waitFor();
    await page.getByText(words.problem.away).waitFor({ state: 'hidden' });
    expect(await page.getByRole('link', { name: 'POST /transactions/evaluate' }).count()).toBeGreaterThan(0);
  });

  it('nobody is kept out, in both themes, at three widths', async () => {
    const path = `/members/%E2%80%AE${'x'.repeat(600)}`;
    await tenant.test.patch(path, { name: 'Mar\u202eyam' });
    const { page, complaints } = await served.open('/logs?mode=test&path=xxx');
    const row = page.getByRole('link', { name: 'PATCH /members/' }).first();
    const isListed = async (): Promise<boolean> => {
      await page.getByRole('button', { name: logWords.refresh }).click();
      return row.isVisible();
    };
    await eventually('it is listed', isListed, { everyMs: 500 });
    expect(await barriersInLooks(page)).toEqual([]);
    await row.click();
    await page.getByRole('region', { name: logWords.requestBody }).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await page.goto(`${served.origin}/logs`);
    await page.getByRole('region', { name: logWords.live.title }).getByRole('row').first().waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
