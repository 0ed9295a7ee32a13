import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { pointsWords } from '../../services/console/ui/pages/points/words.ts';
import { exportWords } from '../../services/console/ui/words/export.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

type Api = TestTenant['live'];

const done = async (call: ReturnType<Api['post']>): Promise<void> => {
  const { status, text } = await call;
  if (status > 201) throw new Error(text);
};

/** Anna buys twice, redeems and brings one purchase back; Bert is given points, and some are taken. */
const movePoints = async ({ live }: TestTenant): Promise<void> => {
  const buy = (transactionRef: string) =>
    done(live.post('/transactions/evaluate', { transactionRef, memberRef: 'anna', amount: 10_000 }));
  await buy('sale-1');
  await buy('sale-2');
  const redeemed = { transactionRef: 'redeem-1', memberRef: 'anna', amount: 50_000, pointsRequested: 100 };
  await done(live.post('/transactions/redeem', redeemed));
  const returned = { transactionRef: 'sale-2', returnRef: 'return-2', whole: true };
  await done(live.post('/transactions/returns', returned));
  const bert = (await live.post('/members', { externalRef: 'bert' })).body.id;
  const adjust = (body: object) => done(live.post(`/members/${bert}/ledger/adjust`, body));
  await adjust({ points: 500, reason: 'Goodwill', ref: 'case-1' });
  await adjust({ points: -40, reason: 'Counted twice', ref: 'case-2' });
};

/** The figures of the current month, as the table has them between the opening and the closing points. */
const moves = ['600', '−300', '0', '−100', '0', '0', '+460', '0'];

const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** The row of the current month or day. */
const currentRow = (card: Locator): Locator =>
  card.getByRole('row').filter({ has: card.page().getByRole('rowheader', { name: pointsWords.soFar }) });

const cellsOf = (row: Locator): Promise<string[]> => row.getByRole('cell').allInnerTexts();

const numberOf = (text: string): number => Number(text.replace('−', '-').replaceAll(/[+,]/g, ''));

const sumOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + numberOf(text), 0);

/** Presses «Export CSV» of a card and returns the cells of each line of the file. */
const exportedFrom = async (card: Locator): Promise<readonly (readonly string[])[]> => {
  const saved = card.page().waitForEvent('download');
  await card.getByRole('button', { name: exportWords.start }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','));
};

/** The nightly count of these members, for which nobody waits here. */
const count = {
  countedAt: '2026-03-01T02:00:01.250Z',
  members: 2,
  membersWithPoints: 2,
  points: 660,
  pointValueCents: 10,
  liabilityCents: 6_600,
  activeMembers: 1,
  tiers: [{ tierId: null, members: 2, points: 660 }],
  expiryMonths: [
    { month: '2027-03', points: 500 },
    { month: null, points: 100 },
  ],
};

const showCount = async (page: Page, days: readonly object[]): Promise<void> => {
  await page.route(/reports\/liability/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { days } });
  });
};

