import type { Page } from 'playwright-core';
import { tierWords } from '../../services/console/ui/pages/tiers/words.ts';
import { draftWords } from '../../services/console/ui/words/draft.ts';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, oddOf, tabUntil } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

const threshold = (page: Page) => page.getByLabel(tierWords.form.min);

const moves = (page: Page) => page.getByRole('region', { name: tierWords.moves.title });

const moved = (page: Page) => page.getByRole('region', { name: tierWords.retiering.title });

const rung = (page: Page, name: string) => page.locator('.tiers-page_rung', { hasText: name });

/** Points that each member has ever earned. */
const earned = [100, 600, 700, 1_500];

const hostile = '<b>Top</b> \u202e🎉';
const hostileShown = '<b>Top</b> [U+202E]🎉';

describeInBrowser('tiers', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('tiers');
    served = await startConsole(tenant);
    for (const api of [tenant.live, tenant.test]) {
      await activateCampaigns(api, [
        { name: 'A point a cent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 100 } },
      ]);
      for (const [place, amount] of earned.entries())
        await api.post('/transactions/evaluate', {
          transactionRef: `receipt-${place.toString()}`,
          memberRef: `card-${place.toString()}`,
          amount,
        });
    }
  });
  afterAll(async () => {
    await served.stop();
  });

  it('a newcomer makes two tiers and sees before each how many members it moves', async () => {
    const { page, complaints } = await served.open('/tiers?mode=test');
    await page.getByRole('heading', { name: tierWords.noneTitle }).waitFor();
    await link(page, tierWords.new).click();
    await page.getByLabel(tierWords.form.name).fill('Bronze');
    await threshold(page).fill('0');
    await moves(page).getByText('4 members').waitFor();
    await button(page, tierWords.form.create).click();
    await rung(page, 'Bronze').waitFor();
    await link(page, tierWords.new).click();
    await page.getByLabel(tierWords.form.name).fill('Silver');
    await threshold(page).fill('1,000');
    await moves(page).getByText(tierWords.moves.above('1,000')).waitFor();
    await moves(page).getByText('1 members').waitFor();
    await button(page, tierWords.form.add).click();
    await page.getByLabel(tierWords.form.perk).fill('Free delivery');
    await button(page, tierWords.form.add).click();
    await page
      .getByLabel(tierWords.form.kind('2'), { exact: true })
      .selectOption({ label: tierWords.form.kinds.FREE_REWARD });
    await page.getByLabel('Amount').fill('50.50');
    await button(page, tierWords.form.create).click();
    await rung(page, 'Silver').getByText('Gift card, R 50.50').waitFor();
    await moved(page).getByText(tierWords.retiering.states.IDLE).waitFor();
    const { body } = await tenant.test.get('/tiers');
    expect(body.tiers).toHaveLength(2);
    // Both have the same place in lists.
    expect(body.tiers).toContainEqual(
      expect.objectContaining({
        name: 'Silver',
        minLifetimePoints: 1_000,
        benefits: [
          { type: 'LABEL', description: 'Free delivery' },
          { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: 5_050 } },
        ],
      }),
    );
    expect(complaints).toEqual([]);
  });

  describe('with two tiers', () => {
    beforeAll(async () => {
      await tenant.live.post('/tiers', { name: 'Bronze', minLifetimePoints: 0 });
      await tenant.live.post('/tiers', {
        name: 'Silver',
        minLifetimePoints: 1_000,
        benefits: [
          { type: 'LABEL', description: 'Free delivery' },
          { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: 5_050 } },
        ],
      });
    });

    it('another threshold is counted, saved, and followed until everybody has moved', async () => {
      const { page, complaints } = await served.open('/tiers');
      await link(page, tierWords.edit('Silver')).click();
      await moves(page).getByText(tierWords.moves.none).waitFor();
      await threshold(page).fill('500');
      await moves(page).getByText(tierWords.moves.between('500', '999')).waitFor();
      await moves(page).getByText('2 members').waitFor();
      await button(page, tierWords.form.save).click();
      await page.getByText(tierWords.form.saved('Silver')).waitFor();
      await moved(page).getByText('2 moved').waitFor();
      await moved(page).getByText(tierWords.retiering.states.IDLE).waitFor();
      await button(page, tierWords.count).click();
      await rung(page, 'Silver').getByText(tierWords.members('3')).waitFor();
      await rung(page, 'Bronze').getByText(tierWords.oneMember).waitFor();
      expect(complaints).toEqual([]);
    });

    it('what the API says stands at its field, and what was typed stays', async () => {
      const { page, complaints } = await served.open('/tiers/new');
      await page.getByLabel(tierWords.form.name).fill('Gold');
      await threshold(page).fill('1e3');
      await moves(page).getByText(tierWords.moves.typed).waitFor();
      await button(page, tierWords.form.add).click();
      await page
        .getByLabel(tierWords.form.kind('1'), { exact: true })
        .selectOption({ label: tierWords.form.kinds.EARN_MULTIPLIER });
      await page.getByLabel(tierWords.form.multiplier).fill('0');
      await button(page, tierWords.form.create).click();
      const field = (label: string) =>
        page.locator('.field', { has: page.getByLabel(label, { exact: true }) });
      await field(tierWords.form.min).getByText(draftWords.notANumber('1000.5')).waitFor();
      await field(tierWords.form.multiplier).locator('.field_fault').getByText('does not fit here').waitFor();
      await threshold(page).fill('500');
      await page.getByLabel(tierWords.form.multiplier).fill('1.5');
      await button(page, tierWords.form.create).click();
      await field(tierWords.form.min).getByText('Value already in use').waitFor();
      expect(await page.getByLabel(tierWords.form.name).inputValue()).toBe('Gold');
      expect(await threshold(page).inputValue()).toBe('500');
      expect(oddOf(complaints)).toEqual([]);
    });

    it('a tier with members goes only once its name is typed; an empty one goes at once', async () => {
      await tenant.live.post('/tiers', { name: hostile, minLifetimePoints: 1_200 });
      await tenant.live.post('/tiers', { name: 'Nobody', minLifetimePoints: 9_000_000 });
      const { body: found } = await tenant.live.get('/members?search=card-1');
      const { page, complaints } = await served.open(`/members/${found.members[0]?.id ?? ''}`);
      await page.getByText(memberWords.facts.toNext('600', hostileShown)).waitFor();
      await page.goto(`${served.origin}/tiers`);
      await button(page, tierWords.delete('Nobody')).click();
      await button(page, tierWords.deleteSubmit).click();
      await page.getByText(tierWords.deleted('Nobody')).waitFor();
      await button(page, tierWords.delete(hostileShown)).click();
      await button(page, tierWords.deleteSubmit).click();
      const dialog = page.getByRole('dialog', { name: tierWords.deleteTitle });
      await dialog.getByText(tierWords.deleteMembers('1')).waitFor();
      await dialog.getByRole('textbox').fill('Top');
      expect(await button(page, tierWords.deleteSubmit).isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill(hostileShown);
      await button(page, tierWords.deleteSubmit).click();
      await page.getByText(tierWords.deleted(hostileShown)).waitFor();
      await rung(page, hostileShown).waitFor({ state: 'detached' });
      expect((await tenant.live.get('/tiers')).body.tiers).toHaveLength(2);
      expect(oddOf(complaints)).toEqual([]);
    });

    it('somebody who may only read sees the ladder, and which permission the rest needs', async () => {
      const { page, complaints } = await served.open('/tiers', { scope: 'read' });
      await rung(page, 'Silver').waitFor();
      await button(page, tierWords.new)
        .filter({ hasText: words.needsPermission('tiers:write') })
        .waitFor();
      for (const name of [tierWords.edit('Silver'), tierWords.delete('Silver')])
        expect(await button(page, name).getAttribute('aria-disabled')).toBe('true');
      await button(page, tierWords.count).click();
      await rung(page, 'Bronze').getByText(tierWords.oneMember).waitFor();
      await page.goto(`${served.origin}/tiers/new`);
      await page.getByText(words.problem.notAllowedDetail('tiers:write')).waitFor();
      expect(complaints).toEqual([]);
    });

    it('by keyboard alone a tier is renamed', async () => {
      const { page, complaints } = await served.open('/tiers');
      await rung(page, 'Silver').waitFor();
      await tabUntil(page, 'Silver');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Silver' }).waitFor();
      await tabUntil(page, tierWords.form.name);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Silver again');
      await page.keyboard.press('Enter');
      await rung(page, 'Silver again').waitFor();
      expect(complaints).toEqual([]);
    });

    it('nobody is kept out, in both themes, at three widths', async () => {
      const { page, complaints } = await served.open('/tiers');
      await rung(page, 'Silver').waitFor();
      await moved(page).getByText(tierWords.retiering.states.IDLE).waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      await link(page, /Edit Silver/).click();
      await page.getByLabel(tierWords.form.kind('2'), { exact: true }).waitFor();
      await page.getByLabel(tierWords.form.name).fill('');
      await button(page, tierWords.form.save).click();
      await page.getByText('Give it a name.').waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      expect(oddOf(complaints)).toEqual([]);
    });
  });
});
