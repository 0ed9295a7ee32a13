import { openSharedDatabase, readConfigVersion, createOwnTenant } from '@loyalty/testkit';
import { randomId, type EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createTestCampaign, createTestSegment } from '../testing/test-configuration.ts';
import type { CampaignInput } from './campaign-content.ts';
import { findCampaign, listCampaigns } from './campaigns.ts';
import { createCampaign } from './create-campaign.ts';
import { transitionCampaign } from './transition-campaign.ts';

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
    expect(await listCampaigns(db, environmentId, { limit: 10 })).toEqual([]);
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

describe('the list of campaigns', () => {
  it('comes newest first, page after page, each campaign once (D11)', async () => {
    for (let n = 0; n < 7; n += 1)
      await createTestCampaign(db, environmentId, { name: `No ${n.toString()}` });
    // Some in the same millisecond, so that the id decides the order.
    await db.query(
      `UPDATE campaigns SET created_at = '2026-01-01T00:00:00.123Z' WHERE environment_id = $1 AND name >= 'No 3'`,
      [environmentId],
    );
    const all = await listCampaigns(db, environmentId, { limit: 200 });
    const pages = [];
    for (let page = await listCampaigns(db, environmentId, { limit: 2 }); page.length > 0;) {
      pages.push(...page);
      const last = page.at(-1);
      page = last === undefined ? [] : await listCampaigns(db, environmentId, { limit: 2, before: last });
    }
    expect(pages).toEqual(all);
    expect(all).toHaveLength(7);
    const order = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('can be filtered by state', async () => {
    const active = await createTestCampaign(db, environmentId);
    const draft = await createTestCampaign(db, environmentId);
    await transitionCampaign(db, environmentId, { campaignId: active.id, action: 'activate' });
    const idsOf = async (state: 'ACTIVE' | 'DRAFT' | 'PAUSED') =>
      (await listCampaigns(db, environmentId, { state, limit: 10 })).map(({ id }) => id);
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
