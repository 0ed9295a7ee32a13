import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { conditionWords } from '../../services/console/ui/pages/campaign-form/conditions/words.ts';
import { tryWords } from '../../services/console/ui/pages/campaign-form/try-it/words.ts';
import { campaignFormWords } from '../../services/console/ui/pages/campaign-form/words.ts';
import { campaignWords } from '../../services/console/ui/words/campaigns.ts';
import { draftWords } from '../../services/console/ui/words/draft.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, oddOf, tabTo } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { newestCampaign } from './fill-campaign.ts';

const fixed = { name: 'x', earningRule: { type: 'FIXED_POINTS', points: 50 } };

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const conditions = (page: Page) => cardOf(page, conditionWords.title);
const row = (page: Page, place: string) =>
  conditions(page).getByRole('group', { name: conditionWords.rowName(place), exact: true });
const tried = (page: Page) => cardOf(page, tryWords.title);
/** The basket beside the form has pointers of its own. */
const field = (page: Page, pointer: string) => page.locator(`.card:not(.try-it_panel) [name="${pointer}"]`);

const addCondition = async (page: Page, text: string, group = conditions(page)): Promise<void> => {
  await group.getByRole('button', { name: conditionWords.add }).last().click();
  await page.getByRole('menuitem', { name: text, exact: true }).click();
};

const addToList = async (page: Page, pointer: string, items: readonly string[]): Promise<void> => {
  for (const item of items) {
    await field(page, pointer).fill(item);
    await field(page, pointer).press('Enter');
  }
};

const saveDraft = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: campaignFormWords.save }).click();
  await page.getByText(campaignFormWords.draftSaved('')).waitFor();
};

