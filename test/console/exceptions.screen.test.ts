import type { Locator, Page } from 'playwright-core';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { exceptionWords } from '../../services/console/ui/words/exceptions.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createApi } from '../support/api.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, focusIsOn, tabTo } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

type Api = TestTenant['live'];

/** A key of a till, as the back office makes it. */
const tillOf = async ({ live, tenantId }: TestTenant, name: string): Promise<Api> => {
  const made = await live.post('/api-keys', { name, role: 'till' });
  return createApi(tenantId, (JSON.parse(made.text) as { readonly key: string }).key);
};

const done = async (call: ReturnType<Api['post']>): Promise<void> => {
  const { status, text } = await call;
  if (status > 201) throw new Error(text);
};

const buyAt = (till: Api, memberRef: string, amount: number) =>
  done(
    till.post('/transactions/evaluate', {
      transactionRef: `sale-${memberRef}`,
      memberRef,
      amount,
      storeRef: 'store-1',
    }),
  );

const redeemAt = (till: Api, memberRef: string, pointsRequested: number) =>
  done(
    till.post('/transactions/redeem', {
      transactionRef: `redeem-${memberRef}`,
      memberRef,
      amount: 50_000,
      pointsRequested,
      storeRef: 'store-1',
    }),
  );

/** Till 1 sells and redeems, till 9 of another store voids and takes back, and the back office adjusts. */
const actsOf = async (tenant: TestTenant): Promise<void> => {
  const [one, nine] = [await tillOf(tenant, 'till 1'), await tillOf(tenant, 'till 9')];
  await buyAt(one, 'anna', 100_000);
  await redeemAt(one, 'anna', 400);
  await done(nine.post('/transactions/redeem/void', { transactionRef: 'redeem-anna', storeRef: 'store-9' }));
  await buyAt(one, 'bert', 200_000);
  await redeemAt(one, 'bert', 1_500);
  await done(
    nine.post('/transactions/returns', {
      transactionRef: 'sale-bert',
      returnRef: 'return-bert',
      whole: true,
      storeRef: 'store-9',
    }),
  );
  const cleo = (await tenant.live.post('/members', { externalRef: 'cleo' })).body.id;
  const adjust = (body: object) => done(tenant.live.post(`/members/${cleo}/ledger/adjust`, body));
  await adjust({ points: 5_000, reason: 'Goodwill', ref: 'case-1' });
  await adjust({ points: -300, reason: 'Counted twice' });
};

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

/** Names in the order of the table. */
const namesIn = (page: Page): Promise<string[]> =>
  page.locator('.exceptions-page_exceptions tbody .stackTight bdi').allInnerTexts();

