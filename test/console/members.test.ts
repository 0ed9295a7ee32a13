import { listPermissions, permissionsOf } from '@loyalty/contracts/permissions';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, barriersInLooks, describeInBrowser, focusIsOn, openWindow, tabTo } from './browser.ts';
import { type StartedConsole, startConsole, themes } from './console.ts';
import { membersWords } from '../../services/console/ui/pages/members/words.ts';

/** People may give themselves such names. */
const hostileNames = ['<script>alert(1)</script>', 'Mar\u202eyam 🎉', 'N'.repeat(255)];

const enrol = (tenant: TestTenant, name: string, externalRef: string, mode: 'live' | 'test' = 'live') =>
  tenant[mode].post('/members', { externalRef, name, email: `${externalRef}@example.com` });

describeInBrowser('the console', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('console');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  it('a newcomer finds nobody, is shown the call that makes a member, and then sees the member', async () => {
    const { page, complaints } = await served.open('/members');
    await page.getByRole('heading', { name: membersWords.noneTitle }).waitFor();
    expect(await page.locator('pre').innerText()).toContain(
      `/tenants/${tenant.tenantId}/transactions/evaluate`,
    );
    expect(await barriersIn(page)).toEqual([]);
    await tenant.live.post('/transactions/evaluate', {
      transactionRef: 'receipt-1',
      memberRef: 'customer-1',
      amount: 15_000,
    });
    await page.reload();
    await page.getByRole('link', { name: 'customer-1' }).waitFor();
    expect(await page.title()).toBe('Members · Karoo Grocers');
    expect(complaints).toEqual([]);
  });

  describe('with members', () => {
    beforeAll(async () => {
      for (let at = 0; at < 55; at += 1)
        await enrol(tenant, `Member ${at.toString()}`, `card-${at.toString()}`);
      for (const [at, name] of hostileNames.entries()) await enrol(tenant, name, `odd-${at.toString()}`);
      const { body } = await enrol(tenant, 'Nomsa Dlamini', 'card-2041-7788');
      await enrol(tenant, 'Only in test', 'test-1', 'test');
      await tenant.live.post(`/members/${body.id}/ledger/adjust`, {
        points: 4_718,
        reason: 'Goodwill',
        ref: 'case-1',
      });
      await tenant.live.post(`/members/${body.id}/ledger/adjust`, {
        points: -500,
        reason: 'Counted twice',
        ref: 'case-2',
      });
    });

    it('a member is found by name, e-mail and reference, and their page has balance and ledger', async () => {
      const { page, complaints } = await served.open('/members');
      await page.getByText(words.shown('50')).waitFor();
      await page.getByRole('button', { name: words.more }).click();
      await page.getByText(words.allShown('60')).waitFor();
      for (const text of ['nomsa', 'CARD-2041-7788@example', 'card-2041']) {
        await page.getByRole('searchbox').fill(text);
        await page.getByText(words.allShown('1')).waitFor();
        expect(new URL(page.url()).searchParams.get('q')).toBe(text);
        await page.getByRole('searchbox').fill('');
        await page
          .getByText(words.shown('50'))
          .or(page.getByText(words.allShown('60')))
          .waitFor();
      }
      await page.getByRole('searchbox').fill('card-2041');
      await page.getByText(words.allShown('1')).waitFor();
      await page.getByRole('link', { name: 'Nomsa Dlamini' }).click();
      await page.getByRole('heading', { name: 'Nomsa Dlamini' }).waitFor();
      const ledger = page.getByRole('region', { name: memberWords.tabs.ledger });
      await ledger.getByText('Counted twice').waitFor();
      expect(await ledger.getByRole('row').allInnerTexts()).toEqual([
        expect.stringContaining(memberWords.facts.entry),
        expect.stringMatching(/^\w+,? \d+ \w+ \d{4}$/),
        expect.stringMatching(/case-2[^]*Counted twice[^]*−500[^]*4,218/),
        expect.stringMatching(/case-1[^]*Goodwill[^]*\+4,718[^]*4,718/),
      ]);
      await page.goBack();
      await page.getByText(words.allShown('1')).waitFor();
      expect(complaints).toEqual([]);
    });

    it('a search is sent once the typing pauses, never on every key', async () => {
      const { page, calls } = await openWindow(served.browser);
      await page.clock.install();
      await page.goto(`${served.origin}/members`);
      await page.getByText(words.shown('50')).waitFor();
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await page.getByRole('searchbox').pressSequentially('nomsa');
      expect(calls.filter((path) => path.includes('search='))).toEqual([]);
      await page.clock.resume();
      await page.getByText(words.allShown('1')).waitFor();
      expect(calls.filter((path) => path.includes('search='))).toHaveLength(1);
    });

    it('names are text, whatever they are', async () => {
      const { page, complaints } = await served.open('/members?q=odd-');
      await page.getByText(words.allShown('3')).waitFor();
      for (const shown of ['<script>alert(1)</script>', 'Mar[U+202E]yam 🎉', 'N'.repeat(255)])
        await page.getByRole('link', { name: shown, exact: true }).waitFor();
      expect(complaints).toEqual([]);
    });

    it('nobody takes test for live; the address says which it is; a late response of the other shows nowhere', async () => {
      const { page, complaints } = await served.open('/members');
      await page.getByText(words.shown('50')).waitFor();
      let release: () => void = () => undefined;
      const isHeld = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/search=nomsa/, async (route) => {
        await isHeld;
        await route.continue().catch(() => undefined);
      });
      const asked = page.waitForRequest(/search=nomsa/);
      await page.getByRole('searchbox').fill('nomsa');
      await asked;
      await page.getByRole('button', { name: words.test, exact: true }).click();
      await page.getByRole('link', { name: 'Only in test' }).waitFor();
      release();
      await page.getByText(words.testBar).waitFor();
      expect(page.url()).toBe(`${served.origin}/members?mode=test`);
      await page.reload();
      await page.getByRole('link', { name: 'Only in test' }).waitFor();
      expect(await page.getByRole('link', { name: 'Nomsa Dlamini' }).count()).toBe(0);
      await page.getByRole('button', { name: words.live, exact: true }).click();
      await page.getByText(words.shown('50')).waitFor();
      expect(await page.getByText(words.testBar).count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    it('by keyboard alone a member is found and opened, and the scope changed', async () => {
      const { page, complaints } = await served.open('/members?mode=test');
      await page.getByRole('link', { name: 'Only in test' }).waitFor();
      await tabTo(page, 'Only in test');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Only in test' }).waitFor();
      await focusIsOn(page, 'Only in test');
      // A request that is on its way while the session changes would be refused.
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: words.localPerson }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitemradio', { name: words.scopes.read }).waitFor();
      const wanted = page.locator('[data-highlighted]').getByText(words.scopes.read);
      for (let pressed = 0; pressed < 6 && (await wanted.count()) === 0; pressed += 1)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Only in test' }).waitFor();
      const session = await page.evaluate<{ permissions: string[] }>(
        `fetch('/session', { headers: { 'X-Console': '1' } }).then((response) => response.json())`,
      );
      expect(session.permissions).toEqual(listPermissions(permissionsOf(['read'])));
      expect(complaints).toEqual([]);
    });

    it('a session that ends under a page is started again, and the page goes on', async () => {
      const { page } = await served.open('/members');
      await page.getByText(words.shown('50')).waitFor();
      await page.context().clearCookies();
      await page.getByRole('searchbox').fill('nomsa');
      await page.getByText(words.allShown('1')).waitFor();
      expect(await page.context().cookies()).toHaveLength(1);
    });

    it('no token and no cookie is in anything that the page can read', async () => {
      const { page } = await served.open('/members');
      await page.getByText(words.shown('50')).waitFor();
      expect(await page.evaluate('document.cookie')).toBe('');
      const texts = await page.evaluate<string>(`Promise.all(
        ['/session', '/api/v1/tenants/${tenant.tenantId}/members?limit=50'].map(async (path) => {
          const response = await fetch(path, { headers: { 'X-Console': '1', 'Loyalty-Mode': 'live' } });
          return JSON.stringify([...response.headers]) + (await response.text());
        }),
      ).then((all) => all.join())`);
      expect(texts).toContain('Karoo Grocers');
      expect(texts).toContain('Nomsa Dlamini');
      expect(texts).not.toMatch(/eyJ[\w-]+\.eyJ/);
      const cookies = await page.context().cookies();
      expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
        { httpOnly: true, sameSite: 'Strict' },
      ]);
      expect(cookies.filter(({ value }) => texts.includes(value))).toEqual([]);
    });

    it('the first page weighs at most 200 kB of script and 14 of style, packed', async () => {
      const watched = await openWindow(served.browser);
      const bytes: Record<string, number> = { script: 0, stylesheet: 0, font: 0, other: 0 };
      watched.page.on('response', (response) => {
        const type = response.request().resourceType();
        const place = type in bytes ? type : 'other';
        const length = Number(response.headers()['content-length'] ?? 0);
        if (response.url().includes('/assets/')) bytes[place] = (bytes[place] ?? 0) + length;
      });
      await watched.page.goto(`${served.origin}/`);
      // With the file of the chart.
      await watched.page.getByRole('slider').waitFor();
      expect(bytes['script']).toBeGreaterThan(50_000);
      expect(bytes['script']).toBeLessThanOrEqual(200_000);
      expect(bytes['stylesheet']).toBeLessThanOrEqual(14_000);
    });

    it('nobody is kept out, in both themes, at three widths', async () => {
      const { page, complaints } = await served.open('/members');
      await page.getByText(words.shown('50')).waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      await page.getByRole('link', { name: 'Nomsa Dlamini' }).click();
      await page.getByText('Counted twice').waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it.each(themes)(
      'on a phone the menu is a drawer that closes when a page is chosen, in %s',
      async (colorScheme) => {
        const { page, complaints } = await served.open('/members', { colorScheme, width: 320 });
        await page.getByText(words.shown('50')).waitFor();
        await page.getByRole('button', { name: words.menu }).click();
        const drawer = page.getByRole('dialog', { name: words.menu });
        await drawer.getByRole('link', { name: words.pages.members }).waitFor();
        // What lies behind an open dialog is out of reach, and is hidden from readers.
        expect(await barriersIn(page, '.shell_drawer')).toEqual([]);
        await drawer.getByRole('button', { name: words.test, exact: true }).click();
        await page.getByRole('link', { name: 'Only in test' }).waitFor();
        await drawer.waitFor({ state: 'detached' });
        expect(await barriersIn(page)).toEqual([]);
        expect(complaints).toEqual([]);
      },
    );
  });
});
