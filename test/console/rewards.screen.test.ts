import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { eventually } from '@loyalty/testkit/runs';
import { overviewWords } from '../../services/console/ui/pages/overview/words.ts';
import { rewardWords } from '../../services/console/ui/pages/rewards/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { failReward, giftCampaign } from '../support/rewards.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, barriersInLooks, describeInBrowser, tabTo } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('rewards', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let stored: StoredRows;

  beforeAll(async () => {
    tenant = await createTestTenant('rewards of the console');
    stored = openStoredRows();
    await activateCampaigns(tenant.live, [giftCampaign]);
    served = await startConsole(tenant);
  });
  afterAll(async () => {
    await served.stop();
    await stored.close();
  });

  /** Gives a member a gift card, and waits for its code. */
  const give = async (memberRef = 'card-2041'): Promise<{ readonly id: string; readonly code: string }> => {
    const receipt = { transactionRef: randomUUID(), memberRef, amount: 10_000 };
    const { body } = await tenant.live.post('/transactions/evaluate', receipt);
    const [id = ''] = body.campaigns.flatMap(({ rewardIds }) => rewardIds);
    let code = '';
    await eventually('it has its code', async () => {
      code = (await tenant.live.get(`/rewards/${id}`)).body.value.code ?? '';
      return code !== '';
    });
    return { id, code };
  };

  const stateOf = async (id: string): Promise<string> => (await tenant.live.get(`/rewards/${id}`)).body.state;

  it('who has none reads where they come from', async () => {
    const { page, complaints } = await served.open('/rewards');
    await page.getByRole('heading', { name: rewardWords.noneTitle }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a reward without a code is found, with its reason, and tried again until it has one', async () => {
    const { id } = await give();
    await failReward(stored, id);
    const { page, complaints } = await served.open('/rewards');
    await page.getByLabel(rewardWords.state).selectOption('FAILED');
    await page.waitForURL(/state=FAILED/);
    await page.getByText(words.allShown('1')).waitFor();
    await page.getByRole('link', { name: words.member.rewardTypes.GIFT_CARD }).click();
    await page.getByText(rewardWords.failures.POOL_EMPTY).waitFor();
    await page.getByRole('link', { name: `${rewardWords.title} 1 ${words.waiting}` }).waitFor();
    await page.getByLabel(rewardWords.state).selectOption('');
    await page.getByRole('link', { name: words.member.rewardStates.FAILED }).click();
    await page.getByRole('button', { name: rewardWords.retry }).click();
    await page.getByText(rewardWords.retried).first().waitFor();
    await page.locator('.rewards-page_code').waitFor();
    await page.locator('.split_head').getByText(words.member.rewardStates.ISSUED).waitFor();
    await page.getByText(words.waiting).waitFor({ state: 'detached' });
    expect(await stateOf(id)).toBe('ISSUED');
    expect(complaints).toEqual([]);
  });

  it('sidebar and overview count the failed ones that somebody can save, and no others', async () => {
    await activateCampaigns(tenant.test, [giftCampaign]);
    for (const reason of ['RETURNED', 'POOL_EMPTY'] as const) {
      const receipt = { transactionRef: randomUUID(), memberRef: 'card-2041', amount: 10_000 };
      const { body } = await tenant.test.post('/transactions/evaluate', receipt);
      await failReward(stored, body.campaigns[0]?.rewardIds[0] ?? '', reason);
    }
    const { page, complaints } = await served.open('/?mode=test');
    await page.getByRole('link', { name: `${rewardWords.title} 1 ${words.waiting}` }).waitFor();
    const attention = page.getByRole('region', { name: overviewWords.attention });
    await attention.getByText(overviewWords.oneNoCode).waitFor();
    expect(complaints).toEqual([]);
  });

  it('all failed ones that are shown are tried again; those that cannot be are counted apart', async () => {
    const given = [await give(), await give(), await give()];
    for (const { id } of given) await failReward(stored, id);
    const { page } = await served.open('/rewards?state=FAILED');
    await page.getByRole('button', { name: rewardWords.retryAll('3') }).waitFor();
    // Somebody else was there before.
    await tenant.live.post(`/rewards/${given[0]?.id ?? ''}/retry`);
    await page.getByRole('button', { name: rewardWords.retryAll('3') }).click();
    await page.getByText(rewardWords.retriedAll('2')).first().waitFor();
    await page.getByText(rewardWords.refusedSome('1')).first().waitFor();
    for (const { id } of given)
      await eventually('it has its code', async () => (await stateOf(id)) === 'ISSUED');
    await page.getByText(rewardWords.noMatchTitle).waitFor();
    expect(await page.getByRole('button', { name: /^Retry all/ }).count()).toBe(0);
  });

  it('one is found by its code and redeemed with a receipt, once', async () => {
    const { id, code } = await give();
    const { page, complaints } = await served.open('/rewards');
    await page.getByRole('searchbox').fill(code.toLowerCase().replaceAll('-', ''));
    await page.getByText(words.allShown('1')).waitFor();
    await page.getByRole('button', { name: rewardWords.redeem }).click();
    await page.getByRole('textbox', { name: rewardWords.redemption.receipt }).fill('R'.repeat(300));
    await submit(page, rewardWords.redemption.submit);
    await page.locator('.field_fault:not(:empty)').waitFor();
    await page.getByRole('textbox', { name: rewardWords.redemption.receipt }).fill('till-7-1');
    await page.getByRole('textbox', { name: rewardWords.redemption.store }).fill('store-7');
    await submit(page, rewardWords.redemption.submit);
    await page.getByText(rewardWords.redemption.done).first().waitFor();
    await page.locator('.split_head').getByText(rewardWords.redeemed).waitFor();
    expect((await tenant.live.get(`/rewards/${id}`)).body).toMatchObject({
      state: 'REDEEMED',
      redeemedTransactionRef: 'till-7-1',
      redeemedStoreRef: 'store-7',
    });
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  it('one that a till has just redeemed is said to be, and shown so', async () => {
    const { id } = await give();
    const { page } = await served.open(`/rewards?reward=${id}`);
    await page.getByRole('button', { name: rewardWords.redeem }).click();
    await page.getByRole('textbox', { name: rewardWords.redemption.receipt }).fill('till-8-2');
    await tenant.live.post(`/rewards/${id}/redeem`, { transactionRef: 'till-8-1' });
    await submit(page, rewardWords.redemption.submit);
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await page.getByRole('textbox', { name: rewardWords.redemption.receipt }).inputValue()).toBe(
      'till-8-2',
    );
    await page.keyboard.press('Escape');
    await page.locator('.split_head').getByText(rewardWords.redeemed).waitFor();
  });

  it('one is expired after its code was typed, by keyboard alone', async () => {
    const { id, code } = await give();
    const { page } = await served.open(`/rewards?reward=${id}`);
    await page.locator('.rewards-page_code').getByText(code).waitFor();
    await tabTo(page, rewardWords.expire);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: rewardWords.expiry.title }).waitFor();
    await page.getByRole('dialog').getByRole('textbox').focus();
    await page.keyboard.type('something else');
    await page.keyboard.press('Enter');
    expect(await stateOf(id)).toBe('ISSUED');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.getByText(rewardWords.expiry.done).first().waitFor();
    expect(await stateOf(id)).toBe('EXPIRED');
  });

  it('who may only read sees what could be done, and which permission it needs', async () => {
    const { id } = await give();
    const { page, calls } = await served.open(`/rewards?reward=${id}`, { scope: 'read' });
    const redeem = page.getByRole('button', { name: rewardWords.redeem });
    await redeem.waitFor();
    expect(await redeem.getAttribute('aria-disabled')).toBe('true');
    expect(await redeem.getAttribute('title')).toBe(words.needsPermission('rewards:redeem'));
    await redeem.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(calls.filter((path) => path.endsWith('/redeem'))).toEqual([]);
  });

  it('the code of what is shown asks for the same', async () => {
    const { page } = await served.open('/rewards?state=ISSUED&kind=GIFT_CARD');
    await page.getByRole('link', { name: words.member.rewardTypes.GIFT_CARD }).first().waitFor();
    await page.locator('.page-head_head').getByRole('button', { name: words.code.title }).click();
    const code = page.getByRole('dialog').locator('pre');
    expect(await code.innerText()).toContain('/rewards?limit=50&state=ISSUED&rewardType=GIFT_CARD');
    await page.getByRole('button', { name: words.code.languages.typescript }).click();
    expect(await code.innerText()).toContain(
      "await loyalty.listRewards({\n  limit: 50,\n  state: 'ISSUED',\n  rewardType: 'GIFT_CARD',\n});",
    );
    expect(await barriersIn(page, '.dialog')).toEqual([]);
  });

  it('nobody is kept out, in both themes, at three widths', async () => {
    const { id } = await give('Mar\u202eyam');
    const { page, complaints } = await served.open('/rewards');
    await page.getByRole('link', { name: words.member.rewardTypes.GIFT_CARD }).first().waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await page.goto(`${served.origin}/rewards?reward=${id}`);
    await page.getByRole('link', { name: 'Mar[U+202E]yam' }).waitFor();
    await page.getByText('Gift cards', { exact: true }).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: rewardWords.expire }).click();
    await page.getByRole('dialog').waitFor();
    expect(await barriersInLooks(page, '.dialog')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

const submit = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
