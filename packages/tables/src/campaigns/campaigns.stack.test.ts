import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { createTestCampaign, createTestSegment } from '../testing/test-configuration.ts';
import type { CampaignInput } from './campaign-content.ts';
import { type CampaignQuery, type CampaignRecord, findCampaign, listCampaigns } from './campaigns.ts';
import { createCampaign, transitionCampaign } from './change-campaign.ts';

let db: Database;
let environmentId: EnvironmentId;
let tenantId: string;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  const tenant = await createOwnTenant(db);
  environmentId = tenant.environmentIds.live;
  tenantId = tenant.id;
});
afterAll(() => db.close());

const everything: CampaignInput = {
  name: 'Spring 🌱',
  description: 'Double points',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 2.5, pointsExpiry: { type: 'ROLLING', days: 365 } },
  redemptionRule: { pointsPerRand: 10.5, maxDiscountPercentOfBasket: 50, onInsufficientBalance: 'CAP' },
  storeIds: ['S1', '{"odd", name\\}'],
  startDate: '2026-03-01',
  endDate: '2026-03-31T22:00:00+02:00',
  minSpend: 9_007_199_254_740_991,
  maxBudgetCents: 1,
  alertThreshold: 0.3,
  currency: 'ZAR',
};

/** Stores as many newer campaigns with the same content, past the limits on what is not archived. */
const copyCampaign = (id: string, count: number) =>
  db.query(
    `INSERT INTO campaigns (environment_id, id, name, earning_rule, created_at)
     SELECT environment_id, gen_random_uuid(), name, earning_rule, created_at + n * interval '1 ms'
       FROM campaigns, generate_series(1, $3) AS n WHERE environment_id = $1 AND id = $2`,
    [environmentId, id, count],
  );

