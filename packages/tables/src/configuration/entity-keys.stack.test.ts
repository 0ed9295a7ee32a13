import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import { createCampaign, transitionCampaign, updateCampaign } from '../campaigns/change-campaign.ts';
import { campaignVersionOf, findCampaign } from '../campaigns/campaigns.ts';
import { createSegment, deleteSegment, updateSegment } from '../segments/change-segment.ts';
import { heldBack } from '../testing/held-back.ts';
import { createTier, deleteTier, updateTier } from '../tiers/change-tier.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

interface Kind {
  readonly table: string;
  readonly create: (given: { readonly name: string; readonly key?: string }) => Promise<unknown>;
  readonly rename: (id: string, key: string) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

let threshold = 0;

const kinds: Readonly<Record<string, Kind>> = {
  campaign: {
    table: 'campaigns',
    create: (given) =>
      createCampaign(db, environmentId, { earningRule: { type: 'FIXED_POINTS', points: 5 }, ...given }),
    rename: (campaignId, key) => updateCampaign(db, environmentId, { campaignId, patch: { key } }),
    remove: (campaignId) => transitionCampaign(db, environmentId, { campaignId, action: 'archive' }),
  },
  tier: {
    table: 'tiers',
    create: (given) => createTier(db, environmentId, { minLifetimePoints: (threshold += 1), ...given }),
    rename: (tierId, key) => updateTier(db, environmentId, { tierId, patch: { key } }),
    remove: (tierId) =>
      deleteTier(db, environmentId, {
        tierId,
        isForced: true,
        countMembers: () => Promise.resolve({ memberCount: 0, isWhole: true }),
      }),
  },
  segment: {
    table: 'segments',
    create: (given) => createSegment(db, environmentId, { type: 'STATIC', ...given }),
    rename: (segmentId, key) => updateSegment(db, environmentId, { segmentId, patch: { key } }),
    remove: (segmentId) => deleteSegment(db, environmentId, segmentId),
  },
};

const recordIn = (result: unknown): { readonly id: string; readonly key: string } =>
  (result as { readonly record: { readonly id: string; readonly key: string } }).record;

const duplicate = { outcome: 'duplicate', field: 'key' };

describe.each(Object.entries(kinds))('the key of a %s (D343)', (_kind, kind) => {
  const keyed = async (name: string, key?: string) =>
    recordIn(await kind.create({ name, ...(key === undefined ? {} : { key }) }));

  it('is made from the name, with the next number that is free', async () => {
    for (const key of ['gold', 'gold-2', 'gold-3']) expect(await keyed('Gold!')).toMatchObject({ key });
    expect(await keyed('Gold 2')).toMatchObject({ key: 'gold-2-2' });
  });

  it('is refused at a second creation, so a creation may be repeated', async () => {
    const { id } = await keyed('One', 'a.key');
    expect(await kind.create({ name: 'Two', key: 'a.key' })).toEqual(duplicate);
    expect(await kind.rename((await keyed('Two')).id, 'a.key')).toEqual(duplicate);
    expect(await kind.rename(id, 'a.key')).toMatchObject({ outcome: 'unchanged' });
  });

  it('▲ is free once its owner is archived or deleted', async () => {
    await kind.remove((await keyed('One', 'first')).id);
    const { id } = await keyed('Another', 'first');
    await kind.remove((await keyed('Third', 'third')).id);
    expect(await kind.rename(id, 'third')).toMatchObject({ outcome: 'changed', record: { key: 'third' } });
  });

  it('is given to one of those who want it at once', async () => {
    const lock = { lockText: `LOCK TABLE ${kind.table} IN SHARE ROW EXCLUSIVE MODE`, values: [] };
    const other = await keyed('Other', 'other');
    const all = await heldBack(db, lock, [
      () => kind.create({ name: 'A', key: 'wanted' }),
      () => kind.create({ name: 'Wanted' }),
      () => kind.rename(other.id, 'wanted'),
    ]);
    const keys = all.flatMap((one) => ('record' in (one as object) ? [recordIn(one).key] : []));
    expect(keys.filter((key) => key === 'wanted')).toHaveLength(1);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('▲ is the id of a row that an older build has added, until it gets a better one', async () => {
    const { id } = await keyed('Old', 'old');
    await db.query(`UPDATE ${kind.table} SET key = NULL WHERE id = $1`, [id]);
    expect(await kind.create({ name: 'Same', key: id })).toEqual(duplicate);
    expect(await kind.rename(id, id)).toMatchObject({ outcome: 'unchanged', record: { key: id } });
    expect(await kind.rename(id, 'better')).toMatchObject({ before: { key: id }, record: { key: 'better' } });
  });
});

test('▲ a campaign without a key has the version that older builds give it (D306, D343)', async () => {
  const { id } = recordIn(await kinds['campaign']?.create({ name: 'Old', key: 'old' }));
  const withKey = await findCampaign(db, environmentId, id);
  await db.query('UPDATE campaigns SET key = NULL WHERE id = $1', [id]);
  const without = await findCampaign(db, environmentId, id);
  if (withKey === null || without === null) throw new Error('no campaign');
  expect(campaignVersionOf(without)).not.toBe(campaignVersionOf(withKey));
  expect(campaignVersionOf(without)).toBe(campaignVersionOf({ ...without, key: without.id }));
});
