import type { Page } from 'playwright-core';
import { eventWords } from '../../services/console/ui/pages/events/words.ts';
import { explainedWords } from '../../services/console/ui/words/explained.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, oddOf, tabUntil } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

const tester = (page: Page) => page.getByRole('region', { name: eventWords.tester.title });

const outcome = (page: Page) => page.getByRole('region', { name: eventWords.result.title });

const field = (page: Page, label: string) =>
  tester(page).locator('.field', { has: page.getByLabel(label, { exact: true }) });

const type = (page: Page, label: string, text: string) =>
  tester(page).getByLabel(label, { exact: true }).fill(text);

describeInBrowser('events', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('events');
    served = await startConsole(tenant);
    await tenant.test.post('/event-definitions', {
      key: 'fuel.purchase',
      name: 'Fuel <b>purchase</b> \u202e',
      properties: {
        type: 'object',
        required: ['litres'],
        properties: {
          litres: { type: 'number', exclusiveMinimum: 0 },
          station: { type: 'object', properties: { country: { type: 'string', pattern: '^[A-Z]{2}$' } } },
        },
      },
    });
    await activateCampaigns(tenant.test, [
      {
        name: 'Third tank',
        earningRule: {
          type: 'STAMP_CARD',
          stampsRequired: 3,
          triggerEventKey: 'fuel.purchase',
          rewardOnCompletion: { points: 500 },
        },
      },
      {
        name: 'Full tank',
        earningRule: {
          type: 'EVENT_TRIGGER',
          eventKey: 'fuel.purchase',
          conditions: { operator: 'AND', conditions: [{ field: 'litres', op: 'gte', value: 40 }] },
          reward: { points: 50 },
        },
      },
    ]);
  });
  afterAll(async () => {
    await served.stop();
  });

  const openFuel = (view = {}) => served.open('/events/fuel.purchase?mode=test', view);

  it('an event is defined by its fields, and accepted from then on', async () => {
    const { page, complaints } = await served.open('/events?mode=test');
    await link(page, eventWords.new).click();
    await page.getByLabel(eventWords.form.key).fill('car.washed');
    await page.getByLabel(eventWords.form.name, { exact: true }).fill('A car was washed');
    await button(page, eventWords.form.addRow).click();
    await page.getByLabel(eventWords.form.rowName).fill('minutes');
    await page.getByLabel(eventWords.form.rowType).selectOption({ label: eventWords.types.integer });
    await page.getByLabel(eventWords.form.rowRequired).check();
    await button(page, eventWords.form.create).click();
    await page.getByRole('heading', { name: 'A car was washed' }).waitFor();
    await page
      .getByRole('region', { name: eventWords.definition })
      .getByText(eventWords.types.integer)
      .waitFor();
    const { body } = await tenant.test.get('/event-definitions/car.washed');
    expect(body).toMatchObject({
      version: 1,
      properties: { type: 'object', required: ['minutes'], properties: { minutes: { type: 'integer' } } },
    });
    await button(page, eventWords.edit).click();
    await button(page, eventWords.form.views.json).click();
    await page
      .getByRole('textbox', { name: eventWords.form.views.json })
      .fill('{"minutes":{"type":"integer","minimum":1}}');
    await button(page, eventWords.form.save).click();
    await page.getByText(eventWords.form.savedVersion('2')).waitFor();
    await page
      .getByRole('region', { name: eventWords.definition })
      .getByText(eventWords.boundTexts.minimum('1'))
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('what is wrong with a definition stands at its field, and what was typed stays', async () => {
    const { page, complaints } = await served.open('/events/new?mode=test');
    await page.getByLabel(eventWords.form.key).fill('Not A Key');
    await page.getByLabel(eventWords.form.name, { exact: true }).fill('Wrong');
    await button(page, eventWords.form.views.json).click();
    const json = page.getByRole('textbox', { name: eventWords.form.views.json });
    await json.fill('{"litres":');
    await page.keyboard.press('Tab');
    await page.getByText(eventWords.form.badJson('')).waitFor();
    expect(await button(page, eventWords.form.create).isDisabled()).toBe(true);
    await json.fill('{"litres":{"type":"number","minimun":1}}');
    await button(page, eventWords.form.create).click();
    await page.locator('.field_fault').getByText('must be an event key').waitFor();
    await page.getByLabel(eventWords.form.key).fill('a.wrong-one');
    await button(page, eventWords.form.create).click();
    await page.getByText(/properties\/litres\/minimun\s+This is not a keyword/).waitFor();
    await button(page, eventWords.form.views.rows).click();
    await page.locator('.events-page_schemaRow').getByText('is not a keyword').waitFor();
    expect(await page.getByLabel(eventWords.form.rowName).inputValue()).toBe('litres');
    expect(oddOf(complaints)).toEqual([]);
  });

  it('a faulty payload has its reasons at its fields; a good one gives points and stamps, once for a reference', async () => {
    const { page, complaints } = await openFuel();
    await page.getByRole('heading', { name: 'Fuel <b>purchase</b> [U+202E]' }).waitFor();
    await type(page, 'litres', 'forty');
    await type(page, 'station.country', 'za');
    await button(page, eventWords.tester.send).click();
    await field(page, 'litres').getByText('must be number').waitFor();
    await field(page, 'station.country').getByText('must match pattern').waitFor();
    await type(page, 'litres', '41.5');
    await type(page, 'station.country', 'ZA');
    await button(page, eventWords.tester.send).click();
    await field(page, 'customerId').locator('.field_fault').getByText(/./).waitFor();
    expect(await tester(page).getByLabel('litres').inputValue()).toBe('41.5');
    await type(page, 'customerId', 'card-7');
    await type(page, eventWords.tester.ref, 'pump-1');
    await button(page, eventWords.tester.send).click();
    await outcome(page).getByText('+50').first().waitFor();
    await outcome(page).getByText('Full tank').waitFor();
    await outcome(page).getByText(eventWords.result.stamps('1', '3')).waitFor();
    await outcome(page).getByText(eventWords.result.newMember).waitFor();
    await page.getByRole('region', { name: eventWords.feed }).getByText('pump-1').waitFor();
    await type(page, eventWords.tester.ref, 'pump-1');
    await button(page, eventWords.tester.send).click();
    await outcome(page).getByText(eventWords.result.replayed).waitFor();
    await outcome(page).getByText(eventWords.result.stamps('1', '3')).waitFor();
    await type(page, 'litres', '5');
    await type(page, eventWords.tester.ref, 'pump-2');
    await button(page, eventWords.tester.send).click();
    await outcome(page).getByText(eventWords.result.stamps('2', '3')).waitFor();
    await outcome(page).getByText(eventWords.result.reasons.NOTHING_TO_AWARD).waitFor();
    expect(oddOf(complaints)).toEqual([]);
  });

  it('what cut the points of an event is said of its campaign, as of a receipt', async () => {
    await tenant.test.post('/event-definitions', { key: 'car.serviced', name: 'A car was serviced' });
    await activateCampaigns(tenant.test, [
      {
        name: 'Service',
        earningRule: { type: 'EVENT_TRIGGER', eventKey: 'car.serviced', reward: { points: 50 } },
        limits: [{ per: 'RECEIPT', of: 'POINTS', max: 30 }],
      },
    ]);
    const { page, complaints } = await served.open('/events/car.serviced?mode=test');
    await type(page, 'customerId', 'card-11');
    await button(page, eventWords.tester.send).click();
    await outcome(page).getByText('+30').first().waitFor();
    await outcome(page).getByText(explainedWords.cut.LIMIT).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('form and JSON are one payload, and a reason without a field stands with its pointer', async () => {
    const { page, complaints } = await openFuel();
    await type(page, 'litres', '12.5');
    await type(page, 'customerId', 'card-8');
    await button(page, eventWords.tester.views.json).click();
    const json = tester(page).getByLabel(eventWords.tester.payload);
    expect(JSON.parse(await json.inputValue())).toEqual({ customerId: 'card-8', litres: 12.5 });
    await json.fill('{"customerId":"card-8","litres":0,"pump":{"number":3}}');
    await button(page, eventWords.tester.send).click();
    await tester(page).getByText('/payload/litres This must be > 0.').waitFor();
    await json.fill('{"customerId":"card-8","litres":7,"pump":{"number":3}}');
    await button(page, eventWords.tester.views.form).click();
    expect(await tester(page).getByLabel('litres').inputValue()).toBe('7');
    await type(page, eventWords.tester.ref, 'pump-json');
    await button(page, eventWords.tester.send).click();
    await outcome(page).waitFor();
    const { body } = await tenant.test.get('/events?eventKey=fuel.purchase&memberRef=card-8');
    expect(body.events).toMatchObject([{ payload: { litres: 7, pump: { number: 3 } } }]);
    expect(oddOf(complaints)).toEqual([]);
  });

  it('an event is archived and accepted again at once, and the API says what archived means', async () => {
    const { page, complaints } = await openFuel();
    await type(page, 'litres', '9');
    await type(page, 'customerId', 'card-9');
    await button(page, eventWords.archive).click();
    await page.getByText(eventWords.states.ARCHIVED, { exact: true }).waitFor();
    await button(page, eventWords.tester.send).click();
    await tester(page).getByText('An archived event definition accepts no new events.').waitFor();
    expect(await tester(page).getByLabel('litres').inputValue()).toBe('9');
    await button(page, words.undo).click();
    await page.getByText(eventWords.states.ACTIVE, { exact: true }).waitFor();
    await button(page, eventWords.tester.send).click();
    await outcome(page).waitFor();
    expect(oddOf(complaints)).toEqual([]);
  });

  it('nothing is sent in live: the page leads to test', async () => {
    await tenant.live.post('/event-definitions', { key: 'fuel.purchase', name: 'Fuel, live' });
    const { page, complaints } = await served.open('/events/fuel.purchase');
    await page.getByRole('heading', { name: 'Fuel, live' }).waitFor();
    expect(await button(page, eventWords.tester.send).count()).toBe(0);
    await page.getByRole('link', { name: eventWords.tester.toTest }).click();
    await button(page, eventWords.tester.send).waitFor();
    expect(new URL(page.url()).searchParams.get('mode')).toBe('test');
    expect(complaints).toEqual([]);
  });

  it('somebody who may only read sees definitions, and which permission the rest needs', async () => {
    const { page, complaints } = await openFuel({ scope: 'read' });
    await tester(page).getByText(words.needsPermission('events:submit')).waitFor();
    for (const name of [eventWords.edit, eventWords.archive])
      expect(await button(page, name).getAttribute('aria-disabled')).toBe('true');
    await page.goto(`${served.origin}/events/new?mode=test`);
    await page.getByText(words.problem.notAllowedDetail('event-definitions:write')).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([1_280, 800, 390])(
    'a long name is cut short in the way to its page, and the words before it stay whole: %s wide',
    async (width) => {
      const name = `Fuel ${'of a very long name '.repeat(12)}`.trim();
      const key = `long.name-${width.toString()}`;
      await tenant.test.post('/event-definitions', { key, name, properties: {} });
      const { page, complaints } = await served.open(`/events/${key}/edit?mode=test`, { width });
      const way = page.locator('.page-head_crumb');
      const widthOf = async (part: string): Promise<number> =>
        (await way.locator(part).boundingBox())?.width ?? 0;
      await way.getByTitle(name).waitFor({ state: 'attached' });
      const whole = await widthOf('a');
      expect(await widthOf('bdi')).toBeLessThan(width - whole);
      await page.goto(`${served.origin}/events/fuel.purchase/edit?mode=test`);
      await way.getByTitle('Fuel').waitFor({ state: 'attached' });
      expect(await widthOf('a')).toBe(whole);
      expect(complaints).toEqual([]);
    },
  );

  it('by keyboard alone an event is sent', async () => {
    const { page, complaints } = await openFuel();
    await tester(page).waitFor();
    await tabUntil(page, 'customerId');
    await page.keyboard.type('card-10');
    await tabUntil(page, 'litres');
    await page.keyboard.type('45');
    await page.keyboard.press('Enter');
    await outcome(page).getByText('+50').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('nobody is kept out, in both themes, at three widths', async () => {
    const { page, complaints } = await openFuel();
    await type(page, 'litres', 'forty');
    await button(page, eventWords.tester.send).click();
    await field(page, 'litres').getByText('must be number').waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await page.getByRole('link', { name: eventWords.title }).first().click();
    await page.getByRole('region', { name: eventWords.definitions }).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await link(page, eventWords.new).click();
    await page.getByLabel(eventWords.form.key).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(oddOf(complaints)).toEqual([]);
  });
});
