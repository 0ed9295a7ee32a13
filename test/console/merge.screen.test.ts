import type { Page } from 'playwright-core';
import { mergeWords } from '../../services/console/ui/pages/member/merge/words.ts';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('two members who are one person', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('merging');
    served = await startConsole(tenant);
    await activateCampaigns(tenant.live, [
      {
        name: 'One for each rand',
        earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
        redemptionRule: { pointsPerRand: 10 },
      },
      {
        name: 'Coffee at once',
        earningRule: {
          type: 'STAMP_CARD',
          stampsRequired: 1,
          rewardOnCompletion: { rewardType: 'FREE_ITEM', value: { description: 'A coffee' } },
        },
        storeIds: ['coffee'],
      },
    ]);
  });
  afterAll(() => served.stop());

  /** Enrols a member with a receipt of R 150.00, which is 150 points. */
  const enrol = async (externalRef: string, name: string, storeRef = 'fuel'): Promise<string> => {
    const { body } = await tenant.live.post('/members', { externalRef, name });
    const receipt = { transactionRef: `receipt-of-${externalRef}`, memberRef: externalRef, amount: 15_000 };
    await postPersistently(tenant.live, '/transactions/evaluate', { ...receipt, storeRef });
    return body.id;
  };

  const cards = (page: Page) => page.getByRole('region', { name: memberWords.references.title });
  const dialog = (page: Page) => page.getByRole('dialog', { name: mergeWords.title });
  const submit = (page: Page) => dialog(page).getByRole('button', { name: mergeWords.submit });

  /** Opens the dialog and finds the other member, as a scanner of cards types it. */
  const find = async (page: Page, text: string): Promise<void> => {
    await cards(page).getByRole('button', { name: memberWords.references.merge }).click();
    await dialog(page).getByLabel(mergeWords.find.label).fill(text);
    await dialog(page).getByText(mergeWords.find.found('1'), { exact: true }).waitFor();
    await page.keyboard.press('Enter');
  };

  const confirm = async (page: Page, reason: string, reference: string): Promise<void> => {
    await dialog(page).getByLabel(mergeWords.reason, { exact: true }).fill(reason);
    expect(await submit(page).isDisabled()).toBe(true);
    await dialog(page).getByLabel(words.typeToConfirm(reference)).fill(reference);
    await submit(page).click();
  };

  it('the other member is found by any card, both are compared, and one of them is left', async () => {
    const stays = await enrol('plastic', 'Thandi Mokoena');
    const goes = await enrol('app-user', 'T. Mokoena', 'coffee');
    await tenant.live.put(`/members/${goes}/references`, { reference: 'app-card', kind: 'APP' });
    await tenant.live.post(`/members/${goes}/notes`, { text: 'Prefers to be called' });
    const { page, complaints } = await served.open(`/members/${stays}`, { scope: 'support' });
    await find(page, 'app-card');

    const both = dialog(page).getByRole('table', { name: mergeWords.sides.table });
    await both.getByRole('row', { name: mergeWords.sides.rewards }).getByText('1', { exact: true }).waitFor();
    expect(await both.getByRole('row', { name: mergeWords.sides.references }).innerText()).toMatch(
      /plastic[^]*app-user[^]*app-card/,
    );
    const preview = dialog(page).getByRole('region', { name: mergeWords.preview.title });
    for (const sentence of [
      mergeWords.preview.points('150', '300'),
      mergeWords.preview.lifetime('150'),
      mergeWords.preview.rewards('1'),
      mergeWords.preview.references('app-user', 'Thandi Mokoena'),
    ])
      await preview.getByText(sentence).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await confirm(page, 'She showed both cards', 'plastic');

    await page.getByText(mergeWords.done('app-user', 'plastic')).waitFor();
    await cards(page).getByText('app-card').waitFor();
    expect((await tenant.live.get(`/members/${stays}`)).body).toMatchObject({
      pointsBalance: 300,
      lifetimePoints: 300,
    });
    await page.getByText('A coffee').waitFor();
    await page.getByText('Prefers to be called').waitFor();

    await cards(page).getByRole('link', { name: memberWords.references.merged }).click();
    const band = page.getByRole('status').filter({ hasText: memberWords.merged.into });
    await band.getByRole('link', { name: 'Thandi Mokoena' }).waitFor();
    expect(await band.innerText()).toMatch(/\d{4}, \d\d:\d\d UTC[^]*She showed both cards/);
    expect(await page.getByRole('button', { name: memberWords.adjust.open }).count()).toBe(0);
    expect(await page.getByRole('button', { name: memberWords.more }).count()).toBe(0);
    await page
      .getByRole('region', { name: memberWords.tabs.ledger })
      .getByText(`Merged into member ${stays}`)
      .waitFor();
    expect(await page.getByText('Prefers to be called').count()).toBe(0);
    await page.getByRole('link', { name: memberWords.tabs.timeline }).click();
    await page
      .getByRole('region', { name: memberWords.tabs.timeline })
      .getByText('receipt-of-app-user')
      .first()
      .waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a receipt of a merged member comes back on their page, and takes the points from the one who stays', async () => {
    const stays = await enrol('receipt-new', 'Sipho Returns');
    const goes = await enrol('receipt-old', 'Sipho Returns');
    const merge = { memberId: goes, reason: 'The customer has two cards' };
    expect((await tenant.live.post(`/members/${stays}/merge`, merge)).status).toBe(200);
    const { page } = await served.open(`/members/${goes}?tab=receipts`);
    const row = page.getByRole('row').filter({ hasText: 'receipt-of-receipt-old' });
    await row.getByRole('button', { name: memberWords.receipts.giveBack }).click();
    await page.getByRole('button', { name: memberWords.back.quote }).click();
    await page.getByRole('button', { name: memberWords.back.submit('150') }).click();
    await row.getByText(memberWords.receipts.isReturned, { exact: true }).waitFor();
    expect((await tenant.live.get(`/members/${stays}`)).body.pointsBalance).toBe(150);
  });

  it('what hinders a merge is said with its way out, and the other one may stay', async () => {
    const here = await enrol('here', 'Anna Doubled');
    const other = await enrol('other', 'Anna Doubled');
    const authorization = { transactionRef: 'in-the-shop', memberRef: 'here', pointsRequested: 50 };
    await tenant.live.post('/transactions/redeem/authorize', { ...authorization, amount: 5_000 });
    const { page, complaints } = await served.open(`/members/${here}`);
    await find(page, other);
    const blocked = dialog(page).getByRole('region', { name: mergeWords.blocked.title });
    const said = mergeWords.blocked.reasons['OPEN_AUTHORIZATION']?.('Anna Doubled') ?? '';
    await blocked.getByText(said).waitFor();
    expect(
      await blocked.getByRole('link', { name: mergeWords.blocked.page('here') }).getAttribute('href'),
    ).toContain(here);
    expect(await barriersInLooks(page)).toEqual([]);
    await postPersistently(tenant.live, '/transactions/redeem/void', { transactionRef: 'in-the-shop' });
    await blocked.getByRole('button', { name: mergeWords.blocked.again }).click();
    await blocked.waitFor({ state: 'detached' });

    await dialog(page).getByRole('button', { name: 'other', exact: true }).click();
    await dialog(page).getByText(mergeWords.preview.references('here', 'Anna Doubled')).waitFor();
    await confirm(page, 'The old card is lost', 'other');
    await page.waitForURL(`**/members/${other}`);
    await cards(page).getByRole('link', { name: memberWords.references.merged }).waitFor();
    expect((await tenant.live.get(`/members/${here}`)).body).toMatchObject({
      state: 'merged',
      mergedInto: other,
    });

    await page.goto(`${served.origin}/members`);
    await page.getByRole('link', { name: 'Anna Doubled' }).waitFor();
    expect(await page.getByRole('link', { name: 'Anna Doubled' }).count()).toBe(1);
    await page.getByLabel(words.members.state, { exact: true }).selectOption({ label: words.states.merged });
    const merged = page.getByRole('row').filter({ hasText: 'here' });
    await merged.getByText(words.states.merged, { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('who was merged before is found by their id, and leads to the member who stayed', async () => {
    const here = await enrol('third', 'Ben Thrice');
    const stays = await enrol('first', 'Ben Thrice');
    const goes = await enrol('second', 'Ben Thrice');
    await tenant.live.post(`/members/${stays}/merge`, { memberId: goes, reason: 'Two cards' });
    const { page, complaints } = await served.open(`/members/${here}`);
    await find(page, goes);
    const blocked = dialog(page).getByRole('region', { name: mergeWords.blocked.title });
    await blocked.getByText(mergeWords.blocked.reasons['MERGED']?.('Ben Thrice') ?? '').waitFor();
    const link = blocked.getByRole('link', { name: mergeWords.blocked.toThem });
    expect(await link.getAttribute('href')).toContain(stays);
    await dialog(page).getByRole('button', { name: mergeWords.other }).click();
    await dialog(page).getByLabel(mergeWords.find.label).waitFor();
    expect(complaints).toEqual([]);
  });

  it('an analyst learns which permission a merge needs, and a member is not merged into themselves', async () => {
    const member = await enrol('own', 'Only Once');
    await tenant.live.put(`/members/${member}/references`, { reference: 'own-second' });
    const { page } = await served.open(`/members/${member}`, { scope: 'analyst' });
    const open = cards(page).getByRole('button', { name: memberWords.references.merge });
    expect(await open.getAttribute('title')).toBe(words.needsPermission('members:merge'));

    await page.close();
    const support = await served.open(`/members/${member}`, { scope: 'support', isNew: true });
    await cards(support.page).getByRole('button', { name: memberWords.references.merge }).click();
    await dialog(support.page).getByLabel(mergeWords.find.label).fill('own-second');
    await dialog(support.page).getByText(mergeWords.find.same('own-second')).waitFor();
  });
});
