import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
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

  it('of live requests nothing is kept, and the page says where to look', async () => {
    const { page, calls, complaints } = await served.open('/logs');
    await page.getByText('Requests are kept in test only').waitFor();
    expect(calls.filter((path) => path.includes('request-logs'))).toEqual([]);
    await page.getByRole('link', { name: 'Look at test' }).click();
    await page.getByText('nothing here reaches a customer').waitFor();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('a request that was refused is found, read, and made again from its code', async () => {
    const requestId = await send({ transactionRef: 'receipt-9', memberRef: 'Mar\u202eyam', amount: -1 });
    await areLogged(requestId);
    const { page, complaints } = await served.open('/logs?mode=test');
    await page.getByRole('searchbox').fill('evaluate');
    await page.waitForURL(/path=evaluate/);
    await page.getByLabel('Status').selectOption('400');
    await page.waitForURL(/status=400/);
    await page.getByText('1, all shown').waitFor();
    await page.getByRole('link', { name: 'POST /transactions/evaluate' }).click();
    await page.waitForURL(/log=/);
    await page.getByText(requestId, { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Sent' }).getByText('"Mar\\u202eyam"').waitFor();
    await page.getByRole('region', { name: 'Came back' }).getByText('"VALIDATION_ERROR"').first().waitFor();
    const code = page.getByRole('region', { name: 'Code' });
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
    await code.getByRole('button', { name: 'TypeScript' }).click();
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
    await tabTo(page, 'TypeScript');
    await page.keyboard.press('Enter');
    await page.getByText('await loyalty.evaluateTransaction(').waitFor();
    expect(complaints).toEqual([]);
  });

  it('a list grows by «More», and a filter that finds nothing says so', async () => {
    const sent = await Promise.all(
      Array.from({ length: 55 }, (_, at) =>
        send({ transactionRef: randomUUID(), memberRef: `card-${at.toString()}`, amount: 100 }),
      ),
    );
    await areLogged(...sent);
    const { page } = await served.open('/logs?mode=test&path=evaluate');
    await page.getByText('50 shown').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByText(/^\d+, all shown$/).waitFor();
    expect(await page.locator('.picks_pick').count()).toBeGreaterThanOrEqual(sent.length);
    await page.goto(`${served.origin}/logs?mode=test&path=nowhere-at-all`);
    await page.getByText(/^Nothing matches/).waitFor();
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
    await page.getByText('It needs the permission «request-logs:read»').waitFor();
    expect(await page.getByRole('link', { name: 'Request logs' }).count()).toBe(0);
  });

  it('while the API is away the page says so, and reads anew when it is asked to', async () => {
    const { page } = await served.open('/members?mode=test');
    await page.route(/request-logs/, (route) => route.abort());
    await page.goto(`${served.origin}/logs?mode=test&path=evaluate`);
    await page.getByRole('alert').waitFor({ timeout: 60_000 });
    await page.unroute(/request-logs/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'POST /transactions/evaluate' }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('nobody is kept out, in both themes, at three widths', async () => {
    const path = `/members/%E2%80%AE${'x'.repeat(600)}`;
    await tenant.test.patch(path, { name: 'Mar\u202eyam' });
    const { page, complaints } = await served.open('/logs?mode=test&path=xxx');
    const row = page.getByRole('link', { name: 'PATCH /members/' }).first();
    const isListed = async (): Promise<boolean> => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return row.isVisible();
    };
    await eventually('it is listed', isListed, { everyMs: 500 });
    expect(await barriersInLooks(page)).toEqual([]);
    await row.click();
    await page.getByRole('region', { name: 'Sent' }).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await page.goto(`${served.origin}/logs`);
    await page.getByText('Requests are kept in test only').waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
