import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { Page } from 'playwright-core';
import { streamWords } from '../../services/console/ui/pages/stream/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';
import { barriersIn, barriersInLooks, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

/** A topic has three, unless the operator chose another number. */
const partitions = [0, 1, 2];

describeInBrowser('stream', () => {
  const shops = streamingShops();
  let shop: StreamingShop;
  let served: StartedConsole;
  beforeAll(async () => {
    shop = await shops.open('streams of the console');
    served = await startConsole(shop.tenant);
    await sowFaults();
  });
  afterAll(async () => {
    await served.stop();
    await shops.stop();
  });

  const receipt = (transactionRef: string, amount = 4_000, memberRef = 'streamed') =>
    shop.producer.write({
      transactionRef,
      memberRef,
      amount,
      storeRef: null,
      currency: 'ZAR',
      occurredAt: new Date().toISOString(),
      products: [],
    });
  const send = (values: readonly Buffer[], partition: number) =>
    shop.producer.send(values.map((value) => ({ key: 'k', value, partition })));

  interface Listed {
    readonly refused: readonly unknown[];
  }
  const refusedCount = async (): Promise<number> =>
    (JSON.parse((await shop.tenant.live.get('/transactions/refused?limit=100')).text) as Listed).refused
      .length;

  /** Each partition has some that count; two of them have faults. */
  const sowFaults = async () => {
    for (const partition of partitions)
      await send([receipt(`good-${partition.toString()}-${randomUUID()}`)], partition);
    await shop.tenant.live.post('/members', { externalRef: 'stopped' });
    const { body } = await shop.tenant.live.get('/members?ref=stopped');
    await shop.tenant.live.post(`/members/${body.members[0]?.id ?? ''}/suspend`);
    await send([receipt('no-amount', -1), receipt('of-a-stopped-one', 4_000, 'stopped')], 1);
    const good = receipt('cut');
    await send([Buffer.from('{"transactionRef":"x1"}'), Buffer.alloc(0), good.subarray(0, 9)], 2);
    await eventually('all faults are listed', async () => (await refusedCount()) === 5, { everyMs: 250 });
  };

  const refusedIn = (page: Page) => page.getByRole('region', { name: streamWords.refused });
  const figureIn = (page: Page, label: string) =>
    page.getByRole('region', { name: streamWords.figures }).getByRole('listitem').filter({ hasText: label });

  it('the page is opened from the sidebar; it says what was refused, why, where it stands and how it is mended', async () => {
    const { page, complaints } = await served.open('/');
    await page.getByRole('link', { name: streamWords.title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: streamWords.title }).waitFor();
    const refused = refusedIn(page);
    await refused.getByText(words.allShown('5')).waitFor();
    for (const reason of ['NOT_WIRE_FORMAT', 'EMPTY', 'UNDECODABLE'])
      await refused.getByText(streamWords.reasons[reason] ?? '').waitFor();
    const notValid = refused.getByRole('listitem').filter({ hasText: 'no-amount' });
    expect(await notValid.innerText()).toContain(streamWords.notValidNamed);
    expect(await notValid.getByRole('list', { name: streamWords.faults }).innerText()).toMatch(
      /^\/amountCents must be/,
    );
    expect(await notValid.innerText()).toContain(streamWords.place(1, '1'));
    expect(await refused.getByText(streamWords.noReference).count()).toBe(3);
    const counts = await refused.getByRole('list', { name: streamWords.counts }).innerText();
    expect(counts.split('\n')).toEqual([
      streamWords.count('Not readable', '3'),
      streamWords.count('Member is suspended', '1'),
      streamWords.count('Not valid', '1'),
    ]);
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('the list is narrowed by reason and partition, which are in the address', async () => {
    const { page } = await served.open('/stream');
    const refused = refusedIn(page);
    await refused.getByLabel(streamWords.code, { exact: true }).selectOption('UNREADABLE');
    await refused.getByText(words.allShown('3')).waitFor();
    await refused.getByLabel(streamWords.partition, { exact: true }).selectOption('1');
    await refused.getByText(streamWords.noMatch).waitFor();
    expect(new URL(page.url()).search).toBe('?code=UNREADABLE&partition=1');
    await page.reload();
    await refused.getByText(streamWords.noMatch).waitFor();
    await refused.getByLabel(streamWords.code, { exact: true }).selectOption('');
    await refused.getByText(words.allShown('2')).waitFor();
  });

  it('figures say how many records wait for a transaction and since when, and follow its end by themselves', async () => {
    const { page } = await served.open('/stream');
    await figureIn(page, streamWords.lag).getByText(streamWords.noLag).waitFor();
    const waiting = figureIn(page, streamWords.waiting);
    const transaction = await shop.producer.begin();
    try {
      const { topic } = shop.producer;
      const messages = [{ key: 'k', value: receipt('in-transaction'), partition: 0 }];
      await transaction.send({ topic, messages });
      await send([receipt('after-it'), receipt('after-that')], 0);
      await waiting.getByText(/^partition 0: nothing written after \d\d:\d\d:\d\d is decided$/).waitFor();
      expect(await waiting.innerText()).toMatch(/^Waiting for a transaction\n3/);
      expect(await figureIn(page, streamWords.lag).innerText()).toMatch(/^Lag\n3/);
    } finally {
      await transaction.end('commit');
    }
    await figureIn(page, streamWords.rate).filter({ hasText: /0\.\d/ }).waitFor();
    await waiting.getByText(streamWords.noneWaiting).waitFor();
    await figureIn(page, streamWords.lag).getByText(streamWords.noLag).waitFor();
  });

  it('a partition that has stopped is named with what to do; many partitions are folded away', async () => {
    const { page } = await served.open('about:blank');
    await page.route('**/environment', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { stream: { partitions: readonly object[] } };
      const [first = {}, ...rest] = body.stream.partitions;
      body.stream.partitions = [
        { ...first, state: 'PARKED', lag: 1_500_000, lastDecidedAt: '2026-03-01T08:00:00.000Z' },
        { ...rest[0], waitingForTransaction: 12, lastDecidedAt: '2026-03-01T08:00:00.000Z' },
        ...rest.slice(1),
        ...[10, 11, 12].map((partition) => ({ ...first, partition })),
      ];
      await route.fulfill({ response, json: body });
    });
    await page.route('**/transactions/refused*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as object;
      await route.fulfill({ response, json: { ...body, leftOut: [{ day: '2026-02-27', count: 12_000 }] } });
    });
    await page.goto(`${served.origin}/stream`);
    await page.getByText(streamWords.parkedTitle([0])).waitFor();
    await page.getByText(streamWords.parked).waitFor();
    await page.getByText(streamWords.stuckTitle([1])).waitFor();
    await page.getByText(streamWords.leftOut('12,000', '27 Feb 2026')).waitFor();
    const table = page.getByRole('table');
    expect(await table.isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'partitions' }).click();
    await table.getByText('Stopped').waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
  });

  it('without a stream there is one sentence and no list; without a permission, its name', async () => {
    const { page } = await served.open('/stream?mode=test');
    await page.getByText(streamWords.none).waitFor();
    await page.getByText(streamWords.guide).waitFor();
    expect(await refusedIn(page).count()).toBe(0);
    expect(await barriersIn(page)).toEqual([]);
    const { page: partly } = await served.open('/stream', { scope: 'support' });
    await partly.getByText(streamWords.needs('settings:read')).waitFor();
    await refusedIn(partly).getByText(words.allShown('5')).waitFor();
  });
});
