import type { Page, Request, Route } from 'playwright-core';
import { eventually } from '@loyalty/testkit/runs';
import { sampleWords } from '../../services/console/ui/pages/overview/samples/words.ts';
import { overviewWords } from '../../services/console/ui/pages/overview/words.ts';
import { chartWords } from '../../services/console/ui/words/chart.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { failReward } from '../support/rewards.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import {
  barriersIn,
  barriersInLooks,
  describeInBrowser,
  openWindow,
  tabTo,
  type Watched,
} from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const chartOf = (page: Page) => page.getByRole('slider', { name: overviewWords.chart });
const figureOf = (page: Page, label: string) =>
  page.getByRole('region', { name: overviewWords.figures }).getByRole('listitem').filter({ hasText: label });
const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
// Counts of campaigns are written each half minute, and read as often.
const countedWithin = { timeout: 120_000 };

describeInBrowser('the overview', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('overview');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  describe('of an environment in which nothing has happened', () => {
    it('nobody sends samples without the permission to write, which the button names', async () => {
      const { page, complaints } = await served.open('/?mode=test', { scope: 'read' });
      const button = page.getByRole('button', { name: sampleWords.send });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      expect(await button.getAttribute('title')).toBe(words.needsPermission('campaigns:write'));
      const writes: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') writes.push(request.url());
      });
      await button.click({ force: true });
      await button.press('Enter');
      await cardOf(page, overviewWords.attention).getByText(overviewWords.calmInPart).waitFor();
      expect(writes).toEqual([]);
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('live offers no samples, and shows the first receipt as a call', async () => {
      const { page, complaints } = await served.open('/');
      await page.getByRole('heading', { name: sampleWords.liveTitle }).waitFor();
      expect(await page.getByRole('button', { name: /sample/ }).count()).toBe(0);
      expect(await page.locator('pre').innerText()).toContain(
        `/tenants/${tenant.tenantId}/transactions/evaluate`,
      );
      await page.getByRole('button', { name: words.code.languages.typescript }).click();
      await page.getByText('await loyalty.evaluateTransaction').waitFor();
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('a newcomer sends 200 sample receipts, and the chart moves', async () => {
      const { page, complaints } = await served.open('/?mode=test');
      await page.getByText(sampleWords.makesCampaign(sampleWords.campaignName)).waitFor();
      await page.getByText(chartWords.nothing).waitFor();
      await page.getByRole('button', { name: sampleWords.send }).click();
      await page.getByText(/^\d+ of 200 receipts sent$/).waitFor();
      // While they are on their way, another page may be looked at.
      await page.getByRole('link', { name: words.pages.members }).click();
      await page.getByRole('link', { name: 'Thandi Mokoena' }).waitFor();
      await page.getByRole('link', { name: words.pages.overview }).click();
      await page.getByText(sampleWords.done('200')).waitFor();
      await figureOf(page, overviewWords.receipts).getByText('200 today').waitFor();
      // A minute or an hour may just have begun.
      const newest = await chartOf(page).getAttribute('aria-valuetext');
      await chartOf(page).press('ArrowLeft');
      expect([newest, await chartOf(page).getAttribute('aria-valuetext')]).toContainEqual(
        expect.stringMatching(/Earned [1-9][\d,]*, Redeemed 0, Taken back 0, Receipts [1-9]/),
      );
      expect(await page.getByText(chartWords.nothing).count()).toBe(0);
      await cardOf(page, overviewWords.campaignsOfDay)
        .getByRole('row', { name: /Sample: 1 % of every basket[^]*200/ })
        .waitFor(countedWithin);
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints).toEqual([]);
      const [inTest, inLive] = await Promise.all([
        tenant.test.get('/members?limit=100'),
        tenant.live.get('/members?limit=100'),
      ]);
      expect(inTest.body.members).toHaveLength(20);
      expect(inLive.body.members).toHaveLength(0);
    });

    it('a second run takes the campaign that is there, and counts as much again', async () => {
      const { page } = await served.open('/?mode=test');
      await figureOf(page, overviewWords.receipts).getByText('200 today').waitFor();
      expect(await page.getByRole('button', { name: /sample/ }).count()).toBe(0);
      expect((await tenant.test.get('/campaigns')).body.campaigns).toHaveLength(1);
    });
  });

  describe('of an environment at work', () => {
    let receiver: WebhookReceiver;

    const receipt = (ref: string, amount = 50_000) =>
      tenant.live.post('/transactions/evaluate', { transactionRef: ref, memberRef: 'customer-1', amount });

    const startCampaign = async (body: object) => {
      const made = await tenant.live.post('/campaigns', body);
      await tenant.live.post(`/campaigns/${made.body.id}/activate`, {});
    };

    beforeAll(async () => {
      receiver = await openWebhookReceiver(tenant);
      receiver.status = 410;
      await startCampaign({
        name: '1 % of every basket',
        earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
        redemptionRule: { pointsPerRand: 10 },
      });
      await startCampaign({
        name: 'Fuel <script> bonus',
        earningRule: { type: 'FIXED_POINTS', points: 200 },
        maxBudgetCents: 200,
      });
      await startCampaign({
        name: 'Half spent',
        earningRule: { type: 'FIXED_POINTS', points: 300 },
        maxBudgetCents: 600,
        alertThreshold: 0.4,
      });
      await startCampaign({
        name: 'A coffee',
        earningRule: {
          type: 'SURPRISE_DELIGHT',
          rewardRules: [{ everyNth: 1, reward: { rewardType: 'GIFT_CARD', value: { amount: 5_000 } } }],
        },
        minSpend: 50_000,
      });
      const { body } = await receipt('receipt-1');
      const [rewardId = ''] = body.campaigns.flatMap(({ rewardIds }) => rewardIds);
      const stored = openStoredRows();
      await failReward(stored, rewardId);
      await stored.close();
      await tenant.live.post('/transactions/redeem', {
        transactionRef: 'redeem-1',
        memberRef: 'customer-1',
        amount: 50_000,
        pointsRequested: 100,
      });
      await eventually('the endpoint is disabled', async () => {
        return (await tenant.live.get(`/webhooks/${receiver.webhookId}`)).body.disabledReason === 'GONE';
      });
    });
    afterAll(() => receiver.close());

    it('says what needs attention, and leads there where the page is', async () => {
      const { page, complaints } = await served.open('/');
      const card = cardOf(page, overviewWords.attention);
      await card.getByText(overviewWords.attentionCount(4)).waitFor();
      expect(await card.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(/^Webhook disabled\s+127\.0\.0\.1:\d+ responded 410 Gone/),
        expect.stringMatching(/^Campaign paused, because its budget is used up\s+Fuel <script> bonus/),
        expect.stringMatching(/^1 reward has no code/),
        expect.stringMatching(/^Cost and redemption value of a point differ\s+1 % of every basket/),
      ]);
      const links = await Promise.all(
        (await card.getByRole('link').all()).map((link) => link.getAttribute('href')),
      );
      for (const link of links) {
        await page.goto(served.origin + (link ?? ''));
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.getByText(words.problem.noPage).count()).toBe(0);
      }
      expect(complaints).toEqual([]);
    });

    it('budgets stand by how much of them is spent, with the mark of the alert', async () => {
      const { page } = await served.open('/');
      const budgets = cardOf(page, overviewWords.budgets);
      await budgets.getByText('Half spent').waitFor();
      expect(await budgets.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(/Fuel <script> bonus\s+100%\s+R\s?2\.00 of R\s?2\.00 spent, campaign paused/),
        expect.stringMatching(/Half spent\s+50%\s+R\s?3\.00 of R\s?6\.00 spent/),
      ]);
      const [spent, half] = await budgets.getByRole('meter').all();
      expect(await spent?.getAttribute('aria-valuenow')).toBe('100');
      expect(await half?.getAttribute('aria-valuenow')).toBe('50');
      expect(await half?.getAttribute('data-tone')).toBe('warn');
    });

    it('figures are those of today', async () => {
      const { page } = await served.open('/');
      await figureOf(page, overviewWords.receipts).getByText('1 today').waitFor();
      await figureOf(page, overviewWords.issued).getByText('1,000').waitFor();
      await figureOf(page, overviewWords.burned).getByText('100').waitFor();
      await figureOf(page, overviewWords.burned)
        .getByText(/R\s?10\.00 in discounts/)
        .waitFor();
      const outstanding = figureOf(page, overviewWords.outstanding);
      expect(await outstanding.innerText()).toMatch(/counted within minutes|as of/);
    });

    it('by keyboard alone the chart is walked, and its table has the same numbers', async () => {
      const { page, complaints } = await served.open('/?range=1h');
      const chart = chartOf(page);
      await chart.waitFor();
      await tabTo(page, chartWords.numbers);
      await page.keyboard.press('Enter');
      const table = page.getByRole('region', { name: `${overviewWords.chart}, ${chartWords.numbers}` });
      const row = table.getByRole('row', { name: /\s1,000\s+\d+\s+0\s+1$/ });
      const [, time = '', burned = ''] = /^(.*?)\s+1,000\s+(\d+)\s+0\s/.exec(await row.innerText()) ?? [];
      await page.keyboard.press('Tab');
      await page.keyboard.press('Home');
      const { issued, burned: redeemed, takenBack, receipts } = overviewWords.series;
      const wanted = `${time} UTC: ${issued} 1,000, ${redeemed} ${burned}, ${takenBack} 0, ${receipts} 1`;
      for (let pressed = 0; pressed < 60; pressed += 1) {
        if ((await chart.getAttribute('aria-valuetext')) === wanted) break;
        await page.keyboard.press('ArrowRight');
      }
      expect(await chart.getAttribute('aria-valuetext')).toBe(wanted);
      await page.locator('.chart_tip').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.chart_tip').waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    });

    it('the time shown stands in the address', async () => {
      const { page } = await served.open('/');
      for (const [name, range, instants] of [
        ['1 h', '1h', 60],
        ['7 d', '7d', 168],
        ['30 d', '30d', 30],
      ] as const) {
        await page.getByRole('button', { name, exact: true }).click();
        await page.waitForURL(`${served.origin}/?range=${range}`);
        await page.reload();
        expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')).toBe(
          'true',
        );
        await page.locator(`[role=slider][aria-valuemax="${(instants - 1).toString()}"]`).waitFor();
      }
      await page.getByRole('button', { name: overviewWords.ranges['24h'] }).click();
      await page.waitForURL(`${served.origin}/`);
    });

    it('nobody is kept out, in both themes, at three widths', async () => {
      const { page, complaints } = await served.open('/?range=1h');
      await cardOf(page, overviewWords.budgets).getByText('Half spent').waitFor();
      await cardOf(page, overviewWords.campaignsOfDay)
        .getByText('1 % of every basket')
        .first()
        .waitFor(countedWithin);
      await page.getByRole('button', { name: chartWords.numbers }).click();
      await chartOf(page).focus();
      await page.keyboard.press('ArrowLeft');
      await page.locator('.chart_tip').waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    describe('is read as seldom as it may be', () => {
      const inFlight = new Set<Request>();

      /** A window whose clock stands until the test moves it, at a time that is years off. */
      const openStill = async (): Promise<Watched> => {
        const watched = await openWindow(served.browser);
        inFlight.clear();
        watched.page.on('request', (request) => inFlight.add(request));
        watched.page.on('requestfinished', (request) => inFlight.delete(request));
        watched.page.on('requestfailed', (request) => inFlight.delete(request));
        await watched.page.clock.install({ time: new Date('2031-01-01T00:00:00Z') });
        await watched.page.goto(`${served.origin}/`);
        await cardOf(watched.page, overviewWords.attention)
          .getByText(overviewWords.attentionCount(4))
          .waitFor();
        await chartOf(watched.page).waitFor();
        await figureOf(watched.page, overviewWords.outstanding).waitFor();
        return watched;
      };

      const countOf = ({ calls }: Watched, part: string): number =>
        calls.filter((call) => call.includes(part)).length;

      /** Lets time pass, second by second, each with what it asks for. */
      const passSeconds = async ({ page }: Watched, seconds: number): Promise<void> => {
        for (let second = 0; second < seconds; second += 1) {
          await page.clock.runFor(1_000);
          await eventually('all responses are there', () => inFlight.size === 0);
        }
      };

      const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
        page.evaluate(
          `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
           document.dispatchEvent(new Event('visibilitychange'));`,
        );

      it('one page of each list, and no totals', async () => {
        const watched = await openStill();
        expect(watched.calls.filter((call) => call.includes('cursor='))).toEqual([]);
        expect(countOf(watched, '/members')).toBe(0);
        const paths = watched.calls.filter((call) => !call.includes('/campaigns/'));
        expect(paths.filter((path, place) => paths.indexOf(path) < place)).toEqual([]);
        expect(watched.calls.length).toBeLessThanOrEqual(11);
      });

      it('by the clock of the service alone', async () => {
        const watched = await openStill();
        const [hours = ''] = watched.calls.filter((call) => call.includes('step=hour'));
        const from = Date.parse(new URL(hours, served.origin).searchParams.get('from') ?? '');
        expect(Math.round((Date.now() - from) / 86_400_000)).toBeLessThanOrEqual(8);
        expect(watched.calls.some((call) => call.includes('2030') || call.includes('2031'))).toBe(false);
        await figureOf(watched.page, overviewWords.receipts).getByText('1 today').waitFor();
      });

      it('minutes each five seconds, the rest each minute, and nothing in a hidden tab', async () => {
        const watched = await openStill();
        const before = { minutes: countOf(watched, 'step=minute'), all: watched.calls.length };
        await passSeconds(watched, 60);
        const minutes = countOf(watched, 'step=minute') - before.minutes;
        expect(minutes).toBeGreaterThanOrEqual(6);
        expect(minutes).toBeLessThanOrEqual(12);
        for (const part of ['state=ACTIVE', 'state=PAUSED', '/webhooks', 'state=FAILED', 'step=hour'])
          expect(countOf(watched, part)).toBeLessThanOrEqual(2);
        expect(countOf(watched, '/activity/campaigns')).toBeLessThanOrEqual(3);

        await setVisibility(watched.page, 'hidden');
        const seen = watched.calls.length;
        await passSeconds(watched, 120);
        expect(watched.calls.length).toBe(seen);
        await setVisibility(watched.page, 'visible');
        await watched.page.waitForResponse(/step=minute/);
      });

      it('more and more seldom while it fails, and as before once it does not', async () => {
        const watched = await openStill();
        const cut = (route: Route) => route.abort();
        await watched.page.route(/step=minute/, cut);
        const before = countOf(watched, 'step=minute');
        await passSeconds(watched, 120);
        await watched.page.getByText(/Not updated for \d+ s/).waitFor();
        // Each read is tried several times; at the usual pace there were some sixty.
        expect(countOf(watched, 'step=minute') - before).toBeLessThanOrEqual(40);
        expect(countOf(watched, 'step=minute') - before).toBeGreaterThanOrEqual(4);
        await watched.page.unroute(/step=minute/, cut);
        const read = watched.page.waitForResponse(/step=minute/);
        await passSeconds(watched, 65);
        await read;
        await watched.page.getByText(/Updated (just now|\d+ s ago)/).waitFor();
        expect(await watched.page.getByText(/Not updated/).count()).toBe(0);
      });
    });

    describe('on a bad day', () => {
      const problem = (status: number, code: string, headers: Record<string, string> = {}) => ({
        status,
        headers: { 'content-type': 'application/problem+json', 'x-request-id': 'request-17', ...headers },
        body: JSON.stringify({
          type: 'about:blank',
          title: `It is ${code}`,
          status,
          code,
          detail: 'As it says.',
        }),
      });

      it.each([
        { what: 'is forbidden', answer: problem(403, 'FORBIDDEN') },
        { what: 'is unavailable', answer: problem(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }) },
      ])('what $what says so, with its request, and can be tried again', async ({ answer }) => {
        const { page } = await openWindow(served.browser);
        await page.route(/step=minute/, (route) => route.fulfill(answer));
        await page.goto(served.origin);
        const figures = cardOf(page, overviewWords.figures);
        await figures.getByRole('heading', { name: /It is/ }).waitFor();
        await figures.getByText('request-17').waitFor();
        expect(await barriersIn(page)).toEqual([]);
        await page.unroute(/step=minute/);
        await figures.getByRole('button', { name: words.problem.again }).click();
        await figureOf(page, overviewWords.receipts).getByText('1 today').waitFor();
      });

      it('while the API is away one band says so, and what is missing comes back without a press', async () => {
        const { page } = await openWindow(served.browser);
        await page.route(/\/api\//, (route) => route.abort());
        await page.goto(served.origin);
        await page.getByText(words.problem.away).waitFor();
        expect(await page.getByRole('button', { name: words.problem.again }).count()).toBe(0);
        await page.unroute(/\/api\//);
        await figureOf(page, overviewWords.receipts).getByText('1 today').waitFor();
        await page.getByText(words.problem.away).waitFor({ state: 'hidden' });
      });

      it('a limit that is reached says when it goes on, and goes on', async () => {
        const { page } = await openWindow(served.browser);
        let isRefused = false;
        await page.route(/step=minute/, (route) => {
          if (isRefused) return route.fallback();
          isRefused = true;
          return route.fulfill(problem(429, 'RATE_LIMITED', { 'retry-after': '3' }));
        });
        await page.goto(served.origin);
        await page.getByText(/^Busy, again in \d s\.$/).waitFor();
        await figureOf(page, overviewWords.receipts).getByText('1 today').waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
      });

      it('a run over the members shows how far it is', async () => {
        const { page } = await openWindow(served.browser);
        await page.route(/\/tiers\/retiering/, async (route) => {
          const response = await route.fetch();
          const run = {
            ...((await response.json()) as object),
            state: 'RUNNING',
            membersTotal: 20_000,
            scanned: 5_000,
            changed: 1_240,
          };
          return route.fulfill({ response, json: run });
        });
        await page.goto(served.origin);
        const card = cardOf(page, overviewWords.attention);
        await card.getByText(overviewWords.retieringDetail('5,000', '20,000', '1,240')).waitFor();
        expect(await card.getByRole('meter').getAttribute('aria-valuenow')).toBe('25');
        await page.unroute(/\/tiers\/retiering/);
        await card.getByRole('meter').waitFor({ state: 'detached' });
      });
    });
  });
});
