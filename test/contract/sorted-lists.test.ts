import { eventually } from '@loyalty/testkit/runs';
import { askFor } from '../support/ask.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

interface ListedCampaign {
  readonly name: string;
  readonly lastSevenDays: {
    readonly awards: number;
    readonly pointsEarned: number;
    readonly costCents: number;
  };
}

interface Pages<Item> {
  readonly items: readonly Item[];
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
}

/** Reads all pages of a list, two items at a time. */
const pagesOf = async <Item>(
  operation: 'listCampaigns' | 'listMembers',
  query: Readonly<Record<string, string>>,
): Promise<Pages<Item>> => {
  const items: Item[] = [];
  const bodies: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const asked = new URLSearchParams({ ...query, limit: '2', ...(cursor === '' ? {} : { cursor }) });
    const { status, text } = await askFor(tenant, operation, {
      query: `?${asked.toString()}`,
      key: tenant.keys.live,
    });
    expect([asked.toString(), status]).toEqual([asked.toString(), 200]);
    const body = JSON.parse(text) as Record<string, unknown> & { nextCursor: string | null };
    items.push(...((body['campaigns'] ?? body['members']) as Item[]));
    bodies.push(body);
    cursor = body.nextCursor;
  }
  return { items, bodies };
};

const campaignsBy = async (query: Readonly<Record<string, string>>): Promise<readonly ListedCampaign[]> =>
  (await pagesOf<ListedCampaign>('listCampaigns', query)).items;

const namesBy = async (query: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await campaignsBy(query)).map(({ name }) => name);

const membersBy = async (query: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await pagesOf<{ externalRef: string }>('listMembers', query)).items.map(({ externalRef }) => externalRef);

const buy = (memberRef: string, amount: number) =>
  tenant.live.post('/transactions/evaluate', { transactionRef: `of-${memberRef}`, memberRef, amount });

let segmentId: string;

beforeAll(async () => {
  tenant = await createTestTenant('Sorted lists');
  await activateCampaigns(tenant.live, [
    { name: 'Store 005', earningRule: { type: 'FIXED_POINTS', points: 5 } },
    { name: 'Café', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
  ]);
  await tenant.live.post('/campaigns', { name: 'apple', earningRule: { type: 'FIXED_POINTS', points: 1 } });
  for (const [ref, amount] of [
    ['small', 1_000],
    ['large', 90_000],
    ['medium', 40_000],
  ] as const)
    await buy(ref, amount);
  await tenant.live.post('/members', { externalRef: 'idle' });
  segmentId = (await tenant.live.post('/segments', { name: 'Two', type: 'STATIC' })).body.id;
  for (const ref of ['small', 'idle']) {
    const { text } = await askFor(tenant, 'listMembers', { query: `?ref=${ref}`, key: tenant.keys.live });
    const { members } = JSON.parse(text) as { members: { id: string }[] };
    await tenant.live.post(`/segments/${segmentId}/members`, { memberId: members[0]?.id });
  }
});

test('campaigns are found by name, sorted, and say what they gave in seven days (D339)', async () => {
  expect(await namesBy({ q: 'cafe' })).toEqual(['Café']);
  expect(await namesBy({ q: '005', state: 'ACTIVE' })).toEqual(['Store 005']);
  expect(await namesBy({ q: '005', state: 'DRAFT' })).toEqual([]);
  expect(await namesBy({ sort: 'name' })).toEqual(['apple', 'Café', 'Store 005']);
  // Counts of campaigns are stored every half minute.
  let sorted: readonly ListedCampaign[] = [];
  const isCounted = async (): Promise<boolean> => {
    sorted = await campaignsBy({ sort: 'points' });
    return sorted[0]?.lastSevenDays.awards === 3;
  };
  await eventually('three receipts are counted', isCounted, { everyMs: 1_000 });
  expect(sorted.map(({ name, lastSevenDays }) => [name, lastSevenDays])).toEqual([
    ['Café', { awards: 3, pointsEarned: 1_310, costCents: 1_310 }],
    ['Store 005', { awards: 3, pointsEarned: 15, costCents: 15 }],
    ['apple', { awards: 0, pointsEarned: 0, costCents: 0 }],
  ]);
  expect(await namesBy({ sort: 'cost' })).toEqual(['Café', 'Store 005', 'apple']);
});

test('members are found by segment, balance and last purchase, and sorted by them (D339)', async () => {
  expect(await membersBy({ segmentId })).toEqual(['idle', 'small']);
  expect(await membersBy({ balanceFrom: '405' })).toEqual(['medium', 'large']);
  expect(await membersBy({ balanceFrom: '15', balanceTo: '405' })).toEqual(['medium', 'small']);
  expect(await membersBy({ lastActivitySince: '2020-01-01' })).toEqual(['medium', 'large', 'small']);
  expect(await membersBy({ lastActivityBefore: '2020-01-01' })).toEqual([]);
  expect(await membersBy({ sort: 'balance' })).toEqual(['large', 'medium', 'small', 'idle']);
  expect(await membersBy({ sort: 'lastActivity' })).toEqual(['medium', 'large', 'small', 'idle']);
  expect(await membersBy({ sort: 'balance', segmentId })).toEqual(['small', 'idle']);
});

test('the number of members is returned where it is asked for (D339)', async () => {
  const [all] = (await pagesOf('listMembers', { withTotal: 'true' })).bodies;
  expect(all?.['total']).toEqual({ memberCount: 4, isWhole: true });
  const [rich] = (await pagesOf('listMembers', { withTotal: 'true', balanceFrom: '405' })).bodies;
  expect(rich?.['total']).toEqual({ memberCount: 2, isWhole: true });
  const [none] = (await pagesOf('listMembers', {})).bodies;
  expect(none).not.toHaveProperty('total');
});

test('▲ a cursor of one order is refused for another (D11)', async () => {
  for (const operation of ['listMembers', 'listCampaigns'] as const) {
    const sort = operation === 'listMembers' ? 'balance' : 'name';
    const { text } = await askFor(tenant, operation, {
      query: `?limit=1&sort=${sort}`,
      key: tenant.keys.live,
    });
    const { nextCursor } = JSON.parse(text) as { nextCursor: string };
    const query = `?${new URLSearchParams({ cursor: nextCursor }).toString()}`;
    expect((await askFor(tenant, operation, { query, key: tenant.keys.live })).status).toBe(400);
  }
});