describeInBrowser('points by month', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('points by month');
    served = await startConsole(tenant);
    const earningRule = { type: 'FIXED_POINTS', points: 300 };
    await activateCampaigns(tenant.live, [
      { name: '300 for each', earningRule, redemptionRule: { pointsPerRand: 10 } },
    ]);
    // Nobody reaches it, so everybody is without a tier.
    await done(tenant.live.post('/tiers', { name: 'Gold', minLifetimePoints: 1_000_000 }));
    await movePoints(tenant);
  });
  afterAll(() => served.stop());

  it('each month adds up from its opening to its closing points, and the current one is so far (D340)', async () => {
    const { page, complaints } = await served.open('/');
    await page.getByRole('link', { name: pointsWords.title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: pointsWords.title }).waitFor();
    const card = cardOf(page, pointsWords.table);
    const row = currentRow(card);
    await row.waitFor();
    const cells = await cellsOf(row);
    expect(cells).toEqual(['0', ...moves, '660']);
    expect(sumOf(cells.slice(0, -1))).toBe(numberOf(cells.at(-1) ?? ''));
    // The newest of twelve months comes first.
    expect(await card.locator('tbody tr').count()).toBe(12);
    expect(await card.locator('tbody tr').first().innerText()).toContain(pointsWords.soFar);
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('figures of an environment that has only the current month are compared with nothing', async () => {
    const { page, complaints } = await served.open('/points');
    const figures = page.getByRole('region', { name: pointsWords.figures }).getByRole('listitem');
    const ofLabel = (label: string) => figures.filter({ hasText: label }).innerText();
    await figures.first().waitFor();
    expect(await ofLabel(pointsWords.earned)).toMatch(/600\s+in \S+ \d{4} so far/);
    expect(await ofLabel(pointsWords.redeemed)).toMatch(/100\s+in \S+ \d{4} so far/);
    // 100 of the 300 that are left after the return.
    expect(await ofLabel(pointsWords.rate)).toContain('33.3%');
    expect(await ofLabel(pointsWords.closing)).toContain('660');
    expect(complaints).toEqual([]);
  });

  it('days and a tier are chosen in the address; a tier has no opening and no closing points', async () => {
    const { page, calls, complaints } = await served.open('/points');
    await currentRow(cardOf(page, pointsWords.table)).waitFor();
    await page.getByRole('button', { name: pointsWords.steps.day }).click();
    await page.waitForURL(/step=day/);
    await page.getByRole('columnheader', { name: pointsWords.periods.day, exact: true }).waitFor();
    expect(await cardOf(page, pointsWords.table).locator('tbody tr').count()).toBe(31);
    expect(calls.filter((path) => path.includes('reports/points')).at(-1)).toContain('step=day');
    await page.getByRole('button', { name: pointsWords.steps.month }).click();
    await page.waitForURL((url) => !url.searchParams.has('step'));
    const tier = page.getByRole('combobox', { name: pointsWords.tier });
    await tier.selectOption(pointsWords.noTier);
    await page.waitForURL(/tier=none/);
    await page.getByText(pointsWords.byTier).waitFor();
    expect(await cellsOf(currentRow(cardOf(page, pointsWords.tableOf(pointsWords.noTier))))).toEqual(moves);
    await tier.selectOption('Gold');
    const gold = cardOf(page, pointsWords.tableOf('Gold'));
    await gold.waitFor();
    expect(await cellsOf(currentRow(gold))).toEqual(moves.map(() => '0'));
    await page.reload();
    await gold.waitFor();
    await tier.selectOption(pointsWords.allTiers);
    await page.waitForURL(`${served.origin}/points`);
    expect(complaints).toEqual([]);
  });

  it('what the table says is exported as CSV with plain numbers', async () => {
    const { page, complaints } = await served.open('/points');
    const card = cardOf(page, pointsWords.table);
    await currentRow(card).waitFor();
    const [head = [], current = [], ...others] = await exportedFrom(card);
    expect(head.slice(0, 3)).toEqual([
      pointsWords.periods.month,
      pointsWords.opening,
      pointsWords.columns.earned,
    ]);
    expect(current[0]).toMatch(/^\d{4}-\d\d$/);
    expect(current.slice(1)).toEqual(['0', '600', '-300', '0', '-100', '0', '0', '460', '0', '660', 'true']);
    expect(others.length).toBe(11);
    await page.getByText(exportWords.done('12')).waitFor();
    expect(complaints).toEqual([]);
  });

  it('the liability is that of a count, by tier and by month of expiry, and less a breakage of one’s own', async () => {
    const { page, complaints } = await served.open('about:blank');
    await showCount(page, [count]);
    await page.goto(`${served.origin}/points`);
    const card = cardOf(page, pointsWords.liability);
    await card.getByText(pointsWords.ofMembers('1', '2')).waitFor();
    expect(await card.locator('dl').innerText()).toContain('66.00');
    await page.getByLabel(pointsWords.breakage).fill('12.34');
    await page.waitForURL(/breakage=12.34/);
    const less = card.locator('dl > div').filter({ hasText: pointsWords.lessBreakage });
    // 12.34 % of 6,600 cents are 814.44.
    expect(await less.innerText()).toContain('57.86');
    await page.reload();
    await less.getByText('57.86').waitFor();
    await page.getByLabel(pointsWords.breakage).fill('120');
    await page.getByLabel(pointsWords.breakage).blur();
    await card.getByText(pointsWords.noBreakage).waitFor();
    const [, ...months] = await exportedFrom(cardOf(page, pointsWords.expiry));
    expect(months).toEqual([
      ['2027-03', '500', '50'],
      [pointsWords.later, '100', '10'],
      [pointsWords.never, '60', '6'],
    ]);
    const [, ...tiers] = await exportedFrom(cardOf(page, pointsWords.tiers));
    expect(tiers).toEqual([[pointsWords.noTier, '2', '660', '66']]);
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('the liability of an earlier day is asked for in the address', async () => {
    const { page, calls, complaints } = await served.open('/points');
    const card = cardOf(page, pointsWords.liability);
    await card.waitFor();
    await page.getByLabel(pointsWords.day).fill('2020-01-31');
    await page.waitForURL(/day=2020-01-31/);
    await card.getByText(pointsWords.notCounted).waitFor();
    expect(calls.filter((path) => path.includes('reports/liability')).at(-1)).toContain('at=2020-01-31');
    expect(complaints).toEqual([]);
  });

  it('where nobody had points there is one sentence', async () => {
    const { page, complaints } = await served.open('/points?mode=test');
    await page.getByRole('heading', { name: pointsWords.noneTitle }).waitFor();
    await page.getByText(pointsWords.none).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await cardOf(page, pointsWords.liability).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('who may not read tiers has no names of them, and who lacks `campaigns:read` has no page', async () => {
    const { page, calls, complaints } = await served.open('/points', { scope: 'campaigns:read' });
    await currentRow(cardOf(page, pointsWords.table)).waitFor();
    const offered = page.getByRole('combobox', { name: pointsWords.tier }).locator('option');
    expect(await offered.allTextContents()).toEqual([pointsWords.allTiers, pointsWords.noTier]);
    expect(calls.filter((path) => path.endsWith('/tiers'))).toEqual([]);
    expect(complaints).toEqual([]);
    const refused = await served.open('/points', { scope: 'audit:read' });
    await refused.page.getByText(words.problem.notAllowedDetail('campaigns:read')).waitFor();
  });
});