describeInBrowser('conditions of a campaign', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let vip: string;
  let gold: string;

  beforeAll(async () => {
    tenant = await createTestTenant('campaign-conditions');
    served = await startConsole(tenant);
    vip = (await tenant.live.post('/segments', { name: 'VIP', type: 'STATIC' })).body.id;
    gold = (await tenant.live.post('/tiers', { name: 'Gold', minLifetimePoints: 1_000 })).body.id;
  });
  afterAll(() => served.stop());

  const create = async (body: object): Promise<string> => {
    const { status, body: record } = await tenant.live.post('/campaigns', body);
    expect(status).toBe(201);
    return record.id;
  };
  const stored = async (id: string): Promise<unknown> => {
    const { text } = await tenant.live.get(`/campaigns/${id}`);
    return (JSON.parse(text) as { readonly conditions: unknown }).conditions;
  };

  it('somebody says when and on which lines it fires, tries it, and the API has what they said', async () => {
    const { page, complaints } = await served.open('/campaigns/new');
    await page.getByText(campaignWords.kinds.FIXED_POINTS, { exact: true }).click();
    await field(page, '/earningRule/points').fill('50');
    await cardOf(page, campaignFormWords.what)
      .getByRole('button', { name: conditionWords.earnsOf.lines })
      .click();
    await addToList(page, '/earnOn/lines/value', ['coffee']);
    await conditions(page).getByRole('button', { name: conditionWords.begin.weekend }).click();
    // What was just added has the focus.
    await page.locator(':focus[name="/conditions/op"]').waitFor();
    await addCondition(page, conditionWords.begin.between);
    await page.locator(':focus[name="/conditions/conditions/1/value"]').waitFor();
    await addCondition(page, conditionWords.begin.attribute);
    await field(page, '/conditions/conditions/3/field').fill('discount');
    await field(page, '/conditions/conditions/3/op').selectOption({ label: conditionWords.ops.neq });
    await field(page, '/conditions/conditions/3/value').fill('STAFF');
    await addCondition(page, conditionWords.addGroup);
    const group = '/conditions/conditions/4/conditions';
    const inner = conditions(page).locator('.conditions_inner');
    await inner.getByRole('button', { name: conditionWords.remove(conditionWords.rowName('4.1')) }).waitFor();
    await addCondition(page, conditionWords.begin.tier, inner);
    await field(page, `${group}/1/value`).selectOption({ label: 'Gold' });
    await addCondition(page, conditionWords.begin.segment, inner);
    await field(page, `${group}/2/value`).selectOption({ label: 'VIP' });
    await addCondition(page, conditionWords.begin.many, inner);
    await addToList(page, `${group}/3/lines/value`, ['wine']);
    await inner.getByRole('button', { name: conditionWords.remove(conditionWords.rowName('4.1')) }).click();
    await page
      .getByText(
        /earn 50 points for each purchase, only at weekends and between 17:00 and 19:00 and without discount STAFF and 1 more, only on the category coffee\./,
      )
      .waitFor();
    await field(page, '/name').fill('By sentences');
    await tried(page).getByRole('button', { name: tryWords.addLine }).click();
    const line = tried(page).getByRole('group', { name: tryWords.line('1') });
    await line.getByLabel(tryWords.sku).fill('BEANS');
    await line.getByLabel(tryWords.categories).fill('coffee, wine');
    await line.getByLabel(tryWords.price).fill('30');
    await line.getByLabel(tryWords.paid).fill('25');
    await line.getByLabel(tryWords.quantity, { exact: true }).fill('6');
    await tried(page)
      .getByText(/R\s?25\.00/)
      .waitFor();
    await tried(page).getByText(tryWords.details).click();
    await tried(page).getByLabel(tryWords.at).fill('2026-11-28T18:00');
    await tried(page).getByRole('button', { name: tryWords.addAttribute }).click();
    await tried(page).getByLabel(tryWords.attributeName, { exact: true }).fill('discount');
    await tried(page).getByLabel(tryWords.attributeValue).fill('STAFF');
    await tried(page).getByText('attributes.discount is STAFF (required: not STAFF)').waitFor();
    await tried(page).getByLabel(tryWords.attributeValue).fill('NONE');
    await tried(page).locator('.try-it_check[data-draft]').getByText('+50').waitFor();
    await saveDraft(page);
    expect(await newestCampaign(tenant.live)).toMatchObject({
      name: 'By sentences',
      earnOn: { lines: { field: 'category', op: 'in', value: ['coffee'] } },
      conditions: {
        operator: 'AND',
        conditions: [
          { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] },
          { field: 'time', op: 'gte', value: '17:00' },
          { field: 'time', op: 'lt', value: '19:00' },
          { field: 'attributes.discount', op: 'neq', value: 'STAFF' },
          {
            operator: 'OR',
            conditions: [
              { field: 'tier_id', op: 'gte', value: gold },
              { field: 'segment_id', op: 'eq', value: vip },
              {
                lines: { field: 'category', op: 'in', value: ['wine'] },
                field: 'quantity',
                op: 'gte',
                value: 6,
              },
            ],
          },
        ],
      },
    });
    expect(oddOf(complaints)).toEqual([]);
  });

  it('a tree is changed in one place, and all else stays as it was written', async () => {
    const mixed = { field: 'payload.tags', op: 'in', value: ['a', 5, true] };
    const night = {
      operator: 'OR',
      conditions: [
        { field: 'time', op: 'gte', value: '22:00' },
        { field: 'time', op: 'lt', value: '02:00' },
      ],
    };
    const made = {
      operator: 'AND',
      conditions: [
        { field: 'payload.rating', op: 'gte', value: 4 },
        mixed,
        night,
        { operator: 'OR', conditions: [{ field: 'tier_id', op: 'in', value: [null, gold] }] },
        { field: 'date', op: 'not_in', value: ['2026-12-25', '2026-12-26'] },
      ],
    };
    const id = await create({
      name: 'Reviews',
      earningRule: { type: 'EVENT_TRIGGER', eventKey: 'app.review', reward: { points: 100 } },
      conditions: made,
    });
    const { page, complaints } = await served.open(`/campaigns/${id}/edit`);
    await page
      .getByText(campaignFormWords.unchanged)
      .or(page.getByText(campaignFormWords.draftSaved('')))
      .waitFor();
    // A list of several kinds has no control: it is there as it is written.
    expect(JSON.parse(await row(page, '2').getByLabel(conditionWords.asText).inputValue())).toEqual(mixed);
    await row(page, '3').getByText(conditionWords.overMidnight).waitFor();
    await field(page, '/conditions/conditions/0/value').fill('3');
    await saveDraft(page);
    const rating = { field: 'payload.rating', op: 'gte', value: 3 };
    expect(await stored(id)).toEqual({
      operator: 'AND',
      conditions: [rating].concat(made.conditions.slice(1) as never),
    });
    // Before midnight both ends must hold; side by side with the others they say so.
    await row(page, '3').getByLabel(conditionWords.to).fill('23:30');
    await row(page, '3').getByText(conditionWords.overMidnight).waitFor({ state: 'detached' });
    await row(page, '2')
      .getByLabel(conditionWords.asText)
      .fill('{"field": "payload.tags", "op": "contains", ');
    await page.keyboard.press('Tab');
    await row(page, '2').getByText(conditionWords.noJson).waitFor();
    await row(page, '2')
      .getByLabel(conditionWords.asText)
      .fill('{"field": "payload.tags", "op": "contains", "value": "eco"}');
    await field(page, '/name').focus();
    await row(page, '2').getByLabel(conditionWords.nameOf.payload).waitFor();
    await saveDraft(page);
    expect(await stored(id)).toMatchObject({
      conditions: [
        rating,
        { field: 'payload.tags', op: 'contains', value: 'eco' },
        { operator: 'AND', conditions: [{ value: '22:00' }, { value: '23:30' }] },
        made.conditions[3],
        made.conditions[4],
      ],
    });
    expect(oddOf(complaints)).toEqual([]);
  });

  it('what the API says of a comparison stands at its row, and of the tree above all rows', async () => {
    const id = await create(
      Object.assign({}, fixed, {
        conditions: {
          operator: 'AND',
          conditions: [
            { field: 'store_ref', op: 'eq', value: 'a' },
            { field: 'purchase_number', op: 'eq', value: 1 },
            { operator: 'OR', conditions: [{ field: 'attributes.code', op: 'eq', value: 'A' }] },
          ],
        },
      }),
    );
    const { page } = await served.open(`/campaigns/${id}/edit`);
    await field(page, '/conditions/conditions/1/value').fill('0');
    await page.keyboard.press('Tab');
    await row(page, '2').locator('.field_fault').getByText('Enter a whole number from 1 to').waitFor();
    expect(await field(page, '/conditions/conditions/1/value').getAttribute('aria-invalid')).toBe('true');
    await field(page, '/conditions/conditions/2/conditions/0/field').fill('Two Words');
    await page.keyboard.press('Tab');
    await row(page, '3.1').getByText('is not a field of receipts').waitFor();
    await field(page, '/conditions/conditions/0/op').selectOption('in');
    await row(page, '1')
      .getByRole('button', { name: draftWords.remove('a'), exact: true })
      .click();
    await row(page, '1').locator('.field_fault').getByText('must have 1 to 5000 values').waitFor();
    // A rule on events has no stores: nothing of the tree is lost, and each row says so once the rule is whole.
    await page.getByText(campaignWords.kinds.ON_DEMAND, { exact: true }).click();
    await field(page, '/earningRule/points').fill('80');
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await row(page, '1').getByText('is not a field of events').waitFor();
    expect(await stored(id)).toHaveProperty('conditions.length', 3);
  });

  it('what was just begun is no fault before somebody has typed or saved it', async () => {
    const id = await create(Object.assign({}, fixed, { name: 'Begun' }));
    const { page } = await served.open(`/campaigns/${id}/edit`);
    await conditions(page).getByRole('button', { name: conditionWords.begin.stores }).click();
    await tried(page).getByText(tryWords.needs).waitFor();
    expect((await conditions(page).locator('.field_fault').allInnerTexts()).join('')).toBe('');
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await row(page, '1').getByText('must have 1 to 5000 values').waitFor();
    await page.locator(':focus[name="/conditions/value"]').waitFor();
    await row(page, '1')
      .getByRole('button', { name: conditionWords.remove(conditionWords.rowName('1')) })
      .click();
    await conditions(page).getByRole('button', { name: conditionWords.begin.stores }).waitFor();
    await saveDraft(page);
    expect(await stored(id)).toBeNull();
  });

  it('by keyboard alone a condition is added and chosen', async () => {
    const id = await create(Object.assign({}, fixed, { name: 'Keys' }));
    const { page } = await served.open(`/campaigns/${id}/edit`);
    await field(page, '/currency').focus();
    await tabTo(page, conditionWords.begin.first);
    await page.keyboard.press('Enter');
    await page.locator(':focus[name="/conditions/op"]').waitFor();
    await tabTo(page, conditionWords.add);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: conditionWords.begin.weekend }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator(':focus[name="/conditions/conditions/1/op"]').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    const said = page.getByText('only on the first purchase and on Monday, Saturday or Sunday');
    await said.waitFor();
    expect(await said.count()).toBeGreaterThan(0);
  });

  it('a copy for live has the tiers and segments of live, and names what is not there', async () => {
    const inTest = await tenant.test.post('/segments', { name: 'VIP', type: 'STATIC' });
    const top = await tenant.test.post('/tiers', { name: 'Top', minLifetimePoints: 5_000 });
    const { body: record } = await tenant.test.post(
      '/campaigns',
      Object.assign({}, fixed, {
        conditions: {
          operator: 'OR',
          conditions: [
            { field: 'segment_id', op: 'eq', value: inTest.body.id },
            { field: 'tier_id', op: 'gte', value: top.body.id },
          ],
        },
      }),
    );
    const { page } = await served.open(`/campaigns/new?copy=${record.id}&of=test`);
    await page.getByText('only for members in VIP or for tier Top or higher').waitFor();
    await page.getByRole('button', { name: campaignFormWords.save }).click();
    await row(page, '2').getByText('must be the id of an existing tier').waitFor();
    await row(page, '2').getByText(conditionWords.notHere('Top')).waitFor({ state: 'attached' });
    await field(page, '/conditions/conditions/1/value').selectOption({ label: 'Gold' });
    await saveDraft(page);
    expect((await newestCampaign(tenant.live)) as object).toMatchObject({
      conditions: { conditions: [{ value: vip }, { value: gold }] },
    });
  });

  it('nobody is kept out, in both themes, at three widths', async () => {
    const leaves = [
      { field: 'weekday', op: 'in', value: ['MON'] },
      { field: 'weekday', op: 'eq', value: 'MON' },
      { field: 'day_of_month', op: 'in', value: [1, 15] },
      { field: 'time', op: 'gte', value: '08:00' },
      { field: 'time', op: 'lt', value: '09:00' },
      { field: 'tier_id', op: 'in', value: [gold] },
      { field: 'segment_id', op: 'eq', value: vip },
      { field: `attributes.${'n'.repeat(60)}`, op: 'exists', value: true },
      {
        lines: { field: 'sku', op: 'eq', value: 'x'.repeat(200) },
        field: 'spend_cents',
        op: 'gte',
        value: 5,
      },
    ];
    const nest = (level: number): object =>
      level === 0
        ? { field: 'date', op: 'eq', value: '2026-11-27' }
        : { operator: 'OR', conditions: [nest(level - 1)] };
    const tree = { operator: 'AND', conditions: [nest(4)].concat(leaves) };
    const earnOn = {
      except: { operator: 'OR', conditions: [{ field: 'unit_price_cents', op: 'in', value: [5] }] },
    };
    const id = await create(Object.assign({}, fixed, { name: randomUUID(), conditions: tree, earnOn }));
    const { page, complaints } = await served.open(`/campaigns/${id}/edit`);
    await page.locator('.try-it_check[data-draft]').waitFor();
    await conditions(page).getByRole('button', { name: conditionWords.add }).last().waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
