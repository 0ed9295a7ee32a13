import { randomUUID } from 'node:crypto';
import type { Api } from '../support/api.ts';
import { startLoyaltyctl } from '../support/loyaltyctl.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

interface Explained {
  readonly memberKnown: boolean;
  readonly occurredAt: string;
  readonly localTime: string;
  readonly timeZone: string | null;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly {
    readonly campaignId: string | null;
    readonly campaignName: string;
    readonly state: string;
    readonly fired: boolean;
    readonly pointsEarned: number;
    readonly rewards: readonly unknown[];
    readonly reason: string | null;
    readonly draft: number | null;
    readonly failed?: readonly { readonly found: unknown }[];
  }[];
  readonly warnings: readonly object[];
}

let shop: TestTenant;
let stored: StoredRows;
let ids: readonly string[];
beforeAll(async () => {
  shop = await createTestTenant('Explained');
  stored = openStoredRows();
  ids = await activateCampaigns(shop.live, [
    { name: 'Ten', earningRule: { type: 'FIXED_POINTS', points: 10 } },
    { name: 'Dear', earningRule: { type: 'FIXED_POINTS', points: 99 }, minSpend: 100_000 },
  ]);
});
afterAll(() => stored.close());

const basket = { memberRef: 'anna', amount: 1_000, storeRef: 'north' };

const ask = (more: object = {}, api: Api = shop.live) =>
  api.post('/transactions/explain', { ...basket, ...more });

const explain = async (more: object = {}): Promise<Explained> => {
  const { status, text } = await ask(more);
  expect([status, text]).toEqual([200, text]);
  return JSON.parse(text) as Explained;
};

const linesOf = ({ campaigns }: Explained) =>
  campaigns.map(({ campaignName, pointsEarned, reason }) => [campaignName, pointsEarned, reason]);

const fixed = (name: string, points: number, more: object = {}) => ({
  campaign: { name, earningRule: { type: 'FIXED_POINTS', points }, ...more },
});

test('with a live key each ACTIVE campaign says what it gives or why it does not, as evaluate then does (D204)', async () => {
  const explained = await explain();
  expect(explained).toMatchObject({ memberKnown: false, pointsAwarded: 10, pointsBalance: 10 });
  expect(linesOf(explained)).toEqual([
    ['Ten', 10, null],
    ['Dear', 0, 'BELOW_MIN_SPEND'],
  ]);
  expect(explained.campaigns[0]).toMatchObject({
    campaignId: ids[0],
    state: 'ACTIVE',
    fired: true,
    draft: null,
  });
  const { body } = await shop.live.post('/transactions/evaluate', {
    ...basket,
    transactionRef: randomUUID(),
  });
  expect(body.pointsAwarded).toBe(explained.pointsAwarded);
  expect(await explain()).toMatchObject({ memberKnown: true, pointsBalance: 20 });
});

test('▲ a draft is judged as if it were ACTIVE, with nothing spent; one that stands in for a campaign does so alone', async () => {
  const capped = { maxBudgetCents: 1 };
  const explained = await explain({
    drafts: [fixed('New', 7, capped), { campaignId: ids[0], ...fixed('Ten, doubled', 20) }],
  });
  expect(linesOf(explained)).toEqual([
    ['Dear', 0, 'BELOW_MIN_SPEND'],
    ['New', 7, null],
    ['Ten, doubled', 20, null],
  ]);
  expect(explained.pointsAwarded).toBe(27);
  expect(explained.campaigns.slice(1)).toMatchObject([
    { campaignId: null, state: 'DRAFT', draft: 0 },
    { campaignId: ids[0], state: 'DRAFT', draft: 1 },
  ]);
  // The present configuration is as it was.
  expect((await explain()).pointsAwarded).toBe(10);
});

test('a name that nobody knows is ignored, and the explanation says where it stands (D124)', async () => {
  const { pointsAwarded, warnings } = await explain({ drafts: [fixed('New', 7, { minSpent: 9_999 })] });
  expect(pointsAwarded).toBe(17);
  expect(warnings).toMatchObject([{ code: 'UNKNOWN_FIELD', pointer: '/drafts/0/campaign/minSpent' }]);
  expect((await explain()).warnings).toEqual([]);
});