describeInBrowser('exceptions', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('exceptions');
    served = await startConsole(tenant);
    const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 };
    await activateCampaigns(tenant.live, [
      { name: 'One for each rand', earningRule, redemptionRule: { pointsPerRand: 10 } },
    ]);
    await actsOf(tenant);
  });
  afterAll(() => served.stop());

  it('the void of another till is found in two clicks: who, where, when (D309)', async () => {
    const { page, complaints } = await served.open('/members');
    let clicks = 0;
    const click = async (link: Locator): Promise<void> => {
      clicks += 1;
      await link.click();
    };
    await click(page.getByRole('link', { name: exceptionWords.title }));
    await rowOf(page, 'anna').waitFor();
    expect(await rowOf(page, 'anna').getByRole('cell').allInnerTexts()).toEqual([
      '1',
      '0',
      '0',
      '0',
      '400',
      '0',
      '0',
      '0',
    ]);
    await click(page.getByRole('link', { name: 'anna' }));
    const receipts = page.getByRole('region', { name: memberWords.tabs.receipts });
    const voided = receipts.getByRole('row').filter({ hasText: memberWords.receipts.operations.void });
    await voided.getByText('by the key till 9, at store-9').waitFor();
    expect(await voided.innerText()).toContain('redeem-anna');
    const at = Date.parse((await voided.locator('time').first().getAttribute('datetime')) ?? '');
    expect(Math.abs(Date.now() - at)).toBeLessThan(3_600_000);
    const redeemed = receipts.getByRole('row').filter({ hasText: memberWords.receipts.operations.redeem });
    await redeemed.getByText('by the key till 1, at store-1').waitFor();
    expect(clicks).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('the order, the days and what is added up stand in the address, and a heading says the order', async () => {
    const { page, calls, complaints } = await served.open('/members/exceptions');
    await rowOf(page, 'cleo').waitFor();
    expect(
      await page
        .getByRole('link', { name: words.pages.members, exact: true })
        .first()
        .getAttribute('aria-current'),
    ).toBe('page');
    const headings = page.getByRole('columnheader');
    const orderedBy = async (heading: string): Promise<void> => {
      await page.locator('[aria-sort]').getByRole('button', { name: heading, exact: true }).waitFor();
      await rowOf(page, 'cleo').waitFor();
    };
    await orderedBy(exceptionWords.columns.pointsForgiven);
    await tabTo(page, exceptionWords.columns.pointsVoided);
    await page.keyboard.press('Enter');
    await orderedBy(exceptionWords.columns.pointsVoided);
    expect(page.url()).toContain('order=pointsVoided');
    await focusIsOn(page, exceptionWords.columns.pointsVoided);
    expect(await headings.and(page.locator('[aria-sort="descending"]')).allInnerTexts()).toEqual([
      exceptionWords.columns.pointsVoided,
    ]);
    expect((await namesIn(page))[0]).toBe('anna');
    await page.getByRole('button', { name: exceptionWords.columns.pointsGiven, exact: true }).click();
    await orderedBy(exceptionWords.columns.pointsGiven);
    expect((await namesIn(page))[0]).toBe('cleo');
    await page.getByRole('button', { name: exceptionWords.ranges['90d'] }).click();
    await page.waitForURL(/range=90d/);
    await rowOf(page, 'cleo').waitFor();
    expect(calls.at(-1)).toMatch(/from=\d{4}-\d\d-\d\d&by=member&orderBy=pointsGiven/);
    await page.reload();
    await rowOf(page, 'cleo').waitFor();
    await page.getByRole('button', { name: exceptionWords.ranges['30d'] }).click();
    await page.getByRole('button', { name: exceptionWords.columns.pointsForgiven }).click();
    await page.waitForURL(`${served.origin}/members/exceptions`);
    await rowOf(page, 'cleo').getByRole('link').click();
    await page.getByRole('region', { name: memberWords.tabs.ledger }).getByText('Goodwill').waitFor();
    expect(complaints).toEqual([]);
  });

  it('a row opens its days, and a key leads to its page and to its adjustments in the audit log', async () => {
    const { page, complaints } = await served.open('/members/exceptions?by=credential&order=pointsTaken');
    const nine = rowOf(page, 'till 9');
    expect(await nine.innerText()).toContain(exceptionWords.kinds.KEY);
    const fold = nine.getByRole('button', { name: exceptionWords.days('till 9') });
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    await fold.click();
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    const days = page.locator('tr.exceptions-page_day');
    expect(await days.getByRole('cell').allInnerTexts()).toEqual(
      await nine.getByRole('cell').allInnerTexts(),
    );
    // It adjusts nothing, so the audit log has nothing of it.
    expect(await page.getByRole('link', { name: exceptionWords.adjustments }).count()).toBe(0);
    await fold.click();
    await rowOf(page, exceptionWords.nobody).getByText(exceptionWords.nobodyAbout).waitFor();
    await rowOf(page, 'made by a test').getByRole('button').click();
    await page.getByRole('link', { name: exceptionWords.adjustments }).click();
    await page.waitForURL(/audit-log.*action=member.points_adjusted/);
    await page.getByText(words.allShown('2')).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'till 9' }).click();
    await page.getByRole('heading', { name: 'till 9', level: 1 }).waitFor();
    await page.goto(`${served.origin}/members/exceptions?by=store`);
    await rowOf(page, 'store-9').waitFor();
    await rowOf(page, exceptionWords.noStore).getByText(exceptionWords.noStoreAbout).waitFor();
    expect(complaints).toEqual([]);
  });

  it('the page says since when acts are counted where there were too many, and when there are none', async () => {
    const { page, complaints } = await served.open('/members/exceptions?mode=test');
    await page.getByRole('heading', { name: exceptionWords.noneTitle }).waitFor();
    await page.getByRole('link', { name: words.pages.members, exact: true }).last().click();
    await page.waitForURL(`${served.origin}/members?mode=test`);
    // Nobody waits for 100,000 acts here.
    await page.route(/reports\/exceptions/, async (route) => {
      const response = await route.fetch();
      const countedFrom = new Date(Date.now() - 60_000).toISOString();
      await route.fulfill({
        response,
        json: Object.assign((await response.json()) as object, { countedFrom }),
      });
    });
    await page.goto(`${served.origin}/members/exceptions`);
    await page.getByText('because there are more than 100,000 in this period').waitFor();
    expect(complaints).toEqual([]);
  });

  it('on a phone figures have their names, those that are 0 are left out, and a choice has the order', async () => {
    const { page, complaints } = await served.open('/members/exceptions', { width: 390 });
    const anna = rowOf(page, 'anna');
    await anna.waitFor();
    await page.getByLabel(exceptionWords.order).selectOption(exceptionWords.orders.pointsVoided);
    await page.waitForURL(/order=pointsVoided/);
    await anna.locator('.strong', { hasText: '400' }).waitFor();
    await anna.getByRole('button').click();
    expect(await anna.locator('td').filter({ visible: true }).allInnerTexts()).toEqual(['1', '400']);
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('who has no `audit:read` is shown no way to it; with that alone it leads nowhere that is closed', async () => {
    const { page, calls } = await served.open('/members', { scope: 'support' });
    await page.getByText(words.allShown('3')).waitFor();
    expect(await page.getByRole('link', { name: exceptionWords.title }).count()).toBe(0);
    await page.goto(`${served.origin}/members/exceptions`);
    await page.getByText(words.problem.notAllowedDetail('audit:read')).waitFor();
    expect(calls.filter((path) => path.includes('exceptions'))).toEqual([]);
    const alone = await served.open('/members/exceptions', { scope: 'audit:read' });
    await rowOf(alone.page, 'anna').waitFor();
    expect(await alone.page.locator('.exceptions-page_exceptions').getByRole('link').count()).toBe(0);
    expect(alone.complaints).toEqual([]);
  });
});
