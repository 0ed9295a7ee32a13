import { whyWords } from '../../services/console/ui/pages/why/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { giftCampaign } from '../support/rewards.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';
import { barriersInLooks, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('a test receipt of one’s own', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;

  beforeAll(async () => {
    tenant = await createTestTenant('test receipts');
    served = await startConsole(tenant);
    receiver = await openWebhookReceiver(tenant, ['*'], 'test');
    await activateCampaigns(tenant.test, [
      { name: 'One for each rand', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
      giftCampaign,
    ]);
  });
  afterAll(async () => {
    await receiver.close();
    await served.stop();
  });

  it('is sent with its lines, and all that it caused is on one page', async () => {
    const { page, complaints } = await served.open('/why?mode=test');
    const form = page.getByRole('region', { name: whyWords.orBasket });
    await form.getByLabel(whyWords.member, { exact: true }).fill('own-receipt');
    await form.getByLabel(whyWords.amount, { exact: true }).fill('150');
    await form.getByRole('button', { name: whyWords.addLine }).click();
    await form.getByLabel(whyWords.sku, { exact: true }).fill('COFFEE-1');
    await form.getByLabel(whyWords.price, { exact: true }).fill('150');
    await form.getByRole('button', { name: whyWords.judge }).click();
    await page.getByRole('button', { name: whyWords.test.send }).click();
    await page.waitForURL(/receipt=test-receipt-/);
    const caused = page.getByRole('region', { name: whyWords.caused.title });
    await caused.getByText('+150').waitFor();
    await caused.getByText(words.member.rewardStates.ISSUED, { exact: true }).waitFor();
    await caused.getByRole('link', { name: 'transaction.processed' }).waitFor();
    await caused.getByText('200').first().waitFor();
    await page.getByRole('region', { name: whyWords.receipt }).getByText('COFFEE-1').waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('in live a basket is evaluated, and there is no button that sends it', async () => {
    const basket = encodeURIComponent(JSON.stringify({ memberRef: 'own-receipt', amount: 15_000 }));
    const { page } = await served.open(`/why?basket=${basket}`);
    await page.getByRole('region', { name: whyWords.asNow }).waitFor();
    expect(await page.getByRole('button', { name: whyWords.test.send }).count()).toBe(0);
  });
});