test('a draft counts the stamps of the campaign that it stands in for, and none of its budget', async () => {
  const card = (stampsRequired: number) => ({
    type: 'STAMP_CARD',
    stampsRequired,
    rewardOnCompletion: { points: 50 },
  });
  const [cardId = ''] = await activateCampaigns(shop.live, [
    { name: 'Card', earningRule: card(9), maxBudgetCents: 1_000_000 },
  ]);
  const memberRef = 'stamped';
  await shop.live.post('/transactions/evaluate', { ...basket, memberRef, transactionRef: randomUUID() });
  const draft = {
    campaignId: cardId,
    campaign: { name: 'Short card', earningRule: card(2), maxBudgetCents: 1 },
  };
  const found = linesOf(await explain({ memberRef, drafts: [draft] }));
  expect(found.at(-1)).toEqual(['Short card', 50, null]);
  expect(linesOf(await explain({ memberRef })).at(-1)).toEqual(['Card', 0, 'STAMPED']);
  await shop.live.delete(`/campaigns/${cardId}`);
});

test('a campaign that is not ACTIVE is judged when it is named, behind the others, and keeps its state', async () => {
  const { body } = await shop.live.post('/campaigns', {
    name: 'Not yet',
    earningRule: { type: 'FIXED_POINTS', points: 3 },
    startDate: '2030-01-01',
  });
  const named = { campaignIds: [body.id, ids[0]] };
  const now = await explain(named);
  expect(linesOf(now).at(-1)).toEqual(['Not yet', 0, 'DATE_RANGE']);
  expect(now.campaigns.at(-1)).toMatchObject({ campaignId: body.id, state: 'DRAFT', draft: null });
  expect(now.campaigns).toHaveLength(3);
  // It came into no index that others use.
  expect((await explain({ occurredAt: '2030-06-01T12:00:00Z' })).pointsAwarded).toBe(10);
  const later = await explain({ ...named, occurredAt: '2030-06-01T12:00:00Z' });
  expect(linesOf(later).at(-1)).toEqual(['Not yet', 3, null]);
  expect(later.occurredAt).toBe('2030-06-01T12:00:00.000Z');
});

test('▲ a draw is that of a throw-away reference: with the true one nobody sees whether it wins (D19)', async () => {
  const luck = { type: 'RANDOM', minPoints: 1, maxPoints: 1_000_000_000 };
  const [luckId = ''] = await activateCampaigns(shop.live, [{ name: 'Luck', earningRule: luck }]);
  const lucky = { memberRef: 'lucky', transactionRef: randomUUID() };
  const drawn = new Set<number | undefined>();
  for (let time = 0; time < 5; time += 1) {
    const { campaigns } = await explain(lucky);
    drawn.add(campaigns.find(({ campaignName }) => campaignName === 'Luck')?.pointsEarned);
  }
  const { body } = await shop.live.post('/transactions/evaluate', { ...basket, ...lucky });
  drawn.add(body.campaigns.find(({ campaignName }) => campaignName === 'Luck')?.pointsEarned);
  expect(drawn.size).toBe(6);
  await shop.live.delete(`/campaigns/${luckId}`);
});

test('▲ conditions that do not hold name what was compared, by the local time of the day that is asked for (D234)', async () => {
  const weekdays = { field: 'weekday', op: 'in', value: ['MON', 'TUE', 'WED', 'THU', 'FRI'] };
  const from = { field: 'time', op: 'gte', value: '17:00' };
  const { body: gold } = await shop.live.post('/tiers', { name: 'Gold', minLifetimePoints: 1_000 });
  const { body: vip } = await shop.live.post('/segments', { name: 'VIP', type: 'STATIC' });
  const ofMember = [
    { field: 'tier_id', op: 'gte', value: gold.id },
    { field: 'segment_id', op: 'eq', value: vip.id },
    { field: 'purchase_number', op: 'eq', value: 1 },
  ];
  const conditions = {
    operator: 'AND',
    conditions: [weekdays, from, { operator: 'OR', conditions: ofMember }],
  };
  const drafts = [fixed('Happy hour', 50, { conditions })];
  const failedAt = async (occurredAt: string, memberRef = 'nobody') => {
    const { campaigns, ...head } = await explain({ occurredAt, memberRef, drafts });
    const { reason, failed } = campaigns.at(-1) ?? {};
    return { localTime: head.localTime, timeZone: head.timeZone, reason, failed };
  };
  expect(await failedAt('2026-11-27T15:30:59.999Z')).toEqual({
    localTime: '2026-11-27T15:30',
    timeZone: null,
    reason: 'CONDITION_NOT_MET',
    failed: [{ path: '/conditions/conditions/1', ...from, found: '15:30' }],
  });
  await shop.live.patch('/settings', { timeZone: 'Africa/Johannesburg' });
  expect(await failedAt('2026-11-27T15:30:59.999Z')).toEqual({
    localTime: '2026-11-27T17:30',
    timeZone: 'Africa/Johannesburg',
    reason: null,
    failed: undefined,
  });
  // Twice she bought above.
  expect(await failedAt('2050-12-31T22:00:00Z', 'anna')).toEqual({
    localTime: '2051-01-01T00:00',
    timeZone: 'Africa/Johannesburg',
    reason: 'CONDITION_NOT_MET',
    failed: [
      { path: '/conditions/conditions/0', ...weekdays, found: 'SUN' },
      { path: '/conditions/conditions/1', ...from, found: '00:00' },
      ...[null, [], 2].map((found, n) =>
        Object.assign({ path: `/conditions/conditions/2/conditions/${n.toString()}`, found }, ofMember[n]),
      ),
    ],
  });
  await shop.live.patch('/settings', { timeZone: null });
});

