import type { Page } from 'playwright-core';
import { memberWords } from '../../services/console/ui/pages/member/words.ts';
import { whyWords } from '../../services/console/ui/pages/why/words.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const points = { type: 'FIXED_POINTS', points: 50 };

/** Name of a campaign, the check that fails for the basket below, and the sentence that says it. */
const idle: readonly (readonly [string, string, object, RegExp])[] = [
  [
    'Next year',
    whyWords.steps.dates,
    { earningRule: points, startDate: '2040-01-01' },
    /^The purchase was on .*; this campaign starts on 1 Jan 2040, 00:00\.$/,
  ],
  [
    'Other stores',
    whyWords.steps.store,
    { earningRule: points, storeIds: ['s-1', 's-2', 's-3', 's-4'] },
    /^The receipt is from store north; this campaign is for s-1 and 3 others\.$/,
  ],
  [
    'In dollars',
    whyWords.steps.currency,
    { earningRule: points, currency: 'USD' },
    /^The receipt is in ZAR; this campaign is for USD\.$/,
  ],
  [
    'Large baskets',
    whyWords.steps.basket,
    { earningRule: points, minSpend: 20_000 },
    /^The basket is .*0\.60; this campaign requires at least .*200\.00\.$/,
  ],
  [
    'Few people',
    whyWords.steps.segment,
    { earningRule: points },
    /^The member is in no segment; this campaign is for VIP\.$/,
  ],
  [
    'Gold alone',
    whyWords.steps.tier,
    { earningRule: points },
    /^The member is in no tier; this campaign is for Gold and above\.$/,
  ],
  [
    'Of the south',
    whyWords.steps.conditions,
    {
      earningRule: points,
      conditions: {
        operator: 'AND',
        conditions: [
          { field: 'store_ref', op: 'exists', value: true },
          { field: 'store_ref', op: 'in', value: ['south', 'west'] },
          { field: 'attributes.channel', op: 'eq', value: 'online' },
        ],
      },
    },
    /^The conditions of this campaign are not met: store is north \(required: one of south, west\); attributes\.channel is missing \(required: online\)\.$/,
  ],
  [
    'Who is asked for',
    whyWords.steps.conditions,
    { earningRule: points },
    /^The conditions of this campaign are not met: the member is not in VIP; tier is none \(required: Silver or higher\)\.$/,
  ],
  [
    'On sign-up',
    whyWords.onEvents,
    { earningRule: { type: 'SIGNUP_BONUS', points: 5 } },
    /^This campaign applies to events, not to receipts\.$/,
  ],
  [
    'For milk',
    whyWords.steps.rule,
    { earningRule: { type: 'PRODUCT_PURCHASE', points: 5, skus: ['milk'] } },
    /^The basket has bread; this campaign is for milk\.$/,
  ],
  [
    'Rare luck',
    whyWords.steps.rule,
    { earningRule: { type: 'RANDOM', minPoints: 1, maxPoints: 1, probability: 0.000001 } },
    /^The draw was not won: the chance of winning is 0\.0001%\. Each receipt has a draw of its own\.$/,
  ],
  [
    'One per cent',
    whyWords.steps.rule,
    { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
    /^1% of .*0\.60 comes to 0 points\.$/,
  ],
  [
    'Card',
    whyWords.steps.rule,
    { earningRule: { type: 'STAMP_CARD', stampsRequired: 10_000, rewardOnCompletion: { points: 5 } } },
    /^A stamp was added to the card, which is not complete yet\.$/,
  ],
];

const basket = {
  amount: 60,
  storeRef: 'north',
  products: [{ sku: 'bread', quantity: 1, unitPrice: 60 }],
};

describeInBrowser('why a receipt earned no more', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  /** Makes the same programme in both environments. */
  const makeProgramme = async (mode: 'live' | 'test'): Promise<void> => {
    const api = tenant[mode];
    const { body: vip } = await api.post('/segments', { name: 'VIP', type: 'STATIC' });
    const { body: silver } = await api.post('/tiers', { name: 'Silver', minLifetimePoints: 500 });
    const ofSomebody: Readonly<Record<string, object>> = {
      'Few people': { targetSegmentIds: [vip.id] },
      'Who is asked for': {
        conditions: {
          operator: 'OR',
          conditions: [
            { field: 'segment_id', op: 'eq', value: vip.id },
            { field: 'tier_id', op: 'gte', value: silver.id },
          ],
        },
      },
    };
    const ids = await activateCampaigns(
      api,
      idle.map(([name, , more]) => Object.assign({ name }, more, ofSomebody[name])),
    );
    const campaignId = ids[idle.findIndex(([name]) => name === 'Gold alone')];
    const benefits = [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId }];
    await api.post('/tiers', { name: 'Gold', minLifetimePoints: 1_000, benefits });
    const [byHand = ''] = await activateCampaigns(api, [{ name: 'Paused by hand', earningRule: points }]);
    await api.post(`/campaigns/${byHand}/pause`);
    await activateCampaigns(api, [{ name: 'Spent budget', earningRule: points, maxBudgetCents: 1 }]);
    await api.post('/transactions/evaluate', {
      transactionRef: 'till-spends',
      memberRef: 'card-2',
      ...basket,
    });
    const { body: draft } = await api.post('/campaigns', { name: 'Only a draft', earningRule: points });
    expect(draft.state).toBe('DRAFT');
    await api.post('/members', { externalRef: 'card-1', name: 'Nomsa Dlamini' });
    const { body } = await api.post('/transactions/evaluate', {
      transactionRef: 'till-nothing',
      memberRef: 'card-1',
      ...basket,
    });
    expect(body.pointsAwarded).toBe(0);
  };

  beforeAll(async () => {
    tenant = await createTestTenant('why');
    served = await startConsole(tenant);
    await Promise.all([makeProgramme('live'), makeProgramme('test')]);
  });
  afterAll(() => served.stop());

  const judged = (page: Page) => page.getByRole('region', { name: whyWords.asNow });
  const rowOf = (page: Page, name: string) =>
    judged(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });

  /** Reads a campaign's row as the page shows it. */
  const shownOf = async (page: Page, name: string) => {
    const row = rowOf(page, name);
    const steps = await row
      .getByRole('list', { name: whyWords.checks })
      .getByRole('listitem')
      .allInnerTexts();
    return {
      chip: await row.locator('.chip').innerText(),
      states: steps.map((text) => /: (passed|failed|not checked)/.exec(text)?.[1]),
      sentence: (await row.locator('p').innerText()).replaceAll(/\s/g, ' '),
    };
  };

  it('in test the request log has the basket: each reason of D25 stands at its check, with the two values', async () => {
    const { page, complaints } = await served.open('/why?mode=test');
    await page.getByLabel(whyWords.receiptRef).fill('till-nothing');
    await page.getByRole('button', { name: whyWords.lookUp }).click();
    await page.getByRole('heading', { name: whyWords.headings.nothing }).waitFor();
    await judged(page).getByText(whyWords.noneFired(13)).waitFor();
    await page.getByText(whyWords.fromLog).waitFor();
    // Those that did not come near are folded by reason.
    for (const summary of await judged(page).locator('details > summary').all()) await summary.click();
    const { body } = await tenant.test.post('/transactions/explain', { memberRef: 'card-1', ...basket });
    const said = (JSON.parse(JSON.stringify(body)) as { campaigns: { campaignName: string }[] }).campaigns;
    expect(await judged(page).getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(
      expect.arrayContaining(said.map(({ campaignName }) => campaignName)),
    );
    for (const [name, chip, , sentence] of idle) {
      await rowOf(page, name).getByText(sentence).waitFor();
      const shown = await shownOf(page, name);
      expect([name, shown.chip]).toEqual([name, chip]);
      expect(shown.sentence).toMatch(sentence);
      // What reacts to events has failed at no check of a purchase.
      if (chip === whyWords.onEvents) continue;
      const failed = shown.states.indexOf('failed');
      expect(new Set(shown.states.slice(0, failed))).toEqual(new Set(['passed']));
      expect(shown.states.slice(failed + 1).every((state) => state === whyWords.states.open)).toBe(true);
    }
    // Of a campaign that is not active, only the note of the decision speaks.
    await page.getByText(whyWords.notedThen).click();
    await page
      .getByRole('region', { name: whyWords.asDecided })
      .getByRole('listitem')
      .filter({ hasText: 'Only a draft' })
      .getByText(whyWords.reasons.CAMPAIGN_NOT_ACTIVE)
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('in live the stored response says what fired, and a typed basket is judged now; a link shows the same', async () => {
    const { page, complaints } = await served.open('/why?receipt=till-nothing');
    await page.getByRole('region', { name: whyWords.asDecided }).getByText(whyWords.noneFiredThen).waitFor();
    expect(await page.getByLabel(whyWords.member).inputValue()).toBe('card-1');
    expect(await page.getByLabel(whyWords.amount).inputValue()).toBe('0.60');
    await page.getByLabel(whyWords.amount).fill('250');
    await page.getByLabel(whyWords.store).fill('s-2');
    await page.getByRole('button', { name: whyWords.addLine }).click();
    await page.getByLabel(whyWords.sku).fill('milk');
    await page.getByLabel(whyWords.price).fill('19.99');
    await page.getByRole('button', { name: whyWords.judge }).click();
    // 50 of the store, 50 of the large basket, 5 for milk, 250 of one per cent.
    await judged(page).getByText(whyWords.fired('355', 4)).waitFor();
    await rowOf(page, 'For milk').getByText('+5').waitFor();
    await page.reload();
    await judged(page).getByText(whyWords.fired('355', 4)).waitFor();
    await page.getByRole('button', { name: whyWords.change }).click();
    await page.getByRole('dialog').getByLabel(whyWords.amount, { exact: true }).fill('0.60');
    await page.getByRole('dialog').getByRole('button', { name: whyWords.judge }).click();
    await judged(page).getByText(whyWords.fired('55', 2)).waitFor();
    const { body } = await tenant.live.get('/members?ref=card-1');
    expect(body.members[0]?.pointsBalance).toBe(0);
    // What is paused is in no sum, and is judged as if it were not.
    await rowOf(page, 'Paused by hand').getByText(whyWords.wouldGive('50')).waitFor();
    await rowOf(page, 'Spent budget')
      .getByText(/If it were active: The budget of .*0\.01 is used up\./)
      .waitFor();
    expect(await shownOf(page, 'Spent budget')).toMatchObject({ chip: whyWords.notActive });
    expect(complaints).toEqual([]);
  });

  it('what cannot be read is said at its field before anything is sent, and the rest by the API', async () => {
    const { page, calls } = await served.open('/why');
    await page.getByLabel(whyWords.amount).fill('1e3');
    await page.getByRole('button', { name: whyWords.judge }).click();
    await page.getByText(whyWords.amountFault).waitFor();
    expect(calls.filter((path) => path.includes('explain'))).toEqual([]);
    await page.getByLabel(whyWords.amount).fill('-5');
    await page.getByLabel(whyWords.currency).fill('rand');
    await page.getByRole('button', { name: whyWords.judge }).click();
    for (const label of [whyWords.member, whyWords.amount, whyWords.currency])
      await page
        .locator('.field', { has: page.getByLabel(label) })
        .locator('.field_fault:not(:empty)')
        .waitFor();
    expect(await page.getByLabel(whyWords.amount).inputValue()).toBe('-5');
  });

  it('a reference that nobody sent is said in words', async () => {
    const { page } = await served.open('/why?receipt=never-sent');
    await page.getByRole('heading', { name: whyWords.unknownReceiptTitle('never-sent') }).waitFor();
    await page.getByRole('link', { name: whyWords.another }).click();
    await page.getByLabel(whyWords.receiptRef).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('from the answer points are given, and the call stands as code', async () => {
    const { page, complaints } = await served.open('/why?receipt=till-nothing&mode=test');
    await judged(page).getByText(whyWords.noneFiredThen).waitFor();
    await page
      .getByRole('region', { name: whyWords.act })
      .getByRole('button', { name: words.code.title })
      .click();
    await page.getByRole('dialog').getByText('/transactions/explain').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'TypeScript' }).click();
    await page.getByRole('dialog').getByText('loyalty.explainTransaction').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: whyWords.give }).click();
    await page.getByRole('dialog').getByLabel(memberWords.adjust.points, { exact: true }).fill('50');
    await page.getByRole('dialog').getByLabel(memberWords.adjust.reason).fill('till-nothing');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: memberWords.adjust.give, exact: true })
      .last()
      .click();
    await page.getByText(memberWords.adjust.given('50')).waitFor();
    expect(complaints).toEqual([]);
  });

  it('a person who may read asks why, and cannot give; one who may nothing sees no page', async () => {
    const { page } = await served.open('/why?receipt=till-nothing&mode=test', { scope: 'read' });
    await judged(page).getByText(whyWords.noneFiredThen).waitFor();
    const give = page.getByRole('button', { name: whyWords.give });
    expect(await give.innerText()).toContain(words.needsPermission('points:adjust'));
    await page.route('**/session', async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as object;
      await route.fulfill({ response, json: Object.assign(session, { permissions: [] }) });
    });
    await page.reload();
    await page.getByText(words.problem.notAllowedDetail('transactions:read')).waitFor();
    expect(await page.getByRole('link', { name: whyWords.title }).count()).toBe(0);
  });

  it('keeps nobody out, in both themes, at three widths', async () => {
    const { page, complaints } = await served.open('/why?mode=test');
    await page.getByRole('button', { name: whyWords.addLine }).click();
    expect(await barriersInLooks(page)).toEqual([]);
    await page.getByLabel(whyWords.receiptRef).fill('till-nothing');
    await page.getByRole('button', { name: whyWords.lookUp }).click();
    await rowOf(page, 'For milk').getByText('The basket has bread').waitFor();
    await page.getByText(whyWords.notedThen).click();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
