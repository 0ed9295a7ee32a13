import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { findCampaign, listCampaigns } from '../campaigns/campaigns.ts';
import { transitionCampaign, updateCampaign } from '../campaigns/change-campaign.ts';
import { deleteSegment, updateSegment } from '../segments/change-segment.ts';
import { listSegments } from '../segments/list-segments.ts';
import { findSegment, lockSegments } from '../segments/segments.ts';
import { listApiKeys } from '../tenants/api-keys.ts';
import { revokeApiKeys } from '../tenants/change-api-keys.ts';
import { createApiKey } from '../tenants/make-api-key.ts';
import { getSettings, setSettings } from '../tenants/settings.ts';
import { findEnvironment } from '../tenants/tenants.ts';
import { createTestCampaign, createTestSegment, loadSnapshot } from '../testing/test-configuration.ts';
import { createTier, deleteTier, updateTier } from '../tiers/change-tier.ts';
import { listTiers } from '../tiers/tiers.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

/**
 * One environment with a campaign, a key and settings. Its neighbours: the other environment of its tenant,
 * and one of another tenant.
 */
const setUp = async () => {
  const tenant = await createOwnTenant(db);
  const stranger = await createOwnTenant(db);
  const mine = tenant.environmentIds.live;
  const campaign = await createTestCampaign(db, mine);
  const key = await createApiKey(db, mine, { name: 'Mine' });
  await setSettings(db, mine, { pointValueCents: 7 });
  if (key.outcome !== 'created') throw new Error(key.reason);
  const others: EnvironmentId[] = [tenant.environmentIds.test, stranger.environmentIds.live];
  return { tenant, mine, others, campaign, key };
};

describe('I9 nothing crosses an environment', () => {
  it('I9 no other environment sees a campaign, a key, or settings', async () => {
    const { others } = await setUp();
    for (const other of others) {
      expect(await listCampaigns(db, { environmentId: other, limit: 10 })).toEqual({ rows: [], next: null });
      expect(await listApiKeys(db, other)).toEqual([]);
      expect(await getSettings(db, other)).toMatchObject({ pointValueCents: 1 });
      expect((await loadSnapshot(db, other))?.campaigns).toEqual([]);
      expect(await readConfigVersion(db, other)).toBe(1);
    }
  });

  it('I9 an id of another environment finds nothing, and its entity stays unchanged', async () => {
    const { mine, others, campaign, key } = await setUp();
    const campaignId = campaign.id;
    const before = [await loadSnapshot(db, mine), await listApiKeys(db, mine)];
    for (const other of others) {
      expect(await findCampaign(db, other, campaignId)).toBeNull();
      const call = { environmentId: other, caller: null, defaultLimit: 600 };
      expect(await revokeApiKeys(db, call, { keyId: key.apiKey.id, alsoMade: false })).toEqual({
        outcome: 'not-found',
      });
      expect(await updateCampaign(db, other, { campaignId, patch: { name: 'Theirs' } })).toEqual({
        outcome: 'not-found',
      });
      for (const action of ['activate', 'pause', 'resume', 'archive'] as const) {
        expect(await transitionCampaign(db, other, { campaignId, action })).toEqual({ outcome: 'not-found' });
      }
      expect(await readConfigVersion(db, other)).toBe(1);
    }
    expect([await loadSnapshot(db, mine), await listApiKeys(db, mine)]).toEqual(before);
  });

  it('I9 segments and tiers of another environment are neither seen nor locked nor changed', async () => {
    const { mine, others } = await setUp();
    const segment = await createTestSegment(db, mine);
    const tier = await createTier(db, mine, { name: 'Mine', minLifetimePoints: 1 });
    if (tier.outcome !== 'created') throw new Error(tier.outcome);
    const [segmentId, tierId] = [segment.id, tier.record.id];
    const nothing = { outcome: 'not-found' };
    for (const other of others) {
      expect([await listSegments(db, other), await listTiers(db, other)]).toEqual([[], []]);
      expect(await findSegment(db, other, segmentId)).toBeNull();
      expect((await db.transaction((tx) => lockSegments(tx, other, [segmentId]))).size).toBe(0);
      expect(await updateSegment(db, other, { segmentId, patch: { name: 'Theirs' } })).toEqual(nothing);
      expect(await deleteSegment(db, other, segmentId)).toEqual(nothing);
      expect(await updateTier(db, other, { tierId, patch: { name: 'Theirs' } })).toEqual(nothing);
      const deletion = {
        tierId,
        isForced: true,
        countMembers: () => Promise.resolve({ memberCount: 0, isWhole: true }),
      };
      expect(await deleteTier(db, other, deletion)).toEqual(nothing);
      expect(await loadSnapshot(db, other)).toMatchObject({
        segmentIds: new Set(),
        exclusiveFrom: new Map(),
        refunds: { refundPoints: 'PRO_RATA', refundGraceDays: 7, unrecoveredPoints: 'DEDUCT_LATER' },
      });
    }
    expect([await listSegments(db, mine), await listTiers(db, mine)]).toEqual([[segment], [tier.record]]);
  });

  it('I9 the same id may live in two environments and is changed in one', async () => {
    const { mine, others, campaign } = await setUp();
    const [other] = others as [EnvironmentId];
    await db.query(
      `INSERT INTO campaigns (environment_id, id, name, earning_rule)
       SELECT $2, id, name, earning_rule FROM campaigns WHERE environment_id = $1 AND id = $3`,
      [mine, other, campaign.id],
    );
    await updateCampaign(db, other, { campaignId: campaign.id, patch: { name: 'Theirs' } });
    await transitionCampaign(db, other, { campaignId: campaign.id, action: 'activate' });
    expect(await findCampaign(db, mine, campaign.id)).toEqual(campaign);
    expect(await findCampaign(db, other, campaign.id)).toMatchObject({ name: 'Theirs', state: 'ACTIVE' });
  });

  it('I9 the two environments of a tenant, and those of two tenants, have four secrets', async () => {
    const tenants = [await createOwnTenant(db), await createOwnTenant(db)];
    const secrets = new Set<string>();
    for (const { id } of tenants) {
      for (const mode of ['test', 'live'] as const) {
        const found = await findEnvironment(db, id, mode);
        secrets.add(Buffer.from(found?.secret ?? []).toString('hex'));
      }
    }
    expect(secrets.size).toBe(4);
  });
});