describe('a new campaign', () => {
  it('is a DRAFT with every given field, and raises the configuration version (D30)', async () => {
    const campaign = await createTestCampaign(db, environmentId, everything);
    expect(campaign).toMatchObject({
      ...everything,
      tenantId,
      state: 'DRAFT',
      targetSegmentIds: [],
      startDate: '2026-03-01T00:00:00.000Z',
      endDate: '2026-03-31T20:00:00.000Z',
      spentCents: 0,
      activatedAt: null,
    });
    expect(await findCampaign(db, environmentId, campaign.id.toUpperCase())).toEqual(campaign);
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('with a wrong date, a wrong order or an unknown segment is not written', async () => {
    const base = { name: 'Bad', earningRule: { type: 'FIXED_POINTS', points: 1 } } as const;
    const results = await Promise.all([
      createCampaign(db, environmentId, { ...base, startDate: '2026-02-30' }),
      createCampaign(db, environmentId, { ...base, startDate: '2026-03-02', endDate: '2026-03-01' }),
      createCampaign(db, environmentId, { ...base, targetSegmentIds: [randomId()] }),
    ]);
    expect(results.map((result) => result.outcome === 'invalid' && result.faults[0]?.pointer)).toEqual([
      '/startDate',
      '/endDate',
      '/targetSegmentIds/0',
    ]);
    expect((await listCampaigns(db, { environmentId, limit: 10 })).rows).toEqual([]);
    expect(await readConfigVersion(db, environmentId)).toBe(1);
  });

  it('targets segments of its own environment, and no others (D29)', async () => {
    const { id } = await createTestSegment(db, environmentId);
    const { targetSegmentIds } = await createTestCampaign(db, environmentId, {
      targetSegmentIds: [id.toUpperCase()],
    });
    expect(targetSegmentIds).toEqual([id]);
    const elsewhere = (await createOwnTenant(db)).environmentIds.live;
    await expect(createTestCampaign(db, elsewhere, { targetSegmentIds: [id] })).rejects.toThrow(
      '/targetSegmentIds/0',
    );
  });

  it('is not written for an environment that does not exist', async () => {
    await expect(createTestCampaign(db, 2_147_483_647 as EnvironmentId)).rejects.toMatchObject({
      code: '23503',
    });
  });
});

describe('an id that no campaign has', () => {
  it.each(['0198c0de-0000-7000-8000-00000000dead', 'no-uuid', ''])('%j finds nothing', async (id) => {
    expect(await findCampaign(db, environmentId, id)).toBeNull();
    expect(await transitionCampaign(db, environmentId, { campaignId: id, action: 'activate' })).toEqual({
      outcome: 'not-found',
    });
  });
});

/** All pages of the list, each by the position that the one before ended with. */
const pagesOf = async (query: Pick<CampaignQuery, 'state' | 'limit'>, lookedAt?: number) => {
  const pages: (readonly CampaignRecord[])[] = [];
  for (let before: CampaignQuery['before'] | null; before !== null;) {
    const page = await listCampaigns(db, { environmentId, ...query, ...(before && { before }) }, lookedAt);
    pages.push(page.rows);
    before = page.next;
  }
  return pages;
};

describe('the list of campaigns', () => {
  it('comes newest first, page after page, each campaign once (D11)', async () => {
    for (let n = 0; n < 7; n += 1)
      await createTestCampaign(db, environmentId, { name: `No ${n.toString()}` });
    // Some in the same millisecond, so that the id decides the order.
    await db.query(
      `UPDATE campaigns SET created_at = '2026-01-01T00:00:00.123Z' WHERE environment_id = $1 AND name >= 'No 3'`,
      [environmentId],
    );
    const all = (await listCampaigns(db, { environmentId, limit: 200 })).rows;
    const pages = await pagesOf({ limit: 2 });
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
    expect(pages.flat()).toEqual(all);
    expect(all).toHaveLength(7);
    const order = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('▲ ends a page with the campaign that passes 4 MiB, and goes on after it', async () => {
    const skus = Array.from({ length: 20_000 }, (_, n) => `SKU-${n.toString().padStart(6, '0')}`);
    const { id } = await createTestCampaign(db, environmentId, {
      earningRule: { type: 'PRODUCT_PURCHASE', points: 1, skus },
    });
    await copyCampaign(id, 39);
    const pages = await pagesOf({ limit: 200 });
    expect(pages.map(({ length }) => length)).toEqual([15, 15, 10]);
    expect(new Set(pages.flat().map((campaign) => campaign.id)).size).toBe(40);
    expect(pages[2]?.at(-1)?.id).toBe(id);
  });

  it('looks for a rare state in pieces: a page may be empty, and the next goes on', async () => {
    const { id } = await createTestCampaign(db, environmentId);
    await copyCampaign(id, 9);
    await transitionCampaign(db, environmentId, { campaignId: id, action: 'activate' });
    const pages = await pagesOf({ state: 'ACTIVE', limit: 50 }, 4);
    expect(pages.map((page) => page.map((campaign) => campaign.id))).toEqual([[], [], [id]]);
  });

  it('can be filtered by state', async () => {
    const active = await createTestCampaign(db, environmentId);
    const draft = await createTestCampaign(db, environmentId);
    await transitionCampaign(db, environmentId, { campaignId: active.id, action: 'activate' });
    const idsOf = async (state: 'ACTIVE' | 'DRAFT' | 'PAUSED') =>
      (await listCampaigns(db, { environmentId, state, limit: 10 })).rows.map(({ id }) => id);
    expect(await idsOf('ACTIVE')).toEqual([active.id]);
    expect(await idsOf('DRAFT')).toEqual([draft.id]);
    expect(await idsOf('PAUSED')).toEqual([]);
  });
});

describe('the table itself refuses', () => {
  it.each([
    [`state = 'RUNNING'`],
    [`state = 'ACTIVE'`],
    [`activated_at = now()`],
    [`name = ''`],
    [`start_at = '2026-02-01', end_at = '2026-01-01'`],
    [`min_spend_cents = -1`],
    [`max_budget_cents = 0`],
    [`alert_threshold = 0`],
    [`alert_threshold = 1.01`],
    [`currency = 'zar'`],
    [`earning_rule = '{}'`],
    [`earning_rule = '{"type": "SPEND_PERCENTAGE"}'`],
    [`earning_rule = '{"type": "SPEND_PERCENTAGE", "percentage": 0}'`],
    [`earning_rule = '{"type": "SPEND_PERCENTAGE", "percentage": 1000.1}'`],
    [`redemption_rule = '{}'`],
    [`redemption_rule = '{"pointsPerRand": 0}'`],
    [`redemption_rule = '{"pointsPerRand": 1, "maxDiscountPercentOfBasket": 101}'`],
  ])('%s', async (assignment) => {
    const { id } = await createTestCampaign(db, environmentId);
    await expect(
      db.query(`UPDATE campaigns SET ${assignment} WHERE environment_id = $1 AND id = $2`, [
        environmentId,
        id,
      ]),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
