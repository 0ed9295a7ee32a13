import { randomUUID } from 'node:crypto';
import { tryWords } from '../../services/console/ui/pages/campaign-form/try-it/words.ts';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import { settingsWords } from '../../services/console/ui/pages/settings/words.ts';
import { whyWords } from '../../services/console/ui/pages/why/words.ts';
import { explainedWords } from '../../services/console/ui/words/explained.ts';
import { limitWords } from '../../services/console/ui/words/limits.ts';
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
    const card = page.getByRole('region', { name: limitWords.title, exact: true });
    await card.getByRole('button', { name: limitWords.begin.pointsAMonth }).click();
    await card.getByRole('button', { name: limitWords.begin.onceADay }).click();
    await page.getByText('at most 500 points a month and once a day.').waitFor();
    const second = card.getByRole('group', { name: limitWords.limit('2') });
    await second.getByLabel(limitWords.of).selectOption('POINTS');
    await second.getByLabel(limitWords.way).selectOption({ label: limitWords.ways['MEMBER MONTH'] });
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await second.getByText('must not be a second limit of the same kind').waitFor();
    await second.getByLabel(limitWords.way).selectOption({ label: limitWords.ways.RECEIPT });
    await second.getByLabel(limitWords.max).fill('50');
    await page.getByText('at most 500 points a month and at most 50 points per receipt or event.').waitFor();
    const tried = page.getByRole('region', { name: tryWords.title });
    await tried.getByText(explainedWords.cutFrom('80 points', explainedWords.cut.LIMIT)).waitFor();
    await tried.getByText(explainedWords.left('at most 500 points a month', '500')).waitFor();
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.draftSaved('')).waitFor();
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
    const card = page.getByRole('region', { name: limitWords.ofMember.title });
    await card
      .getByText(`${limitWords.ofMember.used('1', '1')} ${limitWords.ofMember.units.TIMES}`)
      .waitFor();
    await card.getByText(`${limitWords.ofMember.ever}, ${limitWords.ofMember.full}`).waitFor();
    await card.getByText('80 of 500 points').waitFor();
    await card.getByText(/^until \d+ \w+ \d{4}$/).waitFor();
    const meters = card.getByRole('meter');
    expect(await meters.count()).toBe(2);
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a member’s page shows caps of all campaigns together, which somebody sets in settings', async () => {
    const { page, complaints } = await served.open('/settings?mode=test');
    await page.getByLabel(settingsWords.capPeriods.day, { exact: true }).fill('100');
    await page.getByRole('button', { name: settingsWords.save }).click();
    await page.getByText(settingsWords.saved).waitFor();
    await activateCampaigns(tenant.test, [coffee]);
    const evaluate = async () => {
      const receipt = { transactionRef: randomUUID(), memberRef: 'card-2', amount: 5_000 };
      return (await tenant.test.post('/transactions/evaluate', receipt)).body;
    };
    await evaluate();
    const { memberId } = await evaluate();
    await page.goto(new URL(`/members/${memberId}?mode=test`, page.url()).href);
    const card = page.getByRole('region', { name: limitWords.ofMember.title });
    await card.getByText(limitWords.ofMember.caps.DAY).waitFor();
    await card.getByText('100 of 100 points').waitFor();
    await card.getByText(`, ${limitWords.ofMember.full}`).waitFor();
    await page.goto(new URL('/why?mode=test', page.url()).href);
    await page.getByLabel(whyWords.member).fill('card-2');
    await page.getByLabel(whyWords.amount).fill('50');
    await page.getByRole('button', { name: whyWords.judge }).click();
    const judged = page.getByRole('region', { name: whyWords.asNow });
    await judged.getByText(whyWords.reasons.CAP_REACHED).waitFor();
    await judged.getByText(explainedWords.ruleGives('80 points')).waitFor();
    expect(await judged.locator('.chip').innerText()).toBe(whyWords.steps.cap);
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a campaign’s page shows how often it gave of a limit of all members, and that none is left', async () => {
    const limits = [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 2 }];
    const [id = ''] = await activateCampaigns(tenant.live, [
      Object.assign({}, coffee, { name: 'First', limits }),
    ]);
    const { page, complaints } = await served.open(`/campaigns/${id}`);
    const card = page.getByRole('region', { name: limitWords.ofCampaign.title });
    await card.getByText(limitWords.ofCampaign.ofMax('0', '2')).waitFor();
    await card.getByText(limitWords.ofCampaign.left('2')).waitFor();
    for (const memberRef of ['card-3', 'card-4'])
      await tenant.live.post('/transactions/evaluate', {
        transactionRef: randomUUID(),
        memberRef,
        amount: 5_000,
      });
    await page.reload();
    await card.getByText(limitWords.ofCampaign.ofMax('2', '2')).waitFor();
    await card.getByText(limitWords.ofCampaign.none).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
