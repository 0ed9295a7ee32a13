import { randomUUID } from 'node:crypto';
import { operations } from '@loyalty/contracts/http';
import { words } from '../../services/console/ui/words/index.ts';
import { auditWords } from '../../services/console/ui/words/audit.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, focusIsOn, tabTo } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

const fixed = (name: string) => ({ name, earningRule: { type: 'FIXED_POINTS', points: 10 } });

it('every action and every kind of object that the API documents has words', () => {
  const actions = operations.flatMap(({ auditAction }) => auditAction ?? []);
  expect(actions.length).toBeGreaterThan(20);
  expect(actions.filter((action) => !Object.hasOwn(auditWords.actions, action))).toEqual([]);
  const types = actions.map((action) => action.split('.')[0] ?? '');
  expect(types.filter((type) => !Object.hasOwn(auditWords.objects, type))).toEqual([]);
});

describeInBrowser('the audit log', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let campaign: string;
  let member: string;

  beforeAll(async () => {
    tenant = await createTestTenant('audit log of the console');
    served = await startConsole(tenant);
    campaign = (await tenant.live.post('/campaigns', fixed('Spring'))).body.id;
    await tenant.live.patch(`/campaigns/${campaign}`, { earningRule: { type: 'FIXED_POINTS', points: 20 } });
    await tenant.live.post(`/campaigns/${campaign}/activate`);
    member = (await tenant.live.post('/members', { externalRef: randomUUID(), name: 'Nomsa' })).body.id;
    await tenant.live.patch(`/members/${member}`, { email: 'nomsa@example.com' });
  });
  afterAll(() => served.stop());

  it('who paused a campaign is found from its page, with the values before and afterwards', async () => {
    const { page, complaints } = await served.open(`/campaigns/${campaign}`);
    const card = page.getByRole('region', { name: auditWords.whoChanged });
    await card.getByText(auditWords.actions['campaign.activated']).waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await card.getByText(auditWords.actions['campaign.paused']).waitFor();
    await card.getByRole('link', { name: auditWords.all }).click();
    await page.waitForURL(/object=/);
    await page.getByText(words.allShown('4')).waitFor();
    // The note that it was paused has the same title.
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: auditWords.actions['campaign.paused'] }).waitFor();
    const values = page.getByRole('region', { name: auditWords.changes });
    expect(await values.getByRole('row', { name: '/state' }).innerText()).toMatch(/ACTIVE\s+PAUSED/);
    await page.getByText(auditWords.kinds.PERSON, { exact: true }).waitFor();
    await page.getByRole('link', { name: auditWords.actions['campaign.changed'] }).click();
    await page.getByText('made by a test').last().waitFor();
    expect(await values.getByRole('row', { name: '/earningRule/points' }).innerText()).toMatch(/10\s+20/);
    await page.reload();
    await page.getByRole('heading', { name: auditWords.actions['campaign.changed'] }).waitFor();
    await page.getByRole('link', { name: 'Spring' }).last().click();
    await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('of a member the fields are named and what stands in them is not', async () => {
    const { page, complaints } = await served.open(`/members/${member}`);
    const card = page.getByRole('region', { name: auditWords.whoChanged });
    await card.getByText(auditWords.actions['member.changed']).waitFor();
    await card.getByRole('link', { name: auditWords.all }).click();
    await page.getByText('/email').waitFor();
    await page.getByText(auditWords.hiddenAbout).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('nomsa@example.com');
    // The log names the member, and leads there.
    await page.locator('.picks').getByText('Nomsa', { exact: true }).first().waitFor();
    await page.locator('.pairs').getByRole('link', { name: 'Nomsa' }).click();
    await page.getByRole('heading', { name: 'Nomsa', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('filters stand in the address, act together, and say when nothing matches', async () => {
    const { page, calls, complaints } = await served.open('/audit-log');
    await page.getByText(/^\d+ in total$/).waitFor();
    await page.getByLabel(auditWords.objectType, { exact: true }).selectOption('campaign');
    await page.waitForURL(/type=campaign/);
    await page.getByLabel(auditWords.action, { exact: true }).selectOption('campaign.changed');
    await page.waitForURL(/action=campaign.changed/);
    await page.getByText(words.allShown('1')).waitFor();
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel(auditWords.since).fill(today);
    await page.getByLabel(auditWords.until).fill('2020-01-01');
    await page.getByText(auditWords.noMatchTitle).first().waitFor();
    expect(calls.at(-1)).toContain(`since=${today}&until=2020-01-01`);
    await page.getByLabel(auditWords.until).fill('');
    await page.getByText(words.allShown('1')).waitFor();
    await page.getByRole('link', { name: auditWords.ofActor }).click();
    await page.waitForURL(/actor=/);
    expect(new URL(page.url()).searchParams.get('type')).toBeNull();
    await page.getByText(/^\d+ in total$/).waitFor();
    // What no page offers and a link may have.
    await page.goto(`${served.origin}/audit-log?action=later.invented`);
    await page.getByText(auditWords.noMatchTitle).first().waitFor();
    expect(complaints).toEqual([]);
    await page.goto(`${served.origin}/audit-log?since=never`);
    await page.getByRole('alert').waitFor();
  });

  it('by keyboard alone a change is chosen, and on a phone the way back is there', async () => {
    const { page, complaints } = await served.open('/audit-log', { width: 390 });
    await page.getByText(/^\d+ in total$/).waitFor();
    await tabTo(page, auditWords.actions['campaign.activated']);
    await page.keyboard.press('Enter');
    await focusIsOn(page, auditWords.actions['campaign.activated']);
    expect(await page.getByRole('searchbox').first().isVisible()).toBe(false);
    expect(await barriersInLooks(page)).toEqual([]);
    await page.getByRole('link', { name: auditWords.list }).click();
    await page.getByRole('searchbox').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('with `audit:read` alone the log is shown, and leads nowhere that is closed', async () => {
    const { page, complaints } = await served.open('/audit-log', { scope: 'audit:read' });
    await page.getByRole('link', { name: auditWords.actions['campaign.paused'] }).click();
    await page.getByRole('heading', { name: auditWords.actions['campaign.paused'] }).waitFor();
    await page.locator('.pairs').getByText('Spring').waitFor();
    expect(await page.getByText('Nomsa').count()).toBe(0);
    expect(await page.locator('.pairs').getByRole('link').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('a marketer sees campaigns and not who changed them', async () => {
    const { page, calls } = await served.open('/audit-log', { scope: 'marketer' });
    await page.getByText(words.problem.notAllowedDetail('audit:read')).waitFor();
    expect(await page.getByRole('link', { name: auditWords.title }).count()).toBe(0);
    await page.goto(`${served.origin}/campaigns/${campaign}`);
    await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor();
    await page.locator('.bars').first().waitFor({ state: 'detached' });
    expect(await page.getByText(auditWords.whoChanged).count()).toBe(0);
    expect(calls.filter((path) => path.includes('audit-log'))).toEqual([]);
  });
});
