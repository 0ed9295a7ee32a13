import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { LifetimePointsRange } from '@loyalty/rules/tiers';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { heldBack } from '../testing/held-back.ts';
import { createTestCampaign } from '../testing/test-configuration.ts';
import { createTier, deleteTier, type TierMembers, updateTier } from './change-tier.ts';
import { listTiers, type TierInput, type TierPatch, type TierRecord } from './tiers.ts';

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

const tierWith = async (given: Partial<TierInput> = {}): Promise<TierRecord> => {
  const made = await createTier(db, environmentId, { name: 'Tier', minLifetimePoints: 0, ...given });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return made.record;
};

const patchOf = ({ id }: TierRecord, patch: TierPatch) =>
  updateTier(db, environmentId, { tierId: id, patch });

const duplicate = { outcome: 'duplicate', field: 'minLifetimePoints' };
const strangeId = '0198C0DE-1111-7000-8000-000000000011';

const exclusiveTo = (campaignId: string) => ({ type: 'EXCLUSIVE_CAMPAIGN', campaignId }) as const;

describe('a new tier', () => {
  it('has every given field, ids in lower case, and raises the configuration version', async () => {
    const { id: campaignId } = await createTestCampaign(db, environmentId);
    const input: TierInput = {
      name: 'Gold 🥇',
      minLifetimePoints: 9_007_199_254_740_991,
      sortOrder: -3,
      badgeUrl: 'https://cdn.example.com/gold.png',
      benefits: [
        { type: 'EARN_MULTIPLIER', multiplier: 1.25 },
        exclusiveTo(campaignId.toUpperCase()),
        { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: 500 }, validDays: 30 },
      ],
    };
    const tier = await tierWith(input);
    const [multiplier, , reward] = input.benefits ?? [];
    expect(tier).toMatchObject({
      ...input,
      tenantId,
      benefits: [multiplier, exclusiveTo(campaignId), reward],
    });
    expect(await listTiers(db, environmentId)).toEqual([tier]);
    expect(await readConfigVersion(db, environmentId)).toBe(3);
  });

  it('has no benefits, no badge and the order 0 by default', async () => {
    expect(await tierWith()).toMatchObject({ benefits: [], badgeUrl: null, sortOrder: 0 });
  });

  it('with the threshold of another one is not created (D54)', async () => {
    await tierWith({ minLifetimePoints: 100 });
    const again = await createTier(db, environmentId, { name: 'Again', minLifetimePoints: 100 });
    expect(again).toEqual(duplicate);
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('is created once when the first two have the same threshold and come at once', async () => {
    const lockText = 'LOCK TABLE tiers IN SHARE ROW EXCLUSIVE MODE';
    const create = () => createTier(db, environmentId, { name: 'First', minLifetimePoints: 200 });
    const both = await heldBack(db, { lockText, values: [] }, [create, create]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['created', 'duplicate']);
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('may have the threshold of a tier of another environment', async () => {
    await tierWith({ minLifetimePoints: 100 });
    const { environmentIds } = await createOwnTenant(db);
    const other = await createTier(db, environmentIds.live, { name: 'Theirs', minLifetimePoints: 100 });
    expect(other.outcome).toBe('created');
  });
});

describe('the list of tiers', () => {
  it('comes by sortOrder, then by id, whole or page after page', async () => {
    for (const [minLifetimePoints, sortOrder] of [
      [1, 2],
      [2, 1],
      [3, 2],
      [4, 0],
    ] as const) {
      await tierWith({ minLifetimePoints, sortOrder });
    }
    const all = await listTiers(db, environmentId);
    const order = all.map(({ sortOrder, id }) => `${sortOrder.toString()} ${id}`);
    expect(order).toEqual(order.toSorted());
    for (const [place, after] of all.entries()) {
      expect(await listTiers(db, environmentId, { after, limit: 2 })).toEqual(
        all.slice(place + 1, place + 3),
      );
    }
  });
});

describe('a change of a tier', () => {
  it('changes the fields that it names, and null removes the badge', async () => {
    const tier = await tierWith({ badgeUrl: 'https://cdn.example.com/a.png', sortOrder: 4 });
    const result = await patchOf(tier, { minLifetimePoints: 50, badgeUrl: null, benefits: [] });
    const after = { name: 'Tier', minLifetimePoints: 50, badgeUrl: null, sortOrder: 4 };
    expect(result).toMatchObject({ outcome: 'changed', before: tier, record: after });
    expect(await listTiers(db, environmentId)).toEqual(['record' in result && result.record]);
    expect(await readConfigVersion(db, environmentId)).toBe(3);
  });

  it('without a difference writes nothing', async () => {
    const benefits = [{ type: 'LABEL', description: 'A queue of your own' }] as const;
    const tier = await tierWith({ benefits });
    expect(await patchOf(tier, { name: 'Tier', benefits })).toEqual({ outcome: 'unchanged', record: tier });
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('to the threshold of another one is refused, also when two come at once', async () => {
    const [one, two] = [await tierWith(), await tierWith({ minLifetimePoints: 1 })];
    expect(await patchOf(two, { minLifetimePoints: 0 })).toEqual(duplicate);
    const lock = { lockText: 'SELECT id FROM tiers WHERE id = $1 FOR UPDATE', values: [one.id] };
    const move = (tier: TierRecord) => () => patchOf(tier, { minLifetimePoints: 7 });
    const both = await heldBack(db, lock, [move(one), move(two)]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'duplicate']);
  });

  it.each(['0198c0de-0000-7000-8000-00000000dead', 'no-uuid', ''])('of %j finds none', async (tierId) => {
    const result = await updateTier(db, environmentId, { tierId, patch: { name: 'x' } });
    expect(result).toEqual({ outcome: 'not-found' });
  });
});

describe('a campaign that a tier opens to its members (D78)', () => {
  const faultAt = (n: number) => ({
    outcome: 'invalid',
    faults: [
      { pointer: `/benefits/${n.toString()}/campaignId`, message: 'must be the id of an existing campaign' },
    ],
  });

  it('▲ must exist in the environment', async () => {
    const { environmentIds } = await createOwnTenant(db);
    const { id: theirs } = await createTestCampaign(db, environmentIds.live);
    const { id: ours } = await createTestCampaign(db, environmentId);
    for (const id of [theirs, strangeId]) {
      const benefits = [exclusiveTo(ours), exclusiveTo(id)];
      const made = await createTier(db, environmentId, { name: 'Gold', minLifetimePoints: 1, benefits });
      expect(made).toEqual(faultAt(1));
      const tier = await tierWith({ minLifetimePoints: 2, benefits: [exclusiveTo(ours)] });
      expect(await patchOf(tier, { benefits: [exclusiveTo(id), exclusiveTo(ours)] })).toEqual(faultAt(0));
      await deleteTier(db, environmentId, { tierId: tier.id, isForced: true, countMembers: nobody });
    }
  });

  it('may be named again by a tier that names it already', async () => {
    const tier = await tierWith();
    await db.query('UPDATE tiers SET benefits = $2 WHERE id = $1', [
      tier.id,
      JSON.stringify([exclusiveTo(strangeId.toLowerCase())]),
    ]);
    const benefits = [exclusiveTo(strangeId), { type: 'LABEL', description: 'More' }] as const;
    expect(await patchOf(tier, { benefits })).toMatchObject({ outcome: 'changed' });
    expect(await patchOf(tier, { name: 'Other' })).toMatchObject({ outcome: 'changed' });
  });
});

const nobody = (): Promise<TierMembers> => Promise.resolve({ memberCount: 0, isWhole: true });

describe('the deletion of a tier (D55)', () => {
  const remove = (tierId: string, { members = 0, isWhole = true, isForced = false } = {}) => {
    const asked: LifetimePointsRange[] = [];
    const countMembers = (range: LifetimePointsRange): Promise<TierMembers> => {
      asked.push(range);
      return Promise.resolve({ memberCount: members, isWhole });
    };
    return deleteTier(db, environmentId, { tierId, isForced, countMembers }).then((result) => ({
      result,
      asked,
    }));
  };

  it('counts the members between its threshold and the next, and is refused when there are any', async () => {
    const tier = await tierWith({ minLifetimePoints: 10 });
    await tierWith({ minLifetimePoints: 30 });
    await tierWith({ minLifetimePoints: 20 });
    expect(await remove(tier.id, { members: 3 })).toEqual({
      result: { outcome: 'has-members', memberCount: 3, isWhole: true },
      asked: [{ from: 10, below: 20 }],
    });
    expect(await listTiers(db, environmentId)).toHaveLength(3);
    expect(await readConfigVersion(db, environmentId)).toBe(4);
  });

  it('does not treat a tier as empty when not all members could be counted', async () => {
    const tier = await tierWith();
    const refused = { outcome: 'has-members', memberCount: 0, isWhole: false };
    expect((await remove(tier.id, { isWhole: false })).result).toEqual(refused);
  });

  it('deletes it when it has no members, or when forced, and raises the configuration version', async () => {
    const [one, two] = [await tierWith(), await tierWith({ minLifetimePoints: 1 })];
    expect((await remove(one.id)).result).toMatchObject({ outcome: 'deleted', before: { id: one.id } });
    expect(await remove(two.id, { members: 3, isForced: true })).toEqual({
      result: { outcome: 'deleted', before: two },
      asked: [],
    });
    expect(await listTiers(db, environmentId)).toEqual([]);
    expect(await readConfigVersion(db, environmentId)).toBe(5);
  });

  it('of a missing tier finds none', async () => {
    const tier = await tierWith();
    await remove(tier.id);
    for (const id of [tier.id, randomId(), 'no-uuid']) {
      expect((await remove(id, { isForced: true })).result).toEqual({ outcome: 'not-found' });
    }
  });
});
