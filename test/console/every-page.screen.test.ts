import type { Page } from 'playwright-core';
import { giftCampaign } from '../support/rewards.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser, type Watched } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';
import { buildLongerPages, type LongerPages } from './longer-pages.ts';

/** Waits until a page has a title and all that it asked for. */
const settled = async (page: Page) => {
  await page.locator('main h1').waitFor();
  // Not by a predicate: one that must wait is compiled within the page, which its policy forbids.
  await page.locator('.bars').first().waitFor({ state: 'detached' });
};

/** Paths of the pages, by what they show; `{member}` and its like are of what the test has made. */
const pages = [
  '/',
  '/?mode=test',
  '/points',
  '/points?step=day&tier=none&breakage=12.5',
  '/points?mode=test',
  '/members',
  '/members/exceptions',
  '/members/exceptions?by=credential',
  '/members/exceptions?by=store&order=pointsGiven',
  '/members/{member}',
  ...['timeline', 'receipts', 'rewards', 'events', 'consents', 'figures'].map(
    (tab) => `/members/{member}?tab=${tab}`,
  ),
  '/why',
  '/why?receipt=receipt-1',
  '/imports',
  '/imports?mode=test',
  '/imports/{import}',
  '/rewards',
  '/rewards?reward={reward}',
  '/campaigns',
  '/campaigns/new',
  '/campaigns/{campaign}',
  '/campaigns/{campaign}/edit',
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
  '/webhooks?mode=test',
  '/webhooks/{webhook}?mode=test',
  '/webhooks/{webhook}?mode=test&delivery={delivery}',
  '/stream',
  '/logs',
  '/logs?mode=test',
  '/keys',
  '/keys/{key}',
  '/audit-log',
  '/audit-log?entry={entry}',
  '/settings',
];

/** A name that nobody expects. */
const oddName = `<b>Odd</b> Mar\u202eyam 🎉 ${'W'.repeat(200)}`;

const makeMember = async ({ live }: TestTenant) => {
  const member = await live.post('/members', { externalRef: 'card-1', name: oddName });
  await activateCampaigns(live, [giftCampaign]);
  const receipt = { transactionRef: 'receipt-1', memberRef: 'card-1', amount: 10_000 };
  const { body } = await live.post('/transactions/evaluate', receipt);
  const returned = {
    transactionRef: 'receipt-1',
    returnRef: 'return-1',
    amount: 1,
    storeRef: 'W'.repeat(200),
  };
  await live.post('/transactions/returns', returned);
  const given = { points: 9_000_000_000_000, reason: oddName };
  await live.post(`/members/${member.body.id}/ledger/adjust`, given);
  await live.post(`/members/${member.body.id}/notes`, { text: `${oddName}\n${'W'.repeat(500)}` });
  return { member: member.body.id, reward: body.campaigns[0]?.rewardIds[0] ?? '' };
};

const makeProgramme = async ({ live, test }: TestTenant) => {
  const campaign = await live.post('/campaigns', {
    name: oddName,
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    maxBudgetCents: Number.MAX_SAFE_INTEGER,
  });
  const rules = {
    operator: 'OR',
    conditions: [
      { field: 'spend_cents_30d', op: 'lt', value: Number.MAX_SAFE_INTEGER },
      { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] },
    ],
  };
  const segment = await live.post('/segments', { name: oddName, type: 'DYNAMIC', rules });
  const benefits = [
    { type: 'LABEL', description: oddName },
    { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: Number.MAX_SAFE_INTEGER } },
  ];
  const tier = await live.post('/tiers', {
    name: oddName,
    minLifetimePoints: Number.MAX_SAFE_INTEGER,
    benefits,
  });
  await test.post('/event-definitions', {
    key: 'odd.event',
    name: oddName,
    properties: { [`<i>${'w'.repeat(100)}`]: { type: 'string', pattern: `^${'x'.repeat(150)}$` } },
  });
  return { campaign: campaign.body.id, segment: segment.body.id, tier: tier.body.id, event: 'odd.event' };
};

/** The longest name that an import may have, and the most points. */
const beginImport = async ({ live }: TestTenant) => {
  const source = 'w'.repeat(64);
  await live.put(`/imports/${source}`, { signedUp: true });
  const most = Number.MAX_SAFE_INTEGER;
  const line = { externalRef: 'card-2', balance: 9_000_000_000_000, lifetimePoints: most };
  await live.post(`/imports/${source}/lines`, { lines: [line] });
  return { import: source };
};

/** To an address of a thousand characters where nothing listens. */
const deliverTest = async ({ test }: TestTenant) => {
  const url = `http://127.0.0.1:59999/${'x'.repeat(1_000)}`;
  const webhook = (await test.post('/webhooks', { url, events: ['*'] })).body.id;
  const delivery = (await test.post(`/webhooks/${webhook}/test`)).body.deliveryId;
  return { webhook, delivery };
};

/** A key with every permission and an end that is near, and the entry that a change with long values left. */
const makeAccess = async ({ live }: TestTenant) => {
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const key = await live.post('/api-keys', { name: oddName, role: 'admin', expiresAt });
  const audited = await live.get('/audit-log?action=campaign.created');
  const { auditEntries } = JSON.parse(audited.text) as { readonly auditEntries: readonly { id: string }[] };
  return { key: key.body.id, entry: auditEntries[0]?.id ?? '' };
};

/** This many windows keep two processors busy while some wait for the API. */
const atOnce = 3;

describeInBrowser('every page', () => {
  let tenant: TestTenant;
  let served: StartedConsole;
  let longer: LongerPages;
  const ids: Record<string, string> = {};
  const pathOf = (page: string) => page.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

  const barriersOf = async ({ page, complaints }: Watched, path: string): Promise<readonly string[]> => {
    const before = complaints.length;
    try {
      await page.goto(served.origin + pathOf(path));
      await settled(page);
      return (await barriersInLooks(page)).concat(complaints.slice(before));
    } catch (error) {
      return [String(error)];
    }
  };

  const lookAtAll = async (left: Iterable<string>): Promise<void> => {
    const window = await served.open('about:blank', { isKept: true });
    await longer.showIn(window.page, served.origin);
    for (const path of left) found.set(path, await barriersOf(window, path));
  };

  const found = new Map<string, readonly string[]>();

  beforeAll(async () => {
    tenant = await createTestTenant('every-page');
    served = await startConsole(tenant);
    longer = buildLongerPages();
    Object.assign(ids, await makeMember(tenant), await makeProgramme(tenant), await deliverTest(tenant));
    Object.assign(ids, await makeAccess(tenant), await beginImport(tenant));
    const left = pages.values();
    await Promise.all(Array.from({ length: atOnce }, () => lookAtAll(left)));
  });
  afterAll(async () => {
    await served.stop();
    await longer.remove();
  });

  it.each(pages)('%s keeps nobody out, in both themes, at three widths, in a longer language', (path) => {
    expect(found.get(path)).toEqual([]);
  });
});
