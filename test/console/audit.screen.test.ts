import { randomUUID } from 'node:crypto';
import { operations } from '@loyalty/contracts/http';
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
    const card = page.getByRole('region', { name: 'Who changed this' });
    await card.getByText('Campaign activated').waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await card.getByText('Campaign paused').waitFor();
    await card.getByRole('link', { name: 'All changes' }).click();
    await page.waitForURL(/object=/);
    await page.getByText('4, all shown').waitFor();
    await page.getByRole('heading', { name: 'Campaign paused' }).waitFor();
    const values = page.getByRole('region', { name: 'Values' });
    expect(await values.getByRole('row', { name: '/state' }).innerText()).toMatch(/ACTIVE\s+PAUSED/);
    await page.getByText('person').waitFor();
    await page.getByRole('link', { name: 'Campaign changed' }).click();
    await page.getByText('made by a test').last().waitFor();
    expect(await values.getByRole('row', { name: '/earningRule/points' }).innerText()).toMatch(/10\s+20/);
    await page.reload();
    await page.getByRole('heading', { name: 'Campaign changed' }).waitFor();
    await page.getByRole('link', { name: 'Spring' }).last().click();
    await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('of a member the fields are named and what stands in them is not', async () => {
    const { page, complaints } = await served.open(`/members/${member}`);
    const card = page.getByRole('region', { name: 'Who changed this' });
    await card.getByText('Profile changed').waitFor();
    await card.getByRole('link', { name: 'All changes' }).click();
    await page.getByText('/email').waitFor();
    await page.getByText('the log keeps their names alone').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('nomsa@example.com');
    expect(complaints).toEqual([]);
  });

  it('filters stand in the address, act together, and say when nothing matches', async () => {
    const { page, calls, complaints } = await served.open('/audit-log');
    await page.getByText(/^\d+, all shown$/).waitFor();
    await page.getByLabel('What was changed', { exact: true }).selectOption('campaign');
    await page.waitForURL(/type=campaign/);
    await page.getByLabel('How it was changed').selectOption('campaign.changed');
    await page.waitForURL(/action=campaign.changed/);
    await page.getByText('1, all shown').waitFor();
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('From').fill(today);
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByText('Nothing matches').first().waitFor();
    expect(calls.at(-1)).toContain(`since=${today}&until=2020-01-01`);
    await page.getByLabel('To').fill('');
    await page.getByText('1, all shown').waitFor();
    await page.getByRole('link', { name: 'All they changed' }).click();
    await page.waitForURL(/actor=/);
    expect(new URL(page.url()).searchParams.get('type')).toBeNull();
    await page.getByText(/^\d+, all shown$/).waitFor();
    // What no page offers and a link may have.
    await page.goto(`${served.origin}/audit-log?action=later.invented`);
    await page.getByText('Nothing matches').first().waitFor();
    expect(complaints).toEqual([]);
    await page.goto(`${served.origin}/audit-log?since=never`);
    await page.getByRole('alert').waitFor();
  });

  it('by keyboard alone a change is chosen, and on a phone the way back is there', async () => {
    const { page, complaints } = await served.open('/audit-log', { width: 390 });
    await page.getByText(/^\d+, all shown$/).waitFor();
    await tabTo(page, 'Campaign activated');
    await page.keyboard.press('Enter');
    await focusIsOn(page, 'Campaign activated');
    expect(await page.getByRole('searchbox').first().isVisible()).toBe(false);
    expect(await barriersInLooks(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByRole('searchbox').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('with `audit:read` alone the log is shown, and leads nowhere that is closed', async () => {
    const { page, complaints } = await served.open('/audit-log', { scope: 'audit:read' });
    await page.getByRole('link', { name: 'Campaign paused' }).click();
    await page.getByRole('heading', { name: 'Campaign paused' }).waitFor();
    await page.locator('.pairs').getByText('Spring').waitFor();
    expect(await page.locator('.pairs').getByRole('link').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('a marketer sees campaigns and not who changed them', async () => {
    const { page, calls } = await served.open('/audit-log', { scope: 'marketer' });
    await page.getByText('It needs the permission «audit:read»').waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await page.goto(`${served.origin}/campaigns/${campaign}`);
    await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor();
    await page.locator('.bars').first().waitFor({ state: 'detached' });
    expect(await page.getByText('Who changed this').count()).toBe(0);
    expect(calls.filter((path) => path.includes('audit-log'))).toEqual([]);
  });
});
