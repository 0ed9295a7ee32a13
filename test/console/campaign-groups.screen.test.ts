import { tryWords } from '../../services/console/ui/pages/campaign-form/try-it/words.ts';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import { whyWords } from '../../services/console/ui/pages/why/words.ts';
import { campaignPageWords } from '../../services/console/ui/words/campaigns.ts';
import { explainedWords } from '../../services/console/ui/words/explained.ts';
import { groupWords } from '../../services/console/ui/words/groups.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, oddOf } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { newestCampaign } from './fill-campaign.ts';

const sixBottles = {
  name: 'Six bottles',
  earningRule: { type: 'FIXED_POINTS', points: 200 },
  exclusiveGroup: 'wine',
};

describeInBrowser('campaigns that give instead of others', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('campaign-groups');
    served = await startConsole(tenant);
    await activateCampaigns(tenant.live, [sixBottles]);
  });
  afterAll(() => served.stop());

  it('somebody says instead of which others, in what order and by whose multiplier, and a fault stands at its field', async () => {
    const { body: record } = await tenant.live.post('/campaigns', {
      name: 'Five percent of wine',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 5 },
    });
    const { page, complaints } = await served.open(`/campaigns/${record.id}/edit`);
    const card = page.getByRole('region', { name: groupWords.title, exact: true });
    const group = card.getByLabel(groupWords.group, { exact: true });
    const offered = await group.evaluate(
      (input: { readonly list: { readonly options: ArrayLike<{ readonly value: string }> } }) =>
        Array.from(input.list.options, ({ value }) => value),
    );
    expect(offered).toEqual(['wine']);
    await group.fill('wine');
    await card.getByLabel(groupWords.priority, { exact: true }).fill('1001');
    await page.keyboard.press('Tab');
    await card.getByText('Enter a whole number from -1000 to 1000').waitFor();
    await card.getByLabel(groupWords.priority, { exact: true }).fill('5');
    await page.getByLabel(groupWords.multiplier).check();
    await page
      .getByText(', multiplied by the tier multiplier, exclusive within group “wine”, with priority 5.')
      .waitFor();
    const tried = page.getByRole('region', { name: tryWords.title });
    await tried.getByText(`Five percent of wine ${explainedWords.instead}`).waitFor();
    // A link would lead away from what is typed.
    expect(await tried.getByRole('link').count()).toBe(0);
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.draftSaved('')).waitFor();
    expect(await newestCampaign(tenant.live)).toMatchObject({
      exclusiveGroup: 'wine',
      priority: 5,
      tierMultiplier: true,
    });
    expect(await barriersInLooks(page)).toEqual([]);
    expect(oddOf(complaints)).toEqual([]);
  });

  it('a rule that no tier multiplies keeps the choice until it is taken away, and says so', async () => {
    const { body: record } = await tenant.live.post('/campaigns', {
      name: 'Multiplied',
      earningRule: { type: 'FIXED_POINTS', points: 5 },
      tierMultiplier: true,
    });
    const { page } = await served.open(`/campaigns/${record.id}/edit`);
    const multiplier = page.getByLabel(groupWords.multiplier);
    expect(await multiplier.isChecked()).toBe(true);
    await page.locator('label:has([name="/earningRule/type"][value="RANDOM"])').click();
    await page.locator('[name="/earningRule/minPoints"]').fill('1');
    await page.locator('[name="/earningRule/maxPoints"]').fill('2');
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.locator('.draft_partFault').getByText('is not for rules of type RANDOM').waitFor();
    await multiplier.focus();
    await page.keyboard.press('Space');
    expect(await multiplier.isChecked()).toBe(false);
    await multiplier.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.draftSaved('')).waitFor();
    await page.reload();
    await page.locator('[name="/earningRule/minPoints"]').waitFor();
    expect(await multiplier.count()).toBe(0);
    const { body } = await tenant.live.get(`/campaigns/${record.id}`);
    expect(body).toMatchObject({ tierMultiplier: false, earningRule: { type: 'RANDOM' } });
  });

  it('its page, the list and «Why?» say which group it is of, and who gives instead', async () => {
    const benefits = [{ type: 'EARN_MULTIPLIER', multiplier: 1.5 }];
    await tenant.live.post('/tiers', { name: 'All', minLifetimePoints: 0, benefits });
    const [id = ''] = await activateCampaigns(tenant.live, [
      {
        name: 'Best of wine',
        earningRule: { type: 'FIXED_POINTS', points: 10 },
        exclusiveGroup: 'wine',
        priority: 9,
        tierMultiplier: true,
      },
    ]);
    await tenant.live.post('/members', { externalRef: 'card-1' });
    const { page, complaints } = await served.open(`/campaigns/${id}`);
    const facts = page.getByRole('region', { name: campaignPageWords.facts });
    await facts.getByText(groupWords.named('wine')).waitFor();
    await facts.getByText(groupWords.multiplied).waitFor();
    await page
      .getByRole('region', { name: campaignPageWords.warnings })
      .getByText('/tierMultiplier')
      .waitFor();
    await page.goto(new URL('/campaigns', page.url()).href);
    await page
      .getByRole('row')
      .filter({ hasText: 'Best of wine' })
      .getByText(groupWords.oneOf('', groupWords.named('wine')))
      .waitFor();
    await page.goto(new URL('/why', page.url()).href);
    await page.getByLabel(whyWords.member).fill('card-1');
    await page.getByLabel(whyWords.amount).fill('50');
    await page.getByRole('button', { name: whyWords.judge }).click();
    const judged = page.getByRole('region', { name: whyWords.asNow });
    const lost = judged
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Six bottles', exact: true }) });
    await lost.getByText(explainedWords.instead).waitFor();
    await lost.getByText(explainedWords.ruleGives('')).waitFor();
    expect(await lost.locator('.chip').innerText()).toBe(whyWords.steps.group);
    await judged.getByText(explainedWords.multiplied('1.5')).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await lost.getByRole('link', { name: 'Best of wine' }).click();
    await page.getByRole('heading', { name: 'Best of wine' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/campaigns/${id}`);
    expect(complaints).toEqual([]);
  });
});
