import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import { configurationLimits } from '../configuration/write-configuration.ts';
import { bytesOfEmptyLists, fillCampaignBytes, ruleOfBytes } from '../testing/campaign-bytes.ts';
import { heldBack } from '../testing/held-back.ts';
import { createTestCampaign, createTestSegment } from '../testing/test-configuration.ts';
import type { CampaignPatch } from './campaign-content.ts';
import { createCampaign, transitionCampaign, updateCampaign } from './change-campaign.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

const limit = configurationLimits.campaignBytes;
const refused = { outcome: 'limit-exceeded', limit, of: 'campaignBytes' };

/** Returns a rule with which a campaign takes so many bytes in all. */
const ruleFor = (bytes: number) => ruleOfBytes(bytes - bytesOfEmptyLists);
const create = (bytes: number) =>
  createCampaign(db, environmentId, { name: 'New', earningRule: ruleFor(bytes) });

describe('the campaigns of an environment', () => {
  it('take 8 MiB at most, without archived ones (D74)', async () => {
    const filler = await fillCampaignBytes(db, environmentId, limit - 2_000);
    expect((await create(1_000)).outcome).toBe('created');
    expect(await create(1_001)).toEqual(refused);
    expect((await create(1_000)).outcome).toBe('created');
    expect(await create(100)).toEqual(refused);
    await transitionCampaign(db, environmentId, { campaignId: filler, action: 'archive' });
    expect((await create(1_001)).outcome).toBe('created');
  });

  it('grow by a change too: every rule and list that engines load counts', async () => {
    await fillCampaignBytes(db, environmentId, limit - 1_000);
    const { id: campaignId } = await createTestCampaign(db, environmentId);
    const segment = await createTestSegment(db, environmentId);
    const patchWith = (patch: CampaignPatch) => updateCampaign(db, environmentId, { campaignId, patch });
    expect((await patchWith({ earningRule: ruleFor(1_000) })).outcome).toBe('changed');
    for (const patch of [
      { earningRule: ruleFor(1_001) },
      { redemptionRule: { pointsPerRand: 10 } },
      { storeIds: ['s'] },
      { targetSegmentIds: [segment.id] },
      { conditions: { field: 'weekday', op: 'eq', value: 'SAT' } },
      { earnOn: { lines: { field: 'sku', op: 'eq', value: 'a' } } },
      { limits: [{ per: 'RECEIPT', of: 'POINTS', max: 1 }] },
    ] satisfies readonly CampaignPatch[])
      expect(await patchWith(patch)).toEqual(refused);
    const small = { name: 'n'.repeat(255), description: 'd'.repeat(2_000) };
    expect((await patchWith(small)).outcome).toBe('changed');
  });

  it('may become smaller when they are too large already, and not larger', async () => {
    const campaignId = await fillCampaignBytes(db, environmentId, 2 * limit);
    const patchWith = (patch: CampaignPatch) => updateCampaign(db, environmentId, { campaignId, patch });
    expect(await create(100)).toEqual(refused);
    expect((await patchWith({ earningRule: ruleFor(limit + 1_000) })).outcome).toBe('changed');
    expect(await patchWith({ earningRule: ruleFor(limit + 1_001) })).toEqual(refused);
    expect((await patchWith({ earningRule: ruleFor(limit - 100) })).outcome).toBe('changed');
    expect((await create(100)).outcome).toBe('created');
  });

  it('▲ fill the limit exactly, however many are created at once', async () => {
    await fillCampaignBytes(db, environmentId, limit - 3_000);
    const results = await heldBack(
      db,
      { lockText: 'SELECT id FROM environments WHERE id = $1 FOR NO KEY UPDATE', values: [environmentId] },
      Array.from({ length: 6 }, () => () => create(1_000)),
    );
    expect(results.filter(({ outcome }) => outcome === 'limit-exceeded')).toEqual([
      refused,
      refused,
      refused,
    ]);
  });
});
