import { words } from '../../services/console/ui/words/index.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('the first page', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  beforeAll(async () => {
    tenant = await createTestTenant('first page of the console');
    served = await startConsole(tenant);
  });
  afterAll(() => served.stop());

  it('of an integrator is Webhooks, and a page that is refused leads there', async () => {
    const { page, complaints } = await served.open('/', { scope: 'integrator' });
    await page.getByRole('heading', { name: words.pages.webhooks, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/webhooks');
    await page.goto(`${served.origin}/segments`);
    await page.getByText(words.problem.notAllowedDetail('segments:read')).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('link', { name: words.problem.toPage(words.pages.webhooks) }).click();
    await page.waitForURL(/webhooks/);
    expect(complaints).toEqual([]);
  });

  it('of a person who may read everything is the overview, also from an address of no page', async () => {
    const { page } = await served.open('/nowhere');
    await page.getByRole('link', { name: words.problem.toStart }).click();
    await page.getByRole('heading', { name: words.pages.overview, exact: true }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
  });
});
