import { dayMs, type EnvironmentId } from '@loyalty/kernel';
import type { Database, Queryable } from '@loyalty/storage';
import { createOwnTenant, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { emptyCounts } from '../activity/activity-counts.ts';
import { readRecentActivity } from '../activity/read-activity.ts';
import { addActivity } from '../activity/store-activity.ts';
import { ExplainedQueries } from '../testing/explained-queries.ts';
import { createTestCampaign } from '../testing/test-configuration.ts';
import type { CampaignRecord } from './campaigns.ts';
import { transitionCampaign } from './change-campaign.ts';
import { type CampaignSearch, findCampaigns } from './find-campaigns.ts';

const nowMs = Date.parse('2026-03-08T10:00:00.000Z');
const todayMs = Date.parse('2026-03-08T00:00:00.000Z');

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => scratch.drop());

const make = (name: string) => createTestCampaign(db, environmentId, { name });

/** Stores what a campaign gave on a day. */
const gave = (campaign: CampaignRecord, daysAgo: number, pointsEarned: number, costCents: number) =>
  addActivity(db, [
    {
      environmentId,
      stepMinutes: 1_440,
      atMs: todayMs - daysAgo * dayMs,
      campaignId: campaign.id,
      counts: { ...emptyCounts(), awards: 1, pointsEarned, costCents },
    },
  ]);

/** Returns the names of all pages, joined. */
const namesOf = async (search: Partial<CampaignSearch>, source: Queryable = db): Promise<string[]> => {
  const names: string[] = [];
  for (let after: CampaignSearch['after'] | null; after !== null;) {
    const recent = await readRecentActivity(source, environmentId, nowMs);
    const asked = { environmentId, sort: 'created', limit: 2, recent, ...search, after } as const;
    const { campaigns, next } = await findCampaigns(source, asked);
    expect(campaigns.length).toBeLessThanOrEqual(asked.limit);
    names.push(...campaigns.map(({ name }) => name));
    after = next;
  }
  return names;
};

test('campaigns are found by a part of their name, ignoring case and accents, the newest first (D339)', async () => {
  for (const name of ['Café for 10', 'Store 005', '100 % coffee', 'CAFE at night', 'Tea']) await make(name);
  expect(await namesOf({ text: 'cafe' })).toEqual(['CAFE at night', 'Café for 10']);
  expect(await namesOf({ text: 'É' })).toEqual(expect.arrayContaining(['Store 005', 'Café for 10']));
  expect(await namesOf({ text: '0 %' })).toEqual(['100 % coffee']);
  expect(await namesOf({ text: '005' })).toEqual(['Store 005']);
  expect(await namesOf({ text: '_' })).toEqual([]);
});

test('the order is by name, by points or by cost of the last seven days, on all pages together (D339)', async () => {
  const [apple, orange, zebra] = [await make('apple'), await make('Órange'), await make('Zebra')];
  await make('banana');
  await gave(apple, 0, 10, 900);
  await gave(orange, 6, 500, 20);
  await gave(orange, 7, 100_000, 100_000);
  await gave(zebra, 3, 80, 50);
  expect(await namesOf({ sort: 'name' })).toEqual(['apple', 'banana', 'Órange', 'Zebra']);
  expect(await namesOf({ sort: 'points' })).toEqual(['Órange', 'Zebra', 'apple', 'banana']);
  expect(await namesOf({ sort: 'cost' })).toEqual(['apple', 'Zebra', 'Órange', 'banana']);
  expect(await namesOf({ sort: 'points', text: 'e', limit: 1 })).toEqual(['Órange', 'Zebra', 'apple']);
});

test('states narrow what is found, and a page ends with the campaign that passes 4 MiB', async () => {
  const skus = Array.from({ length: 20_000 }, (_, n) => `SKU-${n.toString().padStart(6, '0')}`);
  const { id } = await createTestCampaign(db, environmentId, {
    name: 'Large',
    earningRule: { type: 'PRODUCT_PURCHASE', points: 1, skus },
  });
  await db.query(
    `INSERT INTO campaigns (environment_id, id, name, earning_rule, created_at)
     SELECT environment_id, gen_random_uuid(), name, earning_rule, created_at + n * interval '1 ms'
       FROM campaigns, generate_series(1, 19) AS n WHERE environment_id = $1 AND id = $2`,
    [environmentId, id],
  );
  const archived = await make('Archived large');
  await transitionCampaign(db, environmentId, { campaignId: archived.id, action: 'archive' });
  const { campaigns, next } = await findCampaigns(db, {
    environmentId,
    sort: 'name',
    text: 'large',
    state: 'DRAFT',
    limit: 200,
    recent: new Map(),
  });
  expect([campaigns.length, next === null]).toEqual([15, false]);
  expect(await namesOf({ text: 'large', state: 'ARCHIVED' })).toEqual(['Archived large']);
  expect(await namesOf({ text: 'large', limit: 50 })).toHaveLength(21);
});

test('▲ an old campaign that still runs is found below any number of archived ones, by indexes alone', async () => {
  const { id } = await make('Evergreen');
  await db.query(
    `INSERT INTO campaigns (environment_id, id, name, state, earning_rule, created_at)
     SELECT environment_id, gen_random_uuid(), 'Old ' || n, 'ARCHIVED', earning_rule, created_at + n * interval '1 ms'
       FROM campaigns, generate_series(1, 40000) AS n WHERE environment_id = $1 AND id = $2`,
    [environmentId, id],
  );
  await db.query('ANALYZE campaigns');
  const explaining = new ExplainedQueries(db);
  expect(await namesOf({ text: 'evergreen' }, explaining)).toEqual(['Evergreen']);
  expect(explaining.indexes).toEqual(expect.arrayContaining(['campaigns_not_archived', 'campaigns_newest']));
});
