import { eventually } from '@loyalty/testkit/runs';
import { settingsWords } from '../../services/console/ui/pages/settings/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, barriersInLooks, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('settings', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  beforeAll(async () => {
    tenant = await createTestTenant('settings of the console');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  const stored = async (): Promise<Readonly<Record<string, unknown>>> =>
    (JSON.parse((await tenant.live.get('/settings')).text) as { settings: Record<string, unknown> }).settings;

  it('one setting is changed by its form, and nobody else’s; an empty field brings back the default', async () => {
    const { page, complaints } = await served.open('/settings');
    await page.getByLabel(settingsWords.names.pointValueCents).waitFor();
    expect(await page.getByRole('region', { name: settingsWords.operators }).innerText()).toContain(
      settingsWords.names.webhooksOverPlainHttp,
    );
    const form = page.locator('form');
    const save = form.getByRole('button', { name: settingsWords.save });
    expect(await save.isDisabled()).toBe(true);
    await form.locator('[name="/pointValueCents"]').fill('0.03');
    await form.locator('[name="/pointsExpiry/type"]').selectOption('SLIDING');
    await form.locator('[name="/pointsExpiry/days"]').fill('365');
    await form.getByText(settingsWords.changes(2)).waitFor();
    expect(await barriersIn(page, 'form')).toEqual([]);
    // Somebody else, meanwhile.
    await tenant.live.patch('/settings', { adjustedPointsPerDay: 4_000 });
    await save.click();
    await form.getByText(words.problem.outdated).waitFor();
    await save.click();
    await page.getByText(settingsWords.saved).waitFor();
    expect(await form.locator('[name="/adjustedPointsPerDay"]').inputValue()).toBe('4000');
    expect(await save.isDisabled()).toBe(true);
    expect(await stored()).toMatchObject({
      pointValueCents: 3,
      pointsExpiry: { type: 'SLIDING', days: 365 },
      adjustedPointsPerDay: 4_000,
    });
    await form.locator('[name="/pointValueCents"]').fill('');
    await save.click();
    await eventually('the default is back', async () => (await stored())['pointValueCents'] === 1);
    const shown = form.locator('[name="/pointValueCents"]');
    await eventually('the form shows it', async () => (await shown.inputValue()) === '0.01');
    expect(complaints.filter((complaint) => !complaint.includes('status of 412'))).toEqual([]);
  });

  it('what the API says of a setting stands at its field, and what was typed stays', async () => {
    const { page } = await served.open('/settings');
    const form = page.locator('form');
    await form.locator('[name="/pointsExpiry/type"]').selectOption('ROLLING');
    const field = (pointer: string) => form.locator(`[name="${pointer}"]`);
    const save = form.getByRole('button', { name: settingsWords.save });
    const wrong = { '/pointValueCents': 'many', '/pointsExpiry/days': '0', '/adjustedPointsPerDay': '-1' };
    for (const [pointer, text] of Object.entries(wrong)) await field(pointer).fill(text);
    await save.click();
    await form.locator('[name="/pointValueCents"][aria-invalid="true"]').waitFor();
    await form.locator('[name="/adjustedPointsPerDay"][aria-invalid="true"]').waitFor();
    for (const [pointer, text] of Object.entries(wrong)) expect(await field(pointer).inputValue()).toBe(text);
    for (const pointer of Object.keys(wrong)) await field(pointer).fill('5');
    // Of the right form, and no country.
    await field('/phoneCountry').fill('XX');
    await save.click();
    await form.locator('[name="/phoneCountry"][aria-invalid="true"]').waitFor();
    expect(await field('/phoneCountry').inputValue()).toBe('XX');
    await field('/phoneCountry').fill('');
    await field('/timeZone').fill('Berlin');
    await save.click();
    await form.getByText('the nearest are Europe/Berlin').waitFor();
    await field('/timeZone').fill('Europe/Berlin');
    await save.click();
    await page.getByText(settingsWords.saved).waitFor();
    expect(await stored()).toMatchObject({ timeZone: 'Europe/Berlin' });
  });

  it('limits say what is used of them', async () => {
    await tenant.live.post('/tiers', { name: 'Gold', minLifetimePoints: 10 });
    // One read serves all who ask within a second, so the test before may have had it.
    await eventually('the tier is counted', async () =>
      (await tenant.live.get('/environment')).text.includes('"of":"tiers","limit":100,"used":1'),
    );
    const { page } = await served.open('/settings');
    const limits = page.getByRole('region', { name: settingsWords.limits });
    await limits.getByText(settingsWords.limitsCalm).waitFor();
    await limits.getByText(/other limits/).click();
    await limits.getByText(settingsWords.limitNames.tiers, { exact: true }).waitFor();
    expect(
      await limits
        .getByRole('listitem')
        .filter({ hasText: /^Tiers/ })
        .innerText(),
    ).toMatch(/1 of \d/);
    expect(await barriersInLooks(page)).toEqual([]);
  });

  it('who may only read them sees them as they are, and no form', async () => {
    const { page } = await served.open('/settings', { scope: 'settings:read' });
    const yours = page.getByRole('region', { name: settingsWords.yours });
    await yours.getByText(settingsWords.names.timeZone).waitFor();
    expect(await page.locator('form').count()).toBe(0);
    const { page: other } = await served.open('/settings', { scope: 'marketer' });
    await other.getByText(words.problem.notAllowedDetail('settings:read')).waitFor();
    expect(await other.getByRole('link', { name: settingsWords.title }).count()).toBe(0);
  });
});
