import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { verifyWebhook } from '@loyalty/client/webhooks';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { startTestServer, type TestServer, wholeRequests } from '@loyalty/testkit/servers';
import { deliveryWords, replayWords } from '../../services/console/ui/pages/webhook/words.ts';
import { webhookWords } from '../../services/console/ui/words/webhooks.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, barriersInLooks, describeInBrowser, tabTo, type Watched } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

type Received = Parameters<Parameters<typeof wholeRequests>[0]>[0];

/** A server of the shop, which responds to each path with the status that a test has set. */
interface Shop {
  readonly server: TestServer;
  readonly received: Received[];
  readonly statuses: Map<string, number>;
}

const openShop = async (): Promise<Shop> => {
  const received: Received[] = [];
  const statuses = new Map<string, number>();
  const server = await startTestServer(
    wholeRequests((request, response) => {
      received.push(request);
      const status = statuses.get(request.path) ?? 204;
      response.writeHead(status).end(status === 204 ? '' : `said ${status.toString()} \u202e<b>`);
    }),
  );
  return { server, received, statuses };
};

const textsOfLogs = (): string => {
  const folder = join(readLocalStack().home, 'logs');
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
};

describeInBrowser('webhooks', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let shop: Shop;

  beforeAll(async () => {
    tenant = await createTestTenant('webhooks of the console');
    [served, shop] = await Promise.all([startConsole(tenant), openShop()]);
  });
  afterAll(async () => {
    await served.stop();
    await shop.server.close();
  });

  const addBy = async (
    path: string,
    events: readonly string[] = ['transaction.processed'],
  ): Promise<string> => {
    const { body } = await tenant.test.post('/webhooks', { url: shop.server.origin + path, events });
    return body.id;
  };

  const sell = (transactionRef: string = randomUUID(), memberRef = 'card-2041') =>
    tenant.test.post('/transactions/evaluate', { transactionRef, memberRef, amount: 15_000 });

  const arrivedAt = (path: string) => shop.received.filter((request) => request.path === path);

  it('▲ who has none reads what they are; a double press adds one, and its secret is shown once', async () => {
    const { page, complaints } = await served.open('/webhooks?mode=test', { isNew: true });
    await page.getByRole('heading', { name: webhookWords.noneTitle }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('button', { name: webhookWords.add }).click();
    await page.getByRole('textbox', { name: webhookWords.form.url }).fill('nowhere');
    await submit(page, webhookWords.add);
    await page
      .getByText('must be', { exact: false })
      .or(page.locator('.field_fault:not(:empty)'))
      .first()
      .waitFor();
    expect(await page.getByRole('textbox', { name: webhookWords.form.url }).inputValue()).toBe('nowhere');
    await page.getByRole('textbox', { name: webhookWords.form.url }).fill(`${shop.server.origin}/added`);
    // Both before the page is drawn again, as a fast double click on a slow machine.
    await page.evaluate(
      "for (const form of document.querySelectorAll('.dialog form')) { form.requestSubmit(); form.requestSubmit(); }",
    );
    await page.getByRole('heading', { name: webhookWords.secret.title }).waitFor();
    await page.keyboard.press('Escape');
    const secret = await page.locator('.secret-shown_secret code').innerText();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await barriersIn(page, '.dialog')).toEqual([]);
    await page.getByRole('button', { name: webhookWords.secret.done }).click();
    await page.getByText(deliveryWords.noneTitle).waitFor();
    await judgeHidden(page, secret);
    await page.goBack();
    await page.getByRole('link', { name: '/added' }).waitFor();
    expect(await page.getByRole('link', { name: '/added' }).count()).toBe(1);
    await sell();
    await eventually('the shop has it', () => arrivedAt('/added').length > 0);
    const [{ body, headers } = { body: Buffer.alloc(0), headers: {} }] = arrivedAt('/added');
    expect((await verifyWebhook({ body, headers, secrets: [secret] })).event).toMatch(
      /^(member|transaction)\./,
    );
    await judgeHidden(page, secret);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  /**
   * Nothing of a secret is left: not in the page, its memory, address and storage, and in no log of a
   * process.
   */
  const judgeHidden = async (page: Page, secret: string): Promise<void> => {
    const left = await page.evaluate<string>(
      `[document.documentElement.outerHTML, location.href, JSON.stringify(history.state), JSON.stringify(localStorage),
        JSON.stringify(sessionStorage), ...[...document.querySelectorAll('input')].map(({ value }) => value),
        ...performance.getEntries().map(({ name }) => name)].join('\\n')`,
    );
    expect(left).not.toContain(secret);
    await eventually('the memory of the page has forgotten it', async () => {
      const memory = await memoryOf(page);
      return memory.includes('Webhooks') && !memory.includes(secret);
    });
    const logs = textsOfLogs();
    expect(logs.length).toBeGreaterThan(0);
    expect(logs).not.toContain(secret);
  };

  it('what the API says of a field stands at that field, and what was typed stays', async () => {
    const { page } = await served.open('/webhooks?mode=test');
    await page.getByRole('button', { name: webhookWords.add }).click();
    const address = page.getByRole('textbox', { name: webhookWords.form.url });
    const wrong = [
      'nowhere',
      'ftp://example.com/',
      'https://me@example.com/',
      'https://example.com:22/',
      '\u202e',
    ];
    for (const url of wrong) {
      await address.fill(url);
      const refused = page.waitForResponse((response) => response.request().method() === 'POST');
      await submit(page, webhookWords.add);
      expect((await refused).status()).toBe(400);
      await page.locator('input[type="url"][aria-invalid="true"]').waitFor();
      expect(await address.inputValue()).toBe(url);
    }
    await address.fill('https://example.com/');
    await dialogOf(page).getByRole('button', { name: webhookWords.form.which.some }).click();
    await dialogOf(page).getByRole('button', { name: webhookWords.form.whose.own }).click();
    await page.getByLabel(webhookWords.form.own).fill('short');
    await submit(page, webhookWords.add);
    await page.locator('input[type="password"][aria-invalid="true"]').waitFor();
    await page.locator('fieldset > .field_fault:not(:empty)').first().waitFor();
    expect(await address.getAttribute('aria-invalid')).toBeNull();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'example.com' }).count()).toBe(0);
  });

  it('a secret is rotated: the new one is shown once and signs, and the code has none', async () => {
    const webhookId = await addBy('/rotated');
    const { page } = await served.open(`/webhooks/${webhookId}?mode=test`);
    await chooseAction(page, webhookWords.rotate);
    await dialogOf(page).getByRole('button', { name: words.code.title }).click();
    await page.getByText('"secret":"YOUR-SECRET"').waitFor();
    await page.keyboard.press('Escape');
    await submit(page, webhookWords.rotation.submit);
    await page.getByRole('heading', { name: webhookWords.secret.title }).waitFor();
    const secret = await page.locator('.secret-shown_secret code').innerText();
    await page.getByRole('button', { name: webhookWords.secret.done }).click();
    await page.locator('.secret-shown_secret').waitFor({ state: 'detached' });
    await judgeHidden(page, secret);
    await page.getByRole('button', { name: webhookWords.test }).click();
    await eventually('the shop has it', () => arrivedAt('/rotated').length > 0);
    const [{ body, headers } = { body: Buffer.alloc(0), headers: {} }] = arrivedAt('/rotated');
    expect((await verifyWebhook({ body, headers, secrets: [secret] })).event).toBe('webhook.test');
  });

  it('a failed delivery is found and read; the endpoint is enabled again, and what it missed is replayed', async () => {
    const webhookId = await addBy('/fails');
    shop.statuses.set('/fails', 410);
    await sell('till-0417-88213', 'card-\u202e2041');
    const { page, complaints } = await served.open('/webhooks?mode=test', { isKept: true });
    await page.getByRole('row', { name: '/fails' }).getByText(webhookWords.disabled.GONE).waitFor();
    await page.getByRole('link', { name: '/fails' }).click();
    await page.getByRole('heading', { name: '/fails' }).waitFor();
    await page.getByRole('button', { name: deliveryWords.filters.failed, exact: true }).click();
    await page.waitForURL(/show=failed/);
    await page.getByRole('link', { name: 'transaction.processed' }).click();
    await page.waitForURL(/delivery=/);
    await page.getByText(deliveryWords.first).waitFor();
    await page.getByText('said 410 \\u202e<b>').waitFor();
    const body = page.getByRole('region', { name: deliveryWords.body });
    await body.getByText('"till-0417-88213"').waitFor();
    await body.getByText('"card-\\u202e2041"').waitFor();
    expect(await page.getByRole('button', { name: deliveryWords.sendAgain }).getAttribute('title')).toBe(
      deliveryWords.whileDisabled,
    );
    await page.reload();
    await body.getByText('"till-0417-88213"').waitFor();

    await page.getByRole('link', { name: `${webhookWords.title} 1 ${words.waiting}` }).waitFor();
    shop.statuses.delete('/fails');
    await page.getByRole('button', { name: webhookWords.enable }).click();
    await page.getByText(webhookWords.isEnabled).waitFor();
    await page.getByText(words.waiting).waitFor({ state: 'detached' });
    await page.getByText(webhookWords.states.ACTIVE, { exact: true }).waitFor();
    await page.getByRole('button', { name: deliveryWords.sendAgain }).click();
    await page.getByText(deliveryWords.isSentAgain).first().waitFor();
    await page.getByText(deliveryWords.replayOf).waitFor();
    await page.locator('.webhook-page_tries').getByText('204 in').waitFor();
    await eventually('the shop has it', () => arrivedAt('/fails').length === 2);
    const [first, again] = arrivedAt('/fails').map(({ headers }) => headers['webhook-id']);
    expect(again).toBe(first);

    await page.getByRole('button', { name: replayWords.open }).click();
    await dialogOf(page).getByRole('button', { name: replayWords.fills.hour }).click();
    await page.getByLabel(replayWords.only).selectOption('ALL');
    await submit(page, replayWords.submit);
    await page.getByText(/^Replay(ing|ed)$/).waitFor();
    expect(complaints).toEqual([]);
    replaying = { page, webhookId };
  });

  /** It makes the deliveries of the last minute once that is over, so its end is seen by the last test. */
  let replaying: { readonly page: Page; readonly webhookId: string } | null = null;

  it('an endpoint is disabled at once, and that is undone; another address is given; it is deleted by its name', async () => {
    await addBy('/changed');
    const { page, complaints } = await served.open('/webhooks?mode=test');
    await page.getByRole('link', { name: '/changed' }).click();
    await chooseAction(page, webhookWords.disable);
    await page.getByText(webhookWords.disabled.MANUAL).waitFor();
    await page.getByRole('button', { name: words.undo }).click();
    await page.getByText(webhookWords.states.ACTIVE, { exact: true }).waitFor();
    await chooseAction(page, webhookWords.edit);
    await page.getByRole('textbox', { name: webhookWords.form.url }).fill(`${shop.server.origin}/elsewhere`);
    await dialogOf(page).getByRole('button', { name: webhookWords.form.which.all }).click();
    await submit(page, webhookWords.form.save);
    await page.getByRole('heading', { name: '/elsewhere' }).waitFor();
    await page.getByText(webhookWords.allEvents).waitFor();
    await chooseAction(page, webhookWords.remove);
    const typed = dialogOf(page).getByRole('textbox');
    await typed.fill('elsewhere');
    expect(
      await dialogOf(page).getByRole('button', { name: webhookWords.deletion.submit }).isDisabled(),
    ).toBe(true);
    await typed.fill(new URL(shop.server.origin).host);
    await submit(page, webhookWords.deletion.submit);
    await page.getByRole('heading', { name: webhookWords.title, level: 1 }).waitFor();
    await page.getByText(webhookWords.deletion.done).first().waitFor();
    expect(await page.getByRole('link', { name: '/elsewhere' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each(['read', 'write'] as const)('who may only %s sees no webhooks, and reads why', async (scope) => {
    const webhookId = await addBy(`/hidden-${scope}`);
    const { page, calls } = await served.open(`/webhooks/${webhookId}?mode=test`, { scope });
    await page.getByText(words.problem.notAllowedDetail('webhooks:read')).waitFor();
    expect(await page.getByRole('link', { name: webhookWords.title }).count()).toBe(0);
    expect(calls.filter((path) => path.includes('/webhooks'))).toEqual([]);
  });

  it('deliveries are read each 3 s, and not in a tab that nobody sees', async () => {
    const webhookId = await addBy('/polled');
    const watched = await served.open('/members?mode=test', { isNew: true });
    const { page } = watched;
    await page.clock.install();
    await page.goto(`${served.origin}/webhooks/${webhookId}?mode=test`);
    await page.getByText(deliveryWords.noneTitle).waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await settled(watched);
    const count = () => watched.calls.filter((path) => path.includes('/deliveries')).length;
    const before = count();
    for (let times = 1; times <= 3; times += 1) {
      const read = page.waitForResponse(/\/deliveries/);
      await page.clock.runFor(3_000);
      await read;
      await settled(watched);
      expect(count()).toBe(before + times);
    }
    await setVisible(page, false);
    await page.clock.runFor(60_000);
    expect(count()).toBe(before + 3);
    const read = page.waitForResponse(/\/deliveries/);
    await setVisible(page, true);
    await page.clock.runFor(3_000);
    await read;
  });

  it('by keyboard alone a delivery is found, and sent again', async () => {
    const webhookId = await addBy('/keys');
    await sell();
    await eventually('the shop has it', () => arrivedAt('/keys').length === 1);
    const { page } = await served.open(`/webhooks/${webhookId}?mode=test`);
    await page.getByText('204 in').waitFor();
    await tabTo(page, 'transaction.processed');
    await page.keyboard.press('Enter');
    await page.waitForURL(/delivery=/);
    await tabTo(page, deliveryWords.sendAgain);
    await page.keyboard.press('Enter');
    await page.getByText(deliveryWords.replayOf).waitFor();
    await eventually('the shop has it again', () => arrivedAt('/keys').length === 2);
    await page.getByRole('button', { name: webhookWords.more }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: webhookWords.edit }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: webhookWords.form.edit }).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe(webhookWords.more);
  });

  it('▲ while the API is unavailable nothing that was typed is lost, and what may have been done is read again', async () => {
    const webhookId = await addBy('/away');
    const { page } = await served.open(`/webhooks/${webhookId}?mode=test`);
    await page.getByText(deliveryWords.noneTitle).waitFor();
    await page.route(/\/api\//, (route) => route.abort());
    await page.getByRole('button', { name: webhookWords.test }).click();
    await page.locator('.toasts_toast[data-tone="bad"]').waitFor();
    await page.getByText(deliveryWords.noneTitle).waitFor();
    await page.unroute(/\/api\//);
    await page.goto(`${served.origin}/webhooks?mode=test`);
    await page.getByRole('button', { name: webhookWords.add }).click();
    await page.getByRole('textbox', { name: webhookWords.form.url }).fill(`${shop.server.origin}/cut`);
    // The response is lost, the webhook is not.
    await page.route(/\/webhooks$/, async (route) => {
      if (route.request().method() === 'POST') {
        await route.fetch();
        await route.abort();
      } else await route.continue();
    });
    await submit(page, webhookWords.add);
    await page.getByText(webhookWords.unknownOutcome).waitFor();
    expect(await page.getByRole('textbox', { name: webhookWords.form.url }).inputValue()).toBe(
      `${shop.server.origin}/cut`,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.leave.leave }).click();
    await page.getByRole('link', { name: '/cut' }).waitFor();
  });

  it.each([503, 429])('a response of %d is said, and the page goes on by itself', async (status) => {
    const webhookId = await addBy(`/slow-${status.toString()}`);
    const { page } = await served.open('/webhooks?mode=test');
    let refusals = 0;
    await page.route(/\/deliveries\?/, async (route) => {
      refusals += 1;
      if (refusals > 1) return route.continue();
      return route.fulfill({
        status,
        contentType: 'application/problem+json',
        headers: { 'Retry-After': '1' },
        body: JSON.stringify({ title: 'Not now', status, detail: 'Later.', code: 'RATE_LIMITED' }),
      });
    });
    await page.goto(`${served.origin}/webhooks/${webhookId}?mode=test`);
    if (status === 429)
      await page
        .getByText(/Busy, again in/)
        .first()
        .waitFor();
    await page.getByText(deliveryWords.noneTitle).waitFor();
    expect(refusals).toBeGreaterThan(1);
  });

  describe('with odd ones', () => {
    const long = `/${'x'.repeat(1_900)}`;
    let longId = '';
    beforeAll(async () => {
      longId = await addBy(long);
      await addBy('/a/%E2%80%AEgnp', ['member.enrolled', 'reward.issued']);
      shop.statuses.set(long, 503);
      await sell('till-\u202e1', 'N'.repeat(100));
      await eventually('the shop has it', () => arrivedAt(long).length > 0);
    });

    it('nobody is kept out, in both themes, at three widths', async () => {
      const { page, complaints } = await served.open('/webhooks?mode=test');
      await page.getByRole('link', { name: '/a/%E2%80%AEgnp' }).waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      await page.getByRole('button', { name: webhookWords.add }).click();
      await dialogOf(page).getByRole('button', { name: webhookWords.form.which.some }).click();
      await dialogOf(page).getByRole('button', { name: webhookWords.form.whose.own }).click();
      expect(await barriersInLooks(page, '.dialog')).toEqual([]);
      await page.goto(`${served.origin}/webhooks/${longId}?mode=test`);
      await page.getByRole('link', { name: 'transaction.processed' }).click();
      await page.getByText('503 in').first().waitFor();
      await page.getByRole('region', { name: deliveryWords.body }).waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      await page.getByRole('button', { name: replayWords.open }).click();
      await dialogOf(page).waitFor();
      expect(await barriersInLooks(page, '.dialog')).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });

  it('the replay that was begun has its end on the page, and at the shop', async () => {
    expect(replaying).not.toBeNull();
    if (replaying === null) return;
    const { page } = replaying;
    await page.getByText(replayWords.states.DONE, { exact: true }).waitFor({ timeout: 150_000 });
    await page.getByText(/^(1 delivery|\d+ deliveries) created$/).waitFor();
    await eventually('the shop has what it missed', () => arrivedAt('/fails').length > 2);
  });
});

/** All that scripts of the page hold, as a heap snapshot writes it. */
const memoryOf = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    chunks.push(chunk);
  });
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  return chunks.join('');
};

const dialogOf = (page: Page) => page.getByRole('dialog').last();

const submit = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();

const chooseAction = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: webhookWords.more }).click();
  await page.getByRole('menuitem', { name }).click();
};

/** No call is under way. */
const settled = ({ page }: Watched): Promise<void> => page.waitForLoadState('networkidle');

const setVisible = (page: Page, isVisible: boolean): Promise<void> =>
  page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${isVisible ? 'visible' : 'hidden'}' });
     document.dispatchEvent(new Event('visibilitychange'));`,
  );
