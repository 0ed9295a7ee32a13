import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import type { Browser, Page } from 'playwright-core';
import { readLocalStack } from '@loyalty/stack';
import { signInWords } from '../../services/console/ui/app/words.ts';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, barriersInLooks, describeInBrowser, launchBrowser, openWindow } from './browser.ts';
import { leaksOf, logsFromNow } from './received.ts';
import { sessionKeyOf, type SignInStack, startSignInStack } from './sign-in-stack.ts';
import { membersWords } from '../../services/console/ui/pages/members/words.ts';

describeInBrowser('sign-in by an identity provider, in a browser', () => {
  let browser: Browser;
  let tenant: TestTenant;
  let stack: SignInStack;
  let redis: Redis;
  let stackLogs: ReturnType<typeof logsFromNow>;

  beforeAll(async () => {
    stackLogs = logsFromNow();
    tenant = await createTestTenant('sign-in-pages');
    [browser, stack] = await Promise.all([launchBrowser(), startSignInStack()]);
    redis = new Redis(readLocalStack().redisUrl, { lazyConnect: true });
    for (const name of ['Nomsa Dlamini', 'Sipho Nkosi'])
      await tenant.live.post('/members', { externalRef: name.toLowerCase().replace(' ', '-'), name });
  });
  afterAll(async () => {
    redis.disconnect();
    const { secrets } = await stack.control({});
    const leaks = await leaksOf(
      {
        passed: stack.passed,
        cookies: stack.cookies,
        secrets: [...secrets, ...stack.secrets],
        logs: stack.logPaths,
      },
      stackLogs,
    );
    await browser.close();
    await stack.stop();
    if (leaks.length > 0) throw new Error(leaks.join('\n'));
  });
  beforeEach(async () => {
    await stack.control({
      claims: { tenant_id: tenant.tenantId, tenant_name: 'Karoo Grocers' },
      scope: 'read write points:adjust admin',
    });
  });

  const open = async (path: string) => {
    const watched = await openWindow(browser);
    await watched.page.goto(stack.origin + path);
    return watched;
  };

  /** Ends the session as Redis does when it evicts it. */
  const endSession = async (page: Page): Promise<void> => {
    const cookies = await page.context().cookies(stack.origin);
    const { value = '' } = cookies.find(({ name }) => name.startsWith('__Host-console')) ?? {};
    expect(await redis.del(sessionKeyOf(value))).toBe(1);
  };

  it('a link leads by the provider to its page, with cookies that scripts and other sites lack; and out again', async () => {
    const { page, complaints } = await open('/members?q=nomsa');
    await page.getByText(words.allShown('1')).waitFor();
    expect(page.url()).toBe(`${stack.origin}/members?q=nomsa`);
    expect(await page.title()).toContain('Karoo Grocers');
    expect(await page.evaluate('document.cookie')).toBe('');
    const cookies = await page.context().cookies(stack.origin);
    expect(cookies.filter(({ name }) => name.startsWith('__Host-console'))).toEqual([
      expect.objectContaining({ httpOnly: true, secure: true, sameSite: 'Strict' }),
    ]);
    // One environment, that of the token.
    expect(await page.getByRole('button', { name: words.test, exact: true }).count()).toBe(0);
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('button', { name: signInWords.signOut }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('heading', { name: signInWords.signedOutTitle }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    // The look at `/session` that found nobody, and the provider, which has no icon.
    expect(complaints.filter((text) => !/40[14]/.test(text))).toEqual([]);
  });

  it('a session that ends under what was typed is started again in a second tab, and the first one goes on', async () => {
    const { page, complaints } = await open('/members');
    await page.getByText(words.allShown('2')).waitFor();
    await endSession(page);
    await page.getByRole('searchbox').fill('sipho');
    const notice = page.getByRole('dialog', { name: signInWords.title });
    await notice.waitFor();
    expect(await barriersIn(page, '.dialog')).toEqual([]);
    const opened = page.context().waitForEvent('page');
    await notice.getByRole('link', { name: signInWords.signIn }).click();
    await opened;
    await notice.waitFor({ state: 'detached' });
    await page.getByText(words.allShown('1')).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('sipho');
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('points that a browser left open would give away want a fresh sign-in, and what was typed stays (D308)', async () => {
    await stack.control({ loginAgoS: 301 });
    const { page, complaints } = await open('/members?q=nomsa');
    await page.getByRole('link', { name: 'Nomsa Dlamini' }).click();
    await page.getByRole('button', { name: memberWords.adjust.open }).click();
    const form = page.getByRole('dialog', { name: memberWords.adjust.title });
    const give = form.getByRole('button', { name: memberWords.adjust.give, exact: true }).last();
    await form.getByLabel(membersWords.points, { exact: true }).fill('1000');
    await form.getByLabel(memberWords.adjust.reason).fill('A broken till');
    await give.click();
    const notice = page.getByRole('dialog', { name: signInWords.title });
    await notice.getByText(signInWords.fresh).waitFor();
    expect(await barriersInLooks(page, '.dialog')).toEqual([]);
    await stack.control({ loginAgoS: 0 });
    const opened = page.context().waitForEvent('page');
    await notice.getByRole('link', { name: signInWords.signIn }).click();
    await opened;
    await notice.waitFor({ state: 'detached' });
    expect(await form.getByLabel(memberWords.adjust.reason).inputValue()).toBe('A broken till');
    await give.click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: memberWords.tabs.ledger }).getByText('A broken till').waitFor();
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('who signs out everywhere is out in the other browser, too', async () => {
    await stack.control({ loginAgoS: 0 });
    const { page: other } = await open('/members');
    await other.getByText(words.allShown('2')).waitFor();
    const { page } = await open('/members');
    await page.getByText(words.allShown('2')).waitFor();
    await page.getByRole('button', { name: 'Nomsa of Support' }).click();
    await page.getByRole('menuitem', { name: signInWords.everywhere }).click();
    const dialog = page.getByRole('dialog', { name: signInWords.everywhere });
    await dialog.getByText(signInWords.everywhereAbout).waitFor();
    expect(await barriersInLooks(page, '.dialog')).toEqual([]);
    await dialog.getByRole('button', { name: signInWords.everywhere }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('heading', { name: signInWords.signedOutTitle }).waitFor();
    await other.getByRole('searchbox').fill('sipho');
    await other.getByRole('dialog', { name: signInWords.title }).waitFor();
  });

  it('a form of another site ends nobody’s session, and a link of one opens the page, signed in', async () => {
    const { page } = await open('/members');
    await page.getByText(words.allShown('2')).waitFor();
    const evil = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<form method="post" action="${stack.origin}/sign-out"><button>Win</button></form><a href="${stack.origin}/members">Look</a>`,
      );
    });
    evil.listen(0, '127.0.0.1');
    await once(evil, 'listening');
    const address = `http://localhost:${(evil.address() as AddressInfo).port.toString()}/`;
    await page.goto(address);
    const refused = page.waitForResponse(/sign-out/);
    await page.getByRole('button', { name: 'Win' }).click();
    expect((await refused).status()).toBe(403);
    await page.goto(address);
    const before = await stack.control({});
    await page.getByRole('link', { name: 'Look' }).click();
    await page.getByText(words.allShown('2')).waitFor();
    expect((await stack.control({})).grants).toEqual(before.grants);
    evil.closeAllConnections();
    evil.close();
  });

  it('a page without a session says what its sign-in lacks, as everything else looks', async () => {
    await stack.control({ claims: {} });
    const { page, complaints } = await open('/members');
    await page.getByRole('heading', { name: 'Your sign-in is incomplete' }).waitFor();
    await page.getByText('no “tenant_id” claim').waitFor();
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints.filter((text) => !/40[13]/.test(text))).toEqual([]);
  });
});
