import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, fillConfiguration, openSharedDatabase } from '@loyalty/testkit/database';
import { createCampaign, transitionCampaign } from '../campaigns/change-campaign.ts';
import { fillPool, setPool } from '../rewards/import-codes.ts';
import { createSegment } from '../segments/change-segment.ts';
import { createApiKey } from '../tenants/make-api-key.ts';
import { enableStream, streamTopicOf } from '../tenants/tenant-streams.ts';
import { readEnvironmentUse } from './used-limits.ts';
import { configurationLimits } from './write-configuration.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const nothing = { ...Object.fromEntries(Object.keys(configurationLimits).map((of) => [of, 0])), apiKeys: 0 };

test('an environment shows how much it has of everything that is limited, and nothing of its other one (D220)', async () => {
  const { id: tenantId, environmentIds } = await createOwnTenant(db);
  const { test: mine, live: other } = environmentIds;
  const usedOf = async (environmentId: EnvironmentId) => (await readEnvironmentUse(db, environmentId)).used;
  expect(await usedOf(mine)).toEqual(nothing);
  await fillConfiguration(db, mine, { activeCampaigns: 2, tiers: 3, eventDefinitions: 1, webhooks: 1 });
  const listed = { type: 'PRODUCT_PURCHASE', skus: ['a', 'b'], points: 1 } as const;
  const before = await usedOf(mine);
  await createCampaign(db, mine, { name: 'Draft', earningRule: listed, storeIds: ['one'] });
  const conditions = { field: 'store_ref', op: 'in', value: ['one', 'two', 'three'] };
  const earnOn = { except: { field: 'sku', op: 'in', value: ['c', 'd'] } };
  const timed = await createCampaign(db, mine, { name: 'Timed', earningRule: listed, conditions, earnOn });
  if (timed.outcome !== 'created') throw new Error(timed.outcome);
  await transitionCampaign(db, mine, { campaignId: timed.record.id, action: 'activate' });
  const rules = { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] } as const;
  await createSegment(db, mine, { name: 'Active', type: 'DYNAMIC', rules } as never);
  await createSegment(db, mine, { name: 'Staff', type: 'STATIC' } as never);
  await setPool(db, mine, { name: 'films', lowBelow: 1 });
  await fillPool(db, mine, { name: 'films', codes: [`${tenantId}-1`, `${tenantId}-2`] });
  await enableStream(db, { tenantId, mode: 'test' });
  await createApiKey(db, mine, { name: 'Till' });
  const { used, streamTopic } = await readEnvironmentUse(db, mine);
  expect(streamTopic).toBe(streamTopicOf({ tenantId, mode: 'test' }));
  expect(used).toEqual({
    ...nothing,
    activeCampaigns: 3,
    campaigns: 4,
    campaignBytes: expect.any(Number) as number,
    listedValues: 7,
    campaignComparisons: 2,
    lineComparisons: 1,
    tiers: 3,
    segments: 2,
    dynamicSegments: 1,
    segmentComparisons: 1,
    eventDefinitions: 1,
    webhooks: 1,
    rewardProviders: 1,
    codes: 2,
    apiKeys: 1,
  });
  expect(used.campaignBytes).toBeGreaterThan(before.campaignBytes);
  expect(await usedOf(other)).toEqual(nothing);
});
