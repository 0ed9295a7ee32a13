import type { Page } from 'playwright-core';
import { segmentWords } from '../../services/console/ui/pages/segments/words.ts';
import { faultWords } from '../../services/console/ui/words/faults.ts';
import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, oddOf, tabUntil } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const named = ['Aisha Khan', 'Lerato Nkosi', '<script>alert(1)</script>', 'Mar\u202eyam 🎉', 'N'.repeat(255)];
/** Points of the members, in their order. */
const points = [50, 150, 250, 350, 450];

const line = (page: Page, place: number) => ({
  field: page.getByLabel(segmentWords.editor.field).nth(place),
  value: page.getByLabel(segmentWords.editor.value).nth(place),
});

const membersNow = (page: Page) => page.getByRole('region', { name: segmentWords.now.title });

const acts = (page: Page, name: string) => page.getByRole('button', { name });

describeInBrowser('segments', () => {
  let tenant: TestTenant;
  let served: StartedConsole;

  beforeAll(async () => {
    tenant = await createTestTenant('segments');
    served = await startConsole(tenant);
    for (const [place, name] of named.entries()) {
      const { body } = await tenant.live.post('/members', { externalRef: `card-${place.toString()}`, name });
      await tenant.live.post(`/members/${body.id}/ledger/adjust`, {
        points: points[place],
        reason: 'To begin with',
        ref: `begin-${place.toString()}`,
      });
    }
  });
  afterAll(async () => {
    await served.stop();
  });

  const segmentOf = async (body: object): Promise<string> =>
    (await tenant.live.post('/segments', body)).body.id;

  const rich = (value: number, lines = 1) => ({
    operator: 'AND',
    conditions: Array.from({ length: lines }, () => ({ field: 'points_balance', op: 'gte', value })),
  });

  it('a rule is counted while it is typed, and its segment has as many members', async () => {
    const { page, complaints, calls } = await served.open('/segments');
    await page.getByRole('heading', { name: segmentWords.noneTitle }).waitFor();
    await page.getByRole('link', { name: segmentWords.new }).click();
    await page.getByLabel(segmentWords.form.name).fill('Well-off');
    const { field, value } = line(page, 0);
    await field.selectOption({ label: segmentWords.fields.points_balance });
    await value.pressSequentially('200');
    const now = membersNow(page);
    await now.getByText('3', { exact: true }).waitFor();
    await now.getByRole('link', { name: '<script>alert(1)</script>' }).waitFor();
    // Three keys, one count.
    expect(calls.filter((path) => path.endsWith('/segments/preview'))).toHaveLength(1);
    await acts(page, segmentWords.form.create).click();
    await page.getByRole('heading', { name: 'Well-off' }).waitFor();
    const members = page.getByRole('region', { name: segmentWords.members, exact: true });
    // By their names, next to the references of the till.
    for (const ref of ['card-2', 'card-3', 'card-4'])
      await members.getByRole('row').filter({ hasText: ref }).getByRole('link').waitFor();
    await members.getByRole('link', { name: '<script>alert(1)</script>' }).click();
    await page.getByRole('heading', { name: '<script>alert(1)</script>', level: 1 }).waitFor();
    await page.goBack();
    await page.locator('.facts').getByText('3', { exact: true }).waitFor();
    expect(await members.getByRole('link').count()).toBe(3);
    expect(complaints).toEqual([]);
  });

  it('another rule is counted and judged anew, and the page says how far it is', async () => {
    const id = await segmentOf({ name: 'To be narrowed', type: 'DYNAMIC', rules: rich(100) });
    await tenant.live.post(`/segments/${id}/refresh`);
    const { page, complaints } = await served.open(`/segments/${id}`);
    await page.locator('.facts').getByText('4', { exact: true }).waitFor();
    await acts(page, segmentWords.edit).click();
    await line(page, 0).value.fill('400');
    await membersNow(page).getByText('1', { exact: true }).waitFor();
    await acts(page, segmentWords.editor.addLine).first().click();
    await membersNow(page).getByText(segmentWords.now.unfilled).waitFor();
    await line(page, 1).field.selectOption({ label: segmentWords.fields.state });
    await line(page, 1).value.selectOption({ label: words.states.suspended });
    await membersNow(page).getByText(segmentWords.now.none).waitFor();
    await acts(page, segmentWords.editor.removeLine).nth(1).click();
    await membersNow(page).getByText('1', { exact: true }).waitFor();
    await acts(page, segmentWords.form.save).click();
    await page.locator('.facts').getByText('1', { exact: true }).waitFor();
    await page.getByRole('region', { name: segmentWords.members, exact: true }).getByText('card-4').waitFor();
    await acts(page, segmentWords.refresh).click();
    await page.getByText(segmentWords.refreshDetail('0', '0')).waitFor();
    expect((await tenant.live.get(`/segments/${id}`)).body).toMatchObject({
      memberCount: 1,
      rules: rich(400),
    });
    expect(complaints).toEqual([]);
  });

  it('what the API says of a rule stands at its line, and what was typed stays', async () => {
    const id = await segmentOf({ name: 'Fifty lines', type: 'DYNAMIC', rules: rich(1, 50) });
    const { page, complaints } = await served.open(`/segments/${id}/edit`);
    await line(page, 7).value.fill('1e3');
    const at = page.locator('.rules_line').nth(7);
    await page.keyboard.press('Tab');
    await at.getByText('Enter a number').waitFor();
    expect(await line(page, 7).value.inputValue()).toBe('1e3');
    await line(page, 7).value.fill('2');
    await at.getByText('Enter a number').waitFor({ state: 'hidden' });
    await acts(page, segmentWords.editor.addLine).click();
    await line(page, 50).value.fill('5');
    const said = page.getByText(faultWords.tree('5', '50'));
    await said.waitFor();
    await acts(page, segmentWords.form.save).click();
    await said.waitFor();
    expect(await page.getByLabel(segmentWords.editor.value).count()).toBe(51);
    expect(oddOf(complaints)).toEqual([]);
  });

  it('an amount is typed in rands and stands in the rule in cents', async () => {
    const { page, complaints } = await served.open('/segments/new');
    await page.getByLabel(segmentWords.form.name).fill('Spenders');
    await line(page, 0).value.fill('1,000.50');
    await acts(page, segmentWords.form.create).click();
    await page.getByRole('heading', { name: 'Spenders' }).waitFor();
    const { body } = await tenant.live.get(
      `/segments/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`,
    );
    expect(body).toMatchObject({
      rules: { operator: 'AND', conditions: [{ field: 'spend_cents_30d', op: 'gte', value: 100_050 }] },
    });
    await acts(page, segmentWords.edit).click();
    expect(await line(page, 0).value.inputValue()).toBe('1000.50');
    expect(complaints).toEqual([]);
  });

  it('members come into a list by name and by reference, and out again, which can be undone', async () => {
    const { page, complaints } = await served.open('/segments/new');
    await page.getByLabel(segmentWords.form.name).fill('Staff');
    await acts(page, segmentWords.form.kinds.STATIC.title).click();
    await acts(page, segmentWords.form.create).click();
    await page.getByRole('heading', { name: segmentWords.noMembers }).waitFor();
    await acts(page, segmentWords.add).click();
    const dialog = page.getByRole('dialog', { name: segmentWords.add });
    await dialog.getByLabel(segmentWords.search).fill('lerato');
    await dialog.getByRole('button', { name: segmentWords.addOne('Lerato Nkosi') }).click();
    await page.getByText(segmentWords.addedOne('Lerato Nkosi')).waitFor();
    await dialog.getByRole('button', { name: segmentWords.ways.paste }).click();
    await dialog.getByLabel(segmentWords.paste).fill('card-0\ncard-9\ncard-3\n');
    await dialog.getByRole('button', { name: segmentWords.pasteSubmit }).click();
    await dialog.getByText(segmentWords.unknown('card-9')).waitFor();
    await dialog.getByLabel(segmentWords.paste).fill('card-0\ncard-3\n');
    await dialog.getByRole('button', { name: segmentWords.pasteSubmit }).click();
    await page.getByText(segmentWords.addedMany('2')).waitFor();
    const members = page.getByRole('region', { name: segmentWords.members, exact: true });
    await members.getByText('card-3').waitFor();
    expect(await members.getByRole('link').count()).toBe(3);
    await members.getByRole('button', { name: segmentWords.remove('Mar[U+202E]yam 🎉') }).click();
    await members.getByText('card-3').waitFor({ state: 'detached' });
    await acts(page, words.undo).click();
    await members.getByText('card-3').waitFor();
    await page.locator('.facts').getByText('3', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('a segment is deleted once its name is typed, and its campaigns are named before', async () => {
    const name = '<b>Odd</b> \u202eone';
    const shown = '<b>Odd</b> [U+202E]one';
    const id = await segmentOf({ name, type: 'STATIC' });
    await tenant.live.post('/campaigns', {
      name: 'For odd ones',
      targetSegmentIds: [id],
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    });
    const { page, complaints } = await served.open(`/segments/${id}`);
    await page.getByRole('heading', { name: shown }).waitFor();
    await page.getByRole('region', { name: segmentWords.usedBy }).getByText('For odd ones').waitFor();
    await acts(page, segmentWords.delete).click();
    const dialog = page.getByRole('dialog', { name: segmentWords.deleteTitle });
    await dialog.getByText('For odd ones').waitFor();
    const confirm = dialog.getByRole('button', { name: segmentWords.deleteSubmit });
    await dialog.getByRole('textbox').fill('Odd');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(shown);
    await confirm.click();
    await page.getByText(segmentWords.deleted(shown)).waitFor();
    await page.getByRole('heading', { name: segmentWords.title, exact: true }).waitFor();
    expect(await page.getByRole('link', { name: shown }).count()).toBe(0);
    expect((await tenant.live.get(`/segments/${id}`)).status).toBe(404);
    expect(oddOf(complaints)).toEqual([]);
  });

  it('somebody who may only read sees rules and members, and which permission the rest needs', async () => {
    const id = await segmentOf({ name: 'To be read', type: 'STATIC' });
    const { page, complaints } = await served.open('/segments', { scope: 'read' });
    await page.getByRole('link', { name: 'To be read' }).waitFor();
    await acts(page, segmentWords.new)
      .filter({ hasText: words.needsPermission('segments:write') })
      .waitFor();
    await acts(page, segmentWords.new).click({ force: true });
    await page.getByRole('link', { name: 'To be read' }).click();
    for (const name of [segmentWords.edit, segmentWords.delete, segmentWords.add])
      expect(await acts(page, name).getAttribute('aria-disabled')).toBe('true');
    await acts(page, segmentWords.delete).click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
    for (const path of ['/segments/new', `/segments/${id}/edit`]) {
      await page.goto(served.origin + path);
      await page.getByText(words.problem.notAllowedDetail('segments:write')).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('by keyboard alone a rule of two lines is written and saved', async () => {
    const { page, complaints } = await served.open('/segments');
    await page.getByRole('table').waitFor();
    await tabUntil(page, segmentWords.new);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: segmentWords.form.newTitle }).waitFor();
    await tabUntil(page, segmentWords.form.name);
    await page.keyboard.type('By keyboard');
    await tabUntil(page, segmentWords.editor.field);
    await page.keyboard.type('Points, n');
    await tabUntil(page, segmentWords.editor.value);
    await page.keyboard.type('100');
    await tabUntil(page, segmentWords.editor.addLine);
    await page.keyboard.press('Enter');
    await tabUntil(page, segmentWords.editor.field, 'Shift+Tab');
    await page.keyboard.type('Points, n');
    await tabUntil(page, segmentWords.editor.op);
    await page.keyboard.type('less');
    await tabUntil(page, segmentWords.editor.value);
    await page.keyboard.type('300');
    await membersNow(page).getByText('2', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By keyboard' }).waitFor();
    await page.locator('.facts').getByText('2', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('nobody is kept out of a rule, in both themes, at three widths', async () => {
    const id = await segmentOf({
      name: `Looked at ${'W'.repeat(200)}`,
      type: 'DYNAMIC',
      rules: rich(100, 3),
    });
    await tenant.live.post(`/segments/${id}/refresh`);
    const { page, complaints } = await served.open(`/segments/${id}`);
    await page.getByRole('link', { name: 'Lerato Nkosi' }).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    await acts(page, segmentWords.edit).click();
    await line(page, 0).value.fill('-');
    await page.keyboard.press('Tab');
    await page.getByText('Enter a number').waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(oddOf(complaints)).toEqual([]);
  });
});
