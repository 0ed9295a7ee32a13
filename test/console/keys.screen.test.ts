import type { Page } from 'playwright-core';
import { eventually } from '@loyalty/testkit/runs';
import { createApi } from '../support/api.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, barriersInLooks, describeInBrowser, tabTo } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { keyWords } from '../../services/console/ui/words/keys.ts';

interface StoredKey {
  readonly id: string;
  readonly permissions: readonly string[];
  readonly role: string | null;
  readonly state: string;
  readonly usedPermissions: readonly string[];
  readonly rateLimitPerMinute: number | null;
  readonly key: string;
}

const dialogOf = (page: Page) => page.getByRole('dialog').last();

/** The key that a dialog shows once; closes it, and looks whether anything of it is left. */
const takeKey = async (page: Page): Promise<string> => {
  const text = await page.locator('.secret-shown_secret code').innerText();
  expect(text).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: keyWords.shown.done }).click();
  await page.locator('.secret-shown_secret').waitFor({ state: 'detached' });
  const left = await page.evaluate<string>(
    `[document.documentElement.outerHTML, location.href, JSON.stringify(history.state), JSON.stringify(localStorage),
      JSON.stringify(sessionStorage), ...[...document.querySelectorAll('input')].map(({ value }) => value)].join('\\n')`,
  );
  expect(left).not.toContain(text);
  return text;
};

