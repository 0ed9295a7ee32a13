import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { eventually } from '@loyalty/testkit/runs';
import { tryWords } from '../../services/console/ui/pages/campaign-form/try-it/words.ts';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import { campaignPageWords, campaignWords } from '../../services/console/ui/words/campaigns.ts';
import { draftWords } from '../../services/console/ui/words/draft.ts';
import { faultWords } from '../../services/console/ui/words/faults.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, barriersInLooks, describeInBrowser, focusIsOn, openWindow, tabTo } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { newestCampaign } from './fill-campaign.ts';

const fixed = (name: string, more: object = {}) => ({
  name,
  earningRule: { type: 'FIXED_POINTS', points: 10 },
  ...more,
});

/** A browser notes each response that refuses a draft; the form asks for them. */
const isRefusal = (complaint: string): boolean => complaint.includes('status of 400');

const field = (page: Page, pointer: string) => page.locator(`[name="${pointer}"]`);
const faultOf = (page: Page, pointer: string) =>
  page
    .locator('.field')
    .filter({ has: field(page, pointer) })
    .locator('.field_fault');
const openedCampaign = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();

describeInBrowser('campaigns', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('campaigns');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  const create = async (body: object, mode: 'live' | 'test' = 'live'): Promise<string> => {
    const { status, body: record } = await tenant[mode].post('/campaigns', body);
    expect(status).toBe(201);
    return record.id;
  };
  const stored = async (id: string) => (await tenant.live.get(`/campaigns/${id}`)).body;
  const buy = (memberRef: string = randomUUID()) =>
    tenant.live.post('/transactions/evaluate', {
      transactionRef: randomUUID(),
      memberRef,
      amount: 24_000,
      storeRef: '0417',
      products: [{ sku: 'COFFEE-1KG', quantity: 2, unitPrice: 12_000 }],
    });

  it('a newcomer makes a campaign, tries it, activates it, and a receipt earns what was said', async () => {
    const { page, complaints } = await served.open('/campaigns');
    await page.getByRole('heading', { name: campaignWords.noneTitle }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await page.locator('.empty').getByRole('link', { name: campaignWords.create }).click();
    await openedCampaign(page, campaignFormWords.newTitle);
    await page.getByText(campaignWords.kinds.PRODUCT_PURCHASE, { exact: true }).click();
    await field(page, '/earningRule/points').fill('10');
    await field(page, '/earningRule/skus').fill('COFFEE-1KG');
    await field(page, '/earningRule/skus').press('Enter');
    await field(page, '/minSpend').fill('150.00');
    await page
      .getByText('All members earn 10 points for each item of COFFEE-1KG, for baskets of at least')
      .waitFor();
    const tried = page.getByRole('region', { name: tryWords.title });
    await tried.getByRole('button', { name: tryWords.addLine }).click();
    await tried.getByLabel(tryWords.sku).fill('COFFEE-1KG');
    await tried.getByLabel(tryWords.price).fill('120');
    await tried.getByRole('button', { name: tryWords.more('1') }).click();
    await tried.getByText('+20').first().waitFor();
    await field(page, '/name').fill('Coffee month');
    await page.getByRole('button', { name: campaignFormWords.activate }).click();
    await page.getByRole('button', { name: campaignFormWords.activateNow }).click();
    await openedCampaign(page, 'Coffee month');
    await page.getByText(campaignWords.states.ACTIVE, { exact: true }).waitFor();
    const { body } = await buy();
    expect(body.campaigns).toMatchObject([{ campaignName: 'Coffee month', pointsEarned: 20 }]);
    expect(complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
  });

  it('«Try it» says of conditions what was found and what is wanted', async () => {
    const { body: top } = await tenant.live.post('/tiers', { name: 'Top', minLifetimePoints: 1_000 });
    const conditions = [
      { field: 'tier_id', op: 'gte', value: top.id },
      { field: 'store_ref', op: 'eq', value: '0417' },
      { field: 'date', op: 'gt', value: '2040-01-01' },
    ];
    const id = await create(fixed('Top in time', { conditions: { operator: 'AND', conditions } }));
    const { page, complaints } = await served.open(`/campaigns/${id}/edit`);
    const tried = page.getByRole('region', { name: tryWords.title });
    const draft = tried.getByRole('listitem').filter({ hasText: 'Top in time' });
    await draft.getByText('tier is none (required: Top or higher)').waitFor();
    await draft.getByText(/^store is (missing|.*) \(required: 0417\)$/).waitFor();
    await draft.getByText(/^date is 20\d\d-\d\d-\d\d \(required: > 2040-01-01\)$/).waitFor();
    await tenant.live.delete(`/campaigns/${id}`);
    expect((await tenant.live.delete(`/tiers/${top.id}`)).status).toBe(204);
    expect(complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
  });

  it('the list is filtered by state in the address, and says why a campaign is paused', async () => {
    const id = await create(fixed('Small budget', { maxBudgetCents: 10 }));
    await tenant.live.post(`/campaigns/${id}/activate`);
    await buy();
    const { page, complaints } = await served.open('/campaigns?state=PAUSED');
    const row = page.getByRole('row').filter({ hasText: 'Small budget' });
    await row.getByText(campaignWords.pausedReasons.BUDGET).waitFor();
    expect(await row.getByRole('meter').getAttribute('aria-valuenow')).toBe('100');
    await page.getByRole('button', { name: campaignWords.states.DRAFT }).click();
    await page.getByRole('heading', { name: campaignWords.noMatchTitle }).waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('DRAFT');
    await page.goBack();
    await page.goto(`${served.origin}/campaigns/${id}`);
    await page.getByText(campaignPageWords.budgetSpent).waitFor();
    // Nobody can resume it before: the API says why.
    await page.getByRole('button', { name: campaignPageWords.resume }).click();
    await page.locator('.toasts_toast').getByText('budget').first().waitFor();
    await page.getByRole('link', { name: campaignPageWords.raise }).click();
    await page.locator('[name="/maxBudgetCents"]:focus').waitFor();
    await field(page, '/maxBudgetCents').fill('50');
    await page.getByRole('button', { name: campaignFormWords.saveChanges }).click();
    await page.getByText(campaignPageWords.stillPaused).waitFor();
    await page.getByRole('button', { name: campaignPageWords.resume }).first().waitFor();
    expect(await stored(id)).toMatchObject({ maxBudgetCents: 5_000 });
    expect(complaints.filter((complaint) => !complaint.includes('status of 409'))).toEqual([]);
  });

  it('a campaign is paused at once, and the pause undone', async () => {
    const [id = ''] = await activateCampaigns(tenant.live, [fixed('Pausable')]);
    const { page, complaints } = await served.open(`/campaigns/${id}`);
    await page.getByRole('button', { name: campaignPageWords.pause }).click();
    await page.getByText(campaignWords.pausedReasons.MANUAL).waitFor();
    expect((await stored(id)).state).toBe('PAUSED');
    await page.getByRole('button', { name: words.undo }).click();
    await page.getByRole('button', { name: campaignPageWords.pause }).waitFor();
    expect((await stored(id)).state).toBe('ACTIVE');
    expect(complaints).toEqual([]);
  });

  it('an archive wants the name typed', async () => {
    const id = await create(fixed('To be archived'));
    const { page, complaints } = await served.open(`/campaigns/${id}`);
    await page.getByRole('button', { name: campaignPageWords.more }).click();
    await page.getByRole('menuitem', { name: campaignPageWords.archive }).click();
    const dialog = page.getByRole('dialog', { name: campaignPageWords.archiveTitle });
    await dialog.getByRole('textbox').fill('To be');
    expect(await dialog.getByRole('button', { name: campaignPageWords.archiveNow }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('To be archived');
    await dialog.getByRole('button', { name: campaignPageWords.archiveNow }).click();
    await page.getByText(campaignWords.states.ARCHIVED, { exact: true }).waitFor();
    expect((await stored(id)).state).toBe('ARCHIVED');
    expect(complaints).toEqual([]);
  });

  it('a copy to live names the segment and the tier that are not there, and writes nothing before it is saved', async () => {
    const segmentOf = async (mode: 'live' | 'test', name: string): Promise<string> =>
      (await tenant[mode].post('/segments', { name, type: 'STATIC' })).body.id;
    const inTest = [await segmentOf('test', 'VIP'), await segmentOf('test', 'Students')];
    const vip = await segmentOf('live', 'VIP');
    const staff = await segmentOf('live', 'Staff');
    const id = await create(fixed('Only for some', { targetSegmentIds: inTest }), 'test');
    const exclusive = { type: 'EXCLUSIVE_CAMPAIGN', campaignId: id };
    const tier = { minLifetimePoints: 100, sortOrder: 1 };
    await tenant.test.post('/tiers', { ...tier, name: 'Gold', benefits: [exclusive] });
    await tenant.live.post('/tiers', { ...tier, name: 'Silver', benefits: [] });
    const { page } = await served.open(`/campaigns/${id}?mode=test`);
    await page.getByRole('button', { name: campaignPageWords.more }).click();
    await page.getByRole('menuitem', { name: campaignPageWords.copyTo.live }).click();
    await page.getByText(campaignFormWords.copying(words.test)).waitFor();
    expect(new URL(page.url()).searchParams.get('mode')).toBeNull();
    await page.getByText(campaignFormWords.segmentNotHere('Students')).waitFor();
    await page.getByText('Members in VIP or Students earn').waitFor();
    await page.getByText(campaignFormWords.tierNotHere('Gold')).waitFor();
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.locator('select:focus').waitFor();
    await page.getByLabel(campaignFormWords.exclusiveThere('Gold')).selectOption({ label: 'Silver' });
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    // It is the API that refuses a segment of the other environment.
    await faultOf(page, '/targetSegmentIds').filter({ hasText: /\w/ }).waitFor();
    expect((await tenant.live.get('/campaigns')).text).not.toContain('Only for some');
    await page.getByLabel(campaignFormWords.segmentChoose('Students')).selectOption({ label: 'Staff' });
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.draftSaved('')).waitFor();
    const copied = await newestCampaign(tenant.live);
    expect(copied).toMatchObject({ name: 'Only for some', state: 'DRAFT', targetSegmentIds: [vip, staff] });
    // The tier is written once the draft is stored.
    const silver = async () => (await tenant.live.get('/tiers')).body.tiers[0];
    await eventually('the tier has its campaign', async () =>
      JSON.stringify(await silver()).includes(copied.id),
    );
    expect(await silver()).toMatchObject({
      name: 'Silver',
      benefits: [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId: copied.id }],
    });
  });

  it('what is no number and no day says so once, and the API says what else is wrong', async () => {
    const { page } = await served.open('/campaigns/new');
    await openedCampaign(page, campaignFormWords.newTitle);
    await field(page, '/name').fill('Typed');
    await page.getByText('Points per purchase', { exact: true }).click();
    const typed = async (pointer: string, text: string, said: string): Promise<void> => {
      await field(page, pointer).fill(text);
      await field(page, pointer).press('Tab');
      await faultOf(page, pointer).filter({ hasText: said }).waitFor();
    };
    await typed('/minSpend', '1 000,50', draftWords.notANumber('1000.50'));
    await typed('/minSpend', '1e3', draftWords.notANumber('1000.50'));
    await typed('/minSpend', '-5', '“-5” does not fit here. Enter a number of 0 or more.');
    await field(page, '/minSpend').fill('1,000.50');
    await page.getByText('for baskets of at least R').waitFor();
    await field(page, '/startDate').focus();
    await page.keyboard.type('02312026');
    await field(page, '/name').focus();
    await faultOf(page, '/startDate').filter({ hasText: campaignFormWords.noSuchDay }).waitFor();
    await field(page, '/startDate').fill('2027-03-02');
    await field(page, '/endDate').fill('2027-03-01');
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await faultOf(page, '/earningRule/points').filter({ hasText: faultWords.required }).waitFor();
    await faultOf(page, '/endDate').filter({ hasText: faultWords.notBefore }).waitFor();
    await field(page, '/earningRule/points').fill('5');
    await field(page, '/endDate').fill('2027-03-31');
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.draftSaved('')).waitFor();
    const made = await newestCampaign(tenant.live);
    expect(made).toMatchObject({
      name: 'Typed',
      minSpend: 100_050,
      startDate: '2027-03-02T00:00:00.000Z',
      endDate: '2027-03-31T23:59:59.999Z',
    });
  });

  it('a draft is tried once the typing pauses, one at a time, and the newest counts', async () => {
    const id = await create(fixed('Tried'));
    const { page, calls } = await openWindow(served.browser);
    const asked = (): number => calls.filter((path) => path.endsWith('/explain')).length;
    await page.clock.install();
    await page.goto(`${served.origin}/campaigns/${id}/edit`);
    const own = page.locator('.try-it_check[data-draft]');
    await own.getByText('+10').waitFor();
    const before = asked();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await field(page, '/earningRule/points').fill('');
    await field(page, '/earningRule/points').pressSequentially('1234');
    expect(asked()).toBe(before);
    let release: () => void = () => undefined;
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/explain$/, async (route) => {
      await isHeld;
      await route.continue();
    });
    const first = page.waitForRequest(/explain$/);
    await page.clock.resume();
    await first;
    await field(page, '/earningRule/points').fill('77');
    await field(page, '/earningRule/points').fill('88');
    await page.getByText(tryWords.asking).waitFor();
    release();
    await own.getByText('+88').waitFor();
    expect(asked()).toBe(before + 2);
  });

  it('somebody else was there: what was typed stays, and is saved beside theirs or as a new one', async () => {
    const id = await create(fixed('Shared'));
    const { page } = await served.open(`/campaigns/${id}/edit`);
    await openedCampaign(page, 'Shared');
    await field(page, '/earningRule/points').fill('33');
    await tenant.live.patch(`/campaigns/${id}`, { minSpend: 700 });
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(words.problem.outdated).waitFor();
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.draftSaved('')).waitFor();
    expect(await stored(id)).toMatchObject({ minSpend: 700, earningRule: { points: 33 } });
    await field(page, '/earningRule/points').fill('44');
    await tenant.live.delete(`/campaigns/${id}`);
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.archivedMeanwhile).waitFor();
    expect(await field(page, '/earningRule/points').inputValue()).toBe('44');
    await page.getByRole('button', { name: campaignFormWords.saveAsNew }).click();
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.draftSaved('')).waitFor();
    const made = await newestCampaign(tenant.live);
    expect(made).toMatchObject({ name: 'Shared', state: 'DRAFT', earningRule: { points: 44 } });
    expect(made.id).not.toBe(id);
  });

  it('a cut response loses nothing that was typed, and says that it may have been saved', async () => {
    const { page } = await served.open('/campaigns/new');
    await openedCampaign(page, campaignFormWords.newTitle);
    await field(page, '/name').fill('Cut off');
    await field(page, '/earningRule/percentage').fill('2');
    await page.route(/\/campaigns$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await page.getByText(campaignFormWords.unknownOutcome).waitFor();
    expect(await field(page, '/name').inputValue()).toBe('Cut off');
  });

  it('by keyboard alone a draft is made and saved', async () => {
    const { page } = await served.open('/campaigns/new');
    await openedCampaign(page, campaignFormWords.newTitle);
    await tabToField(page, '/name');
    await page.keyboard.type('By keyboard');
    await tabToField(page, '/earningRule/type');
    await page.keyboard.press('ArrowRight');
    await tabToField(page, '/earningRule/points');
    await page.keyboard.type('12');
    await tabToField(page, '/storeIds');
    await page.keyboard.type('0417');
    await page.keyboard.press('Enter');
    await page.getByText('All members earn 12 points for each purchase, in store 0417').waitFor();
    await page.locator('h1').focus();
    await tabTo(page, campaignFormWords.save);
    await page.keyboard.press('Enter');
    await page.getByText(campaignFormWords.draftSaved('')).waitFor();
    await focusIsOn(page, 'By keyboard');
    expect(await page.locator('h1').innerText()).toBe('By keyboard');
  });

  it('who may only read sees campaigns, and reads which permission the rest needs', async () => {
    const id = await create(fixed('Looked at'));
    const { page, complaints } = await served.open(`/campaigns/${id}`, { scope: 'read' });
    await openedCampaign(page, 'Looked at');
    const activate = page.getByRole('button', { name: campaignFormWords.activate });
    expect(await activate.getAttribute('aria-disabled')).toBe('true');
    expect(await activate.getAttribute('title')).toBe(words.needsPermission('campaigns:run'));
    await page.goto(`${served.origin}/campaigns/new`);
    await page.getByText(words.problem.notAllowedDetail('campaigns:write')).waitFor();
    expect(complaints).toEqual([]);
  });

  it('each further page weighs at most 45 kB of script, packed', async () => {
    const [id = ''] = await activateCampaigns(tenant.live, [fixed('Weighed')]);
    const { page } = await served.open('/members', { isNew: true });
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    let bytes = 0;
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        bytes += Number(response.headers()['content-length'] ?? 0);
    });
    const weighed: Record<string, number> = {};
    const steps: readonly (readonly [string, () => Promise<void>])[] = [
      ['list', () => page.getByRole('link', { name: campaignWords.title }).click()],
      ['campaign', () => page.getByRole('link', { name: 'Weighed' }).click()],
      ['form', () => page.getByRole('button', { name: campaignPageWords.edit }).click()],
    ];
    const shown = ['.campaigns-page_campaigns tbody tr', '.chart', '.try-it_check[data-draft]'];
    for (const [place, [name, go]] of steps.entries()) {
      bytes = 0;
      await go();
      await page
        .locator(shown[place] ?? '')
        .first()
        .waitFor();
      weighed[name] = bytes;
    }
    expect(Object.entries(weighed).filter(([, size]) => size === 0 || size > 45_000)).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'ACTIVE' });
  });

  describe('with hostile names and long lists', () => {
    const name = `<script>alert(1)</script> Mar\u202eyam 🎉 ${'N'.repeat(200)}`;
    const shown = name.replace('\u202e', '[U+202E]');
    let id: string;
    beforeAll(async () => {
      const storeIds = Array.from({ length: 5_000 }, (_, at) => `store-${at.toString()}`);
      id = await create(fixed(name, { storeIds, maxBudgetCents: 9_007_199_254_740_991 }));
    });

    it('a campaign with thousands of stores shows how many, and the list on demand', async () => {
      const { page, complaints } = await served.open(`/campaigns/${id}`);
      await openedCampaign(page, shown);
      await page.getByRole('button', { name: '5,000 stores' }).click();
      await page.getByRole('dialog').getByText('store-4999').waitFor();
      await page.goto(`${served.origin}/campaigns/${id}/edit`);
      await page.getByRole('button', { name: draftWords.moreItems('4,988') }).click();
      await page.getByRole('textbox', { name: campaignFormWords.stores }).last().fill('one\n\ntwo\n');
      await page.getByRole('button', { name: draftWords.listDone }).click();
      await page.getByText('in 2 stores').waitFor();
      expect(complaints).toEqual([]);
    });

    it('nobody is kept out, in both themes, at three widths', async () => {
      const { page, complaints } = await served.open('/campaigns');
      await page.getByRole('link', { name: shown }).waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      await page.getByRole('link', { name: shown }).click();
      await openedCampaign(page, shown);
      await page.getByRole('heading', { name: campaignPageWords.facts }).waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      await page.goto(`${served.origin}/campaigns/${id}/edit`);
      await page.locator('.try-it_check[data-draft]').waitFor();
      expect(await barriersInLooks(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
});

/** Presses Tab until the focus is on the control of a part of the body. */
const tabToField = async (page: Page, pointer: string): Promise<void> => {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator(':focus').getAttribute('name')) === pointer) return;
  }
  throw new Error(`${pointer} cannot be reached`);
};