test('of lines it is what those of this basket add up to, for drafts too', async () => {
  const ofCategory = (value: string) => ({ field: 'category', op: 'eq', value });
  const six = { lines: ofCategory('wine'), field: 'quantity', op: 'gte', value: 6 };
  const bread = { lines: ofCategory('bread') };
  const products = [
    { sku: 'red', quantity: 2, unitPrice: 100, categories: ['wine'] },
    { sku: 'white', quantity: 1.5, unitPrice: 100, categories: ['wine', 'white'] },
    { sku: 'milk', quantity: 9, unitPrice: 100 },
  ];
  const drafts = [fixed('Six', 1, { conditions: six }), fixed('Bread', 1, { conditions: bread })];
  const { campaigns } = await explain({ products, drafts });
  expect(campaigns.slice(-2).map(({ failed }) => failed)).toEqual([
    [{ path: '/conditions', ...six, found: 3.5 }],
    [{ path: '/conditions', ...bread, field: 'count', op: 'gte', value: 1, found: 0 }],
  ]);
});

test('▲ loyaltyctl says it in a line for each campaign', async () => {
  const { body } = await shop.live.post('/campaigns', {
    ...fixed('Of the south', 5).campaign,
    conditions: { field: 'store_ref', op: 'eq', value: 'south' },
  });
  const place = ['--tenant', shop.tenantId, '--mode', 'live', '--key', shop.keys.live, '--campaign', body.id];
  const file = Buffer.from(JSON.stringify({ ...basket, atributes: {} }));
  const { code, stdout } = await startLoyaltyctl(['campaigns', 'explain', '-', ...place], file).ended;
  const lines = stdout.trimEnd().split('\n').slice(1);
  expect([code, lines.map((line) => line.split(/ {2,}/))]).toEqual([
    0,
    [
      ['points', 'state', 'campaign', 'why'],
      ['10', 'ACTIVE', 'Ten', 'fired'],
      ['0', 'ACTIVE', 'Dear', 'BELOW_MIN_SPEND'],
      ['0', 'DRAFT', 'Of the south', 'CONDITION_NOT_MET: store_ref eq "south", found "north"'],
      ['/atributes: This field is not known here and was ignored. Did you mean attributes?'],
    ],
  ]);
});

test('▲ it writes nothing, in either environment', async () => {
  const before = await stored.contentOf(shop.tenantId, 'live');
  for (const more of [
    {},
    { memberRef: randomUUID() },
    { drafts: [fixed('Draft', 1)] },
    { campaignIds: [ids[0]] },
  ])
    expect((await ask(more)).status).toBe(200);
  expect((await ask({}, shop.test)).status).toBe(200);
  expect(await stored.contentOf(shop.tenantId, 'live')).toEqual(before);
});

const nobodys = '0198c0de-1111-7000-8000-0000000000ff';

test.each<[string, object]>([
  ['/campaignIds/0', { campaignIds: [nobodys] }],
  ['/occurredAt', { occurredAt: '2051-01-01' }],
  ['/occurredAt', { occurredAt: '1999-12-31' }],
])('a fault is named at %s', async (pointer, more) => {
  expect((await ask(more)).body).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    context: { errors: [{ pointer }] },
  });
});

test('an archived campaign cannot be named', async () => {
  const [gone = ''] = await activateCampaigns(shop.live, [
    { name: 'Gone', earningRule: { type: 'FIXED_POINTS', points: 1 } },
  ]);
  await shop.live.delete(`/campaigns/${gone}`);
  expect((await ask({ campaignIds: [gone] })).status).toBe(400);
});