describeInBrowser('API keys', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  beforeAll(async () => {
    tenant = await createTestTenant('keys of the console');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  const make = async (body: object): Promise<StoredKey> =>
    JSON.parse((await tenant.live.post('/api-keys', body)).text) as StoredKey;
  const stored = async (id: string): Promise<StoredKey> =>
    JSON.parse((await tenant.live.get(`/api-keys/${id}`)).text) as StoredKey;
  const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

  it('▲ a key for a till is made and shown once; it may do what a till may', async () => {
    const { page, complaints } = await served.open('/keys');
    await page.getByRole('link', { name: 'made by a test' }).waitFor();
    await page.getByRole('button', { name: keyWords.add }).click();
    await page.getByLabel(keyWords.form.name).fill('Till 7');
    await dialogOf(page).getByRole('radio', { name: /^Till/ }).check();
    await dialogOf(page).getByRole('button', { name: keyWords.form.in90 }).click();
    expect(await barriersIn(page, '.dialog')).toEqual([]);
    await dialogOf(page).getByRole('button', { name: keyWords.form.submit }).click();
    await page.locator('.secret-shown_secret').waitFor();
    expect(await barriersIn(page, '.dialog')).toEqual([]);
    const text = await takeKey(page);
    await page.getByRole('heading', { name: 'Till 7' }).waitFor();
    const till = createApi(tenant.tenantId, text);
    expect((await till.get('/members?ref=nobody')).status).toBe(200);
    expect((await till.get('/campaigns')).status).toBe(403);
    expect(await stored(idIn(page))).toMatchObject({ role: 'till', state: 'ACTIVE' });
    expect(complaints).toEqual([]);
  });

  it('▲ a key is narrowed to what it has used', async () => {
    const made = await make({ name: 'Web shop', role: 'server' });
    const shop = createApi(tenant.tenantId, made.key);
    await shop.get('/members?ref=nobody');
    // Uses are written once a minute.
    await eventually('its use is noted', async () => (await stored(made.id)).usedPermissions.length > 0, {
      everyMs: 2_000,
    });
    const { usedPermissions } = await stored(made.id);
    expect(usedPermissions).toContain('members:find');
    const used = usedPermissions.length.toString();
    const { page, complaints } = await served.open(`/keys/${made.id}`);
    await page.getByText(keyWords.usedOf(used, made.permissions.length.toString())).waitFor();
    await page.getByRole('button', { name: keyWords.narrow }).click();
    await page.getByRole('button', { name: keyWords.narrowing.toUsed(used) }).click();
    await dialogOf(page).locator('[name="/rateLimitPerMinute"]').fill('60');
    expect(await barriersInLooks(page, '.dialog')).toEqual([]);
    await dialogOf(page).getByRole('button', { name: keyWords.narrowing.submit }).click();
    await page.getByText(keyWords.narrowing.done).first().waitFor();
    await page.getByText(keyWords.usedOf(used, used)).waitFor();
    expect(await stored(made.id)).toMatchObject({ permissions: usedPermissions, rateLimitPerMinute: 60 });
    expect(complaints).toEqual([]);
  });

  it('▲ a key is rotated: the new one is shown once, and until when the old one works', async () => {
    const made = await make({ name: 'Till 8', role: 'till' });
    const { page, complaints } = await served.open(`/keys/${made.id}`);
    await page.getByRole('button', { name: keyWords.exchange }).click();
    await dialogOf(page).getByRole('button', { name: keyWords.exchanging.submit }).click();
    await page.getByText(new RegExp(keyWords.exchanging.until('.* UTC'))).waitFor();
    const text = await takeKey(page);
    await page.getByText(new RegExp(keyWords.worksUntil('.* UTC'))).waitFor();
    for (const key of [text, made.key])
      expect((await createApi(tenant.tenantId, key).get('/members?ref=nobody')).status).toBe(200);
    expect(await page.getByRole('button', { name: keyWords.exchange }).getAttribute('title')).toBe(
      keyWords.isReplaced,
    );
    await page.getByRole('link', { name: keyWords.facts.toSuccessor }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(made.id));
    await page.getByRole('heading', { name: 'Till 8' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('a key is revoked by its name, with what it made, by keyboard alone', async () => {
    const made = await make({ name: 'Job', role: 'admin' });
    const child = await createApi(tenant.tenantId, made.key).post('/api-keys', {
      name: 'Child',
      role: 'till',
    });
    const { page, complaints } = await served.open(`/keys/${made.id}`);
    await page.getByRole('button', { name: keyWords.revoke }).waitFor();
    await tabTo(page, keyWords.revoke);
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Job');
    await page.keyboard.press('Enter');
    await page.getByText(keyWords.revoking.done('2')).first().waitFor();
    await page.getByText(keyWords.states.REVOKED, { exact: true }).first().waitFor();
    expect((await stored(child.body.id)).state).toBe('REVOKED');
    expect(complaints).toEqual([]);
  });

  it('what the API says of a field stands at that field, and what was typed stays', async () => {
    const { page } = await served.open('/keys');
    await page.getByRole('button', { name: keyWords.add }).click();
    await dialogOf(page).getByRole('button', { name: keyWords.form.whichOnes.permissions }).click();
    const ticked = dialogOf(page).getByRole('checkbox', { checked: true });
    while ((await ticked.count()) > 0) await ticked.first().uncheck();
    await dialogOf(page).locator('[name="/expiresAt"]').fill('2020-01-01');
    await dialogOf(page).locator('[name="/rateLimitPerMinute"]').fill('0');
    await dialogOf(page).getByRole('button', { name: keyWords.form.submit }).click();
    await dialogOf(page).locator('[name="/name"][aria-invalid="true"]').waitFor();
    await dialogOf(page).locator('[name="/rateLimitPerMinute"][aria-invalid="true"]').waitFor();
    await dialogOf(page).locator('fieldset > .field_fault:not(:empty)').waitFor();
    expect(await dialogOf(page).locator('[name="/expiresAt"]').inputValue()).toBe('2020-01-01');
    await dialogOf(page).locator('[name="/name"]').fill('Till 9');
    await dialogOf(page).locator('[name="/rateLimitPerMinute"]').fill('');
    await dialogOf(page)
      .getByRole('checkbox', { name: /^members:find/ })
      .check();
    await dialogOf(page).getByRole('button', { name: keyWords.form.submit }).click();
    await dialogOf(page).locator('[name="/expiresAt"][aria-invalid="true"]').waitFor();
  });

  it('a key that ends soon says so, and so does the list', async () => {
    const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await make({ name: 'Ending', role: 'till', expiresAt });
    const { page } = await served.open('/keys');
    await page.getByRole('row', { name: 'Ending' }).getByText(keyWords.endsIn(3)).waitFor();
    await page.getByText(keyWords.soonTitle('1')).waitFor();
    await page.getByLabel(keyWords.state).selectOption('REVOKED');
    await page.waitForURL(/state=REVOKED/);
    expect(await page.getByText(keyWords.endsIn(3)).count()).toBe(0);
    expect(await barriersInLooks(page)).toEqual([]);
  });

  it('nobody gives what they lack: such roles and permissions cannot be chosen, such keys not be changed', async () => {
    const wide = await make({ name: 'Wide', role: 'admin' });
    const scope = 'keys:read keys:write till';
    const { page, complaints } = await served.open(`/keys/${wide.id}`, { scope });
    const revoke = page.getByRole('button', { name: keyWords.revoke });
    await revoke.waitFor();
    expect(await revoke.getAttribute('title')).toMatch(new RegExp(words.needsPermission('.+')));
    await page.goto(`${served.origin}/keys`);
    await page.getByRole('button', { name: keyWords.add }).click();
    expect(await dialogOf(page).getByRole('radio', { name: keyWords.roles.admin }).isDisabled()).toBe(true);
    expect(await dialogOf(page).getByRole('radio', { name: /^Till/ }).isDisabled()).toBe(false);
    await dialogOf(page).getByRole('button', { name: keyWords.form.whichOnes.permissions }).click();
    expect(
      await dialogOf(page)
        .getByRole('checkbox', { name: /^members:erase/ })
        .isDisabled(),
    ).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('who may only read keys makes none; who may not, reads why', async () => {
    const { page } = await served.open('/keys', { scope: 'keys:read' });
    const add = page.getByRole('button', { name: keyWords.add });
    await add.waitFor();
    expect(await add.getAttribute('title')).toBe(words.needsPermission('keys:write'));
    const { page: other, calls } = await served.open('/keys', { scope: 'marketer' });
    await other.getByText(words.problem.notAllowedDetail('keys:read')).waitFor();
    expect(await other.getByRole('link', { name: keyWords.title }).count()).toBe(0);
    expect(calls.filter((path) => path.includes('/api-keys'))).toEqual([]);
  });
});
