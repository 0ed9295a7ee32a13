import { randomUUID } from 'node:crypto';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import { settingsWords } from '../../services/console/ui/pages/settings/words.ts';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('the currency of an environment (D321)', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('currency of the console');
    await tenant.live.patch('/settings', { currency: 'JPY' });
    await tenant.test.patch('/settings', { currency: 'KWD' });
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  it.each([
    { mode: 'live', typed: '1500', cents: 1_500, said: '¥1,500', unit: '¥1', worth: '¥30' },
    { mode: 'test', typed: '1.555', cents: 1_555, said: '1.555', unit: 'KWD 1', worth: '30.000' },
  ] as const)('in $mode, amounts are typed and shown in it', async ({ mode, typed, cents, ...shown }) => {
    const api = tenant[mode];
    await activateCampaigns(api, [
      {
        name: 'Points',
        earningRule: { type: 'FIXED_POINTS', points: 300 },
        redemptionRule: { pointsPerRand: 10 },
      },
    ]);
    const receipt = { transactionRef: randomUUID(), memberRef: 'currency', amount: cents };
    const { body: given } = await api.post('/transactions/evaluate', receipt);
    const search = mode === 'test' ? '?mode=test' : '';
    const { page, complaints } = await served.open(`/campaigns/new${search}`);
    await page.locator('[name="/earningRule/percentage"]').fill('1');
    await page.locator('[name="/minSpend"]').fill(typed);
    await page.getByText(/for baskets of at least/).waitFor();
    expect(await page.getByText(/for baskets of at least/).innerText()).toContain(shown.said);
    await page.locator('[name="/name"]').fill(`Baskets in ${mode}`);
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.waitForURL(({ pathname }) => /^\/campaigns\/[0-9a-f-]{36}\b/.test(pathname));
    const { body: stored } = await api.get('/campaigns');
    expect(stored).toMatchObject({ campaigns: [{ minSpend: cents }, { name: 'Points' }] });

    const { memberId } = given as unknown as { memberId: string };
    await page.goto(`${served.origin}/members/${memberId}${search}`);
    await page
      .getByText(memberWords.facts.worth('').replace(' at the checkout', '').trim())
      .first()
      .waitFor();
    expect(await page.getByRole('main').innerText()).toContain(shown.worth);
    expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
  });

  it('a change in Settings is seen at once', async () => {
    const { page } = await served.open('/settings');
    await page.locator('[name="/currency"]').fill('EUR');
    await page.getByRole('button', { name: settingsWords.save }).click();
    await page.getByText('€', { exact: true }).first().waitFor();
    expect((await tenant.live.patch('/settings', { currency: 'JPY' })).status).toBe(200);
  });
});
