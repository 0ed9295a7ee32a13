import type { Page } from 'playwright-core';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const points = { type: 'FIXED_POINTS', points: 50 };

/** Name of a campaign, the check that fails for the basket below, and the sentence that says it. */
const idle: readonly (readonly [string, string, object, RegExp])[] = [
  [
    'Next year',
    'Dates',
    { earningRule: points, startDate: '2040-01-01' },
    /^The receipt is of .*; this campaign begins on 1 Jan 2040, 00:00\.$/,
  ],
  [
    'Other stores',
    'Store',
    { earningRule: points, storeIds: ['s-1', 's-2', 's-3', 's-4'] },
    /^The receipt is from store north; this campaign is for s-1 and 3 others\.$/,
  ],
  [
    'In dollars',
    'Currency',
    { earningRule: points, currency: 'USD' },
    /^The receipt is in ZAR; this campaign is for USD\.$/,
  ],
  [
    'Large baskets',
    'Basket',
    { earningRule: points, minSpend: 20_000 },
    /^The basket is .*0\.60; this campaign begins at .*200\.00\.$/,
  ],
  [
    'Few people',
    'Segment',
    { earningRule: points },
    /^The member is in no segment; this campaign is for VIP\.$/,
  ],
  [
    'Gold alone',
    'Tier',
    { earningRule: points },
    /^The member is in no tier; this campaign is for Gold and above\.$/,
  ],
  [
    'Of the south',
    'Conditions',
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
    /^Its conditions do not hold: store is north, wanted one of south, west; attributes\.channel is missing, wanted online\.$/,
  ],
  [
    'Who is asked for',
    'Conditions',
    { earningRule: points },
    /^Its conditions do not hold: the member is not in VIP; tier is none, wanted Silver or higher\.$/,
  ],
  [
    'On sign-up',
    'Rule',
    { earningRule: { type: 'SIGNUP_BONUS', points: 5 } },
    /^Its rule fires on events, never on receipts\.$/,
  ],
  [
    'For milk',
    'Rule',
    { earningRule: { type: 'PRODUCT_PURCHASE', points: 5, skus: ['milk'] } },
    /^The basket has bread; this campaign is for milk\.$/,
  ],
  [
    'Rare luck',
    'Rule',
    { earningRule: { type: 'RANDOM', minPoints: 1, maxPoints: 1, probability: 0.000001 } },
    /^The draw was lost: it wins with a probability of 0\.0001%\. Each receipt has a draw of its own\.$/,
  ],
  [
    'One per cent',
    'Rule',
    { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
    /^1% of .*0\.60 comes to 0 points\.$/,
  ],
  [
    'Card',
    'Rule',
    { earningRule: { type: 'STAMP_CARD', stampsRequired: 10_000, rewardOnCompletion: { points: 5 } } },
    /^Its card got a stamp and is not complete yet\.$/,
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

  /** In both environments alike. */
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

  const judged = (page: Page) => page.getByRole('region', { name: 'As it would be judged now' });
  const rowOf = (page: Page, name: string) =>
    judged(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });

  /** Reads a campaign's row as the page shows it. */
  const shownOf = async (page: Page, name: string) => {
    const row = rowOf(page, name);
    const steps = await row.getByRole('list', { name: 'Checks' }).getByRole('listitem').allInnerTexts();
    return {
      chip: await row.locator('.chip').innerText(),
      states: steps.map((text) => /: (passed|failed|not judged)/.exec(text)?.[1]),
      sentence: (await row.locator('p').innerText()).replaceAll(/\s/g, ' '),
    };
  };

  it('in test the request log has the basket: each reason of D25 stands at its check, with the two values', async () => {
    const { page, complaints } = await served.open('/why?mode=test');
    await page.getByLabel('Receipt reference').fill('till-nothing');
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.getByRole('heading', { name: 'Why did this receipt earn nothing?' }).waitFor();
    await judged(page).getByText('No campaign fired. 13 came into question.').waitFor();
    await page.getByText('from the request log').waitFor();
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
      const failed = shown.states.indexOf('failed');
      expect(new Set(shown.states.slice(0, failed))).toEqual(new Set(['passed']));
      expect(shown.states.slice(failed + 1).every((state) => state === 'not judged')).toBe(true);
    }
    // Of a campaign that is not active, only the note of the decision speaks.
    await page.getByText('What the engine noted then').click();
    await page
      .getByRole('region', { name: 'As it was decided' })
      .getByRole('listitem')
      .filter({ hasText: 'Only a draft' })
      .getByText('It is a draft or paused.')
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('in live the stored response says what fired, and a typed basket is judged now; a link shows the same', async () => {
    const { page, complaints } = await served.open('/why?receipt=till-nothing');
    await page.getByRole('region', { name: 'As it was decided' }).getByText('No campaign fired.').waitFor();
    expect(await page.getByLabel('Member').inputValue()).toBe('card-1');
    expect(await page.getByLabel('Amount').inputValue()).toBe('0.60');
    await page.getByLabel('Amount').fill('250');
    await page.getByLabel('Store').fill('s-2');
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.getByLabel('Product').fill('milk');
    await page.getByLabel('Price each').fill('19.99');
    await page.getByRole('button', { name: 'Judge it' }).click();
    // 50 of the store, 50 of the large basket, 5 for milk, 250 of one per cent.
    await judged(page).getByText('355 points, from 4 campaigns.').waitFor();
    await rowOf(page, 'For milk').getByText('+5').waitFor();
    await page.reload();
    await judged(page).getByText('355 points, from 4 campaigns.').waitFor();
    await page.getByRole('button', { name: 'Change the basket' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('0.60');
    await page.getByRole('dialog').getByRole('button', { name: 'Judge it' }).click();
    await judged(page).getByText('55 points, from 2 campaigns.').waitFor();
    const { body } = await tenant.live.get('/members?ref=card-1');
    expect(body.members[0]?.pointsBalance).toBe(0);
    // What is paused is in no sum, and is judged as if it were not.
    await rowOf(page, 'Paused by hand').getByText('If it were active, it would give 50 points.').waitFor();
    await rowOf(page, 'Spent budget')
      .getByText(/If it were active: Its budget of .*0\.01 is spent\./)
      .waitFor();
    expect(await shownOf(page, 'Spent budget')).toMatchObject({ chip: 'Not active' });
    expect(complaints).toEqual([]);
  });

  it('what cannot be read is said at its field before anything is sent, and the rest by the API', async () => {
    const { page, calls } = await served.open('/why');
    await page.getByLabel('Amount').fill('1e3');
    await page.getByRole('button', { name: 'Judge it' }).click();
    await page.getByText('Write an amount above 0, as 150 or 19.99.').waitFor();
    expect(calls.filter((path) => path.includes('explain'))).toEqual([]);
    await page.getByLabel('Amount').fill('-5');
    await page.getByLabel('Currency').fill('rand');
    await page.getByRole('button', { name: 'Judge it' }).click();
    for (const label of ['Member', 'Amount', 'Currency'])
      await page
        .locator('.field', { has: page.getByLabel(label) })
        .getByText(/^must /)
        .waitFor();
    expect(await page.getByLabel('Amount').inputValue()).toBe('-5');
  });

  it('a reference that nobody sent is said in words', async () => {
    const { page } = await served.open('/why?receipt=never-sent');
    await page.getByRole('heading', { name: 'No receipt «never-sent»' }).waitFor();
    await page.getByRole('link', { name: 'Another receipt' }).click();
    await page.getByLabel('Receipt reference').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('from the answer points are given, and the call stands as code', async () => {
    const { page, complaints } = await served.open('/why?receipt=till-nothing&mode=test');
    await judged(page).getByText('No campaign fired.').waitFor();
    await page
      .getByRole('region', { name: 'Do something about it' })
      .getByRole('button', { name: 'Code' })
      .click();
    await page.getByRole('dialog').getByText('/transactions/explain').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'TypeScript' }).click();
    await page.getByRole('dialog').getByText('loyalty.explainTransaction').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Give points, with a reason' }).click();
    await page.getByRole('dialog').getByLabel('Points', { exact: true }).fill('50');
    await page.getByRole('dialog').getByLabel('Reason').fill('till-nothing');
    await page.getByRole('dialog').getByRole('button', { name: 'Give', exact: true }).last().click();
    await page.getByText('50 points are given').waitFor();
    expect(complaints).toEqual([]);
  });

  it('a person who may read asks why, and cannot give; one who may nothing sees no page', async () => {
    const { page } = await served.open('/why?receipt=till-nothing&mode=test', { scope: 'read' });
    await judged(page).getByText('No campaign fired.').waitFor();
    const give = page.getByRole('button', { name: 'Give points, with a reason' });
    expect(await give.innerText()).toContain('It needs the permission «points:adjust»');
    await page.route('**/session', async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as object;
      await route.fulfill({ response, json: Object.assign(session, { permissions: [] }) });
    });
    await page.reload();
    await page.getByText('It needs the permission «transactions:read»').waitFor();
    expect(await page.getByRole('link', { name: 'Why?' }).count()).toBe(0);
  });

  it('keeps nobody out, in both themes, at three widths', async () => {
    const { page, complaints } = await served.open('/why?mode=test');
    await page.getByRole('button', { name: 'Add a line' }).click();
    expect(await barriersInLooks(page)).toEqual([]);
    await page.getByLabel('Receipt reference').fill('till-nothing');
    await page.getByRole('button', { name: 'Look it up' }).click();
    await rowOf(page, 'For milk').getByText('The basket has bread').waitFor();
    await page.getByText('What the engine noted then').click();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
