import { randomUUID } from 'node:crypto';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, oddOf } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { newestCampaign } from './fill-campaign.ts';

const coffee = {
  name: 'Coffee',
  earningRule: { type: 'FIXED_POINTS', points: 80 },
};

describeInBrowser('limits of a campaign', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('campaign-limits');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  it('somebody says how often it gives, a second limit of a kind is refused at its row, and the rest is saved', async () => {
    const { body: record } = await tenant.live.post('/campaigns', coffee);
    const { page, complaints } = await served.open(`/campaigns/${record.id}/edit`);
    const card = page.getByRole('region', { name: 'How often', exact: true });
    await card.getByRole('button', { name: '500 points a month' }).click();
    await card.getByRole('button', { name: 'once a day' }).click();
    await page.getByText('at most 500 points a month and once a day.').waitFor();
    const second = card.getByRole('group', { name: 'limit 2' });
    await second.getByLabel('What is counted').selectOption('POINTS');
    await second.getByLabel('For whom and how long').selectOption({ label: 'per member and month' });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await second.getByText('must not be a second limit of the same kind').waitFor();
    await second.getByLabel('For whom and how long').selectOption({ label: 'per receipt or event' });
    await second.getByLabel('How many').fill('50');
    await page.getByText('at most 500 points a month and at most 50 points at once.').waitFor();
    const tried = page.getByRole('region', { name: 'Try it' });
    await tried.getByText('80 points, cut to what its limit leaves').waitFor();
    await tried.getByText('at most 500 points a month: 500 left').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText(/^Draft, saved/).waitFor();
    expect(await newestCampaign(tenant.live)).toMatchObject({
      limits: [
        { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500 },
        { per: 'RECEIPT', of: 'POINTS', max: 50 },
      ],
    });
    expect(await barriersInLooks(page)).toEqual([]);
    expect(oddOf(complaints)).toEqual([]);
  });

  it('a member’s page shows what they have used of limits', async () => {
    const limits = [
      { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 1 },
      { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500 },
    ];
    await activateCampaigns(tenant.live, [Object.assign({}, coffee, { name: 'Bounded', limits })]);
    const { body } = await tenant.live.post('/transactions/evaluate', {
      transactionRef: randomUUID(),
      memberRef: 'card-1',
      amount: 5_000,
    });
    const { page, complaints } = await served.open(`/members/${body.memberId}`);
    const card = page.getByRole('region', { name: 'Limits used' });
    await card.getByText('1 of 1 times').waitFor();
    await card.getByText('for good, reached').waitFor();
    await card.getByText('80 of 500 points').waitFor();
    await card.getByText(/^until \d+ \w+ \d{4}$/).waitFor();
    const meters = card.getByRole('meter');
    expect(await meters.count()).toBe(2);
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a member’s page shows caps of all campaigns together, which somebody sets in settings', async () => {
    const { page, complaints } = await served.open('/settings?mode=test');
    await page.getByRole('button', { name: 'Change settings…' }).click();
    await page.getByRole('dialog').getByLabel('On a day').fill('100');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('100 points a day').waitFor();
    await activateCampaigns(tenant.test, [coffee]);
    const evaluate = async () => {
      const receipt = { transactionRef: randomUUID(), memberRef: 'card-2', amount: 5_000 };
      return (await tenant.test.post('/transactions/evaluate', receipt)).body;
    };
    await evaluate();
    const { memberId } = await evaluate();
    await page.goto(new URL(`/members/${memberId}?mode=test`, page.url()).href);
    const card = page.getByRole('region', { name: 'Limits used' });
    await card.getByText('All campaigns, today').waitFor();
    await card.getByText('100 of 100 points').waitFor();
    await card.getByText(/, reached$/).waitFor();
    await page.goto(new URL('/why?mode=test', page.url()).href);
    await page.getByLabel('Member').fill('card-2');
    await page.getByLabel('Amount').fill('50');
    await page.getByRole('button', { name: 'Judge it' }).click();
    const judged = page.getByRole('region', { name: 'As it would be judged now' });
    await judged.getByText('The member has all points that one may get in this time.').waitFor();
    await judged.getByText('its rule gives 80 points').waitFor();
    expect(await judged.locator('.chip').innerText()).toBe('Cap');
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a campaign’s page shows how often it gave of a limit of all members, and that none is left', async () => {
    const limits = [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 2 }];
    const [id = ''] = await activateCampaigns(tenant.live, [
      Object.assign({}, coffee, { name: 'First', limits }),
    ]);
    const { page, complaints } = await served.open(`/campaigns/${id}`);
    const card = page.getByRole('region', { name: 'Times given' });
    await card.getByText('0 of 2 given').waitFor();
    await card.getByText('2 left').waitFor();
    for (const memberRef of ['card-3', 'card-4'])
      await tenant.live.post('/transactions/evaluate', {
        transactionRef: randomUUID(),
        memberRef,
        amount: 5_000,
      });
    await page.reload();
    await card.getByText('2 of 2 given').waitFor();
    await card.getByText('None is left: it gives nothing until the limit is raised.').waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
