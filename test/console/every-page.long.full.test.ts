import type { Page } from 'playwright-core';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersIn, describeInBrowser } from './browser.ts';
import { looks, type StartedConsole, startConsole } from './console.ts';
import { buildLongerPages, type LongerPages } from './longer-pages.ts';

/** Waits until a page has a title and all that it asked for. */
const settled = async (page: Page) => {
  await page.locator('main h1').waitFor();
  // Not by a predicate: one that must wait is compiled within the page, which its policy forbids.
  await page.locator('.wait').first().waitFor({ state: 'detached' });
};

/** Paths of the pages, by what they show; `{member}` and its like are of what the test has made. */
const pages = [
  '/members',
  '/members/{member}',
  '/segments',
  '/segments/new',
  '/segments/{segment}',
  '/segments/{segment}/edit',
  '/tiers',
  '/tiers/new',
  '/tiers/{tier}',
  '/events',
  '/events/new',
  '/events/{event}?mode=test',
  '/events/{event}/edit?mode=test',
];

/** A segment, a tier and an event with names that nobody expects. */
const makeProgramme = async (tenant: TestTenant) => {
  const name = `<b>Odd</b> \u202e🎉 ${'W'.repeat(220)}`;
  const rules = {
    operator: 'OR',
    conditions: [
      { field: 'spend_cents_30d', op: 'lt', value: Number.MAX_SAFE_INTEGER },
      { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] },
    ],
  };
  const benefits = [
    { type: 'LABEL', description: name },
    { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: Number.MAX_SAFE_INTEGER } },
  ];
  const segment = await tenant.live.post('/segments', { name, type: 'DYNAMIC', rules });
  const tier = await tenant.live.post('/tiers', {
    name,
    minLifetimePoints: Number.MAX_SAFE_INTEGER,
    benefits,
  });
  await tenant.test.post('/event-definitions', {
    key: 'odd.event',
    name,
    properties: { [`<i>${'w'.repeat(100)}`]: { type: 'string', pattern: `^${'x'.repeat(150)}$` } },
  });
  return { segment: segment.body.id, tier: tier.body.id, event: 'odd.event' };
};

describeInBrowser('every page', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let longer: LongerPages;
  const ids: Record<string, string> = {};
  const pathOf = (page: string) => page.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

  beforeAll(async () => {
    tenant = await createTestTenant('every-page');
    served = await startConsole(tenant);
    longer = buildLongerPages();
    const { body } = await tenant.live.post('/members', {
      externalRef: 'card-1',
      name: 'Mar\u202eyam <script>alert(1)</script>',
    });
    ids['member'] = body.id;
    Object.assign(ids, await makeProgramme(tenant));
  });
  afterAll(async () => {
    await served.stop();
    await longer.remove();
  });

  describe.each(pages)('%s', (path) => {
    it.each(looks)(
      'keeps nobody out in $colorScheme at $width pixels, in a longer language',
      async (look) => {
        const { page, complaints } = await served.open('about:blank', look);
        await longer.showIn(page, served.origin);
        await page.goto(served.origin + pathOf(path));
        await settled(page);
        expect(await barriersIn(page)).toEqual([]);
        expect(complaints).toEqual([]);
      },
    );
  });
});
