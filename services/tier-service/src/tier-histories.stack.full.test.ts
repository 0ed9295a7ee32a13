import fc from 'fast-check';
import type { EnvironmentId } from '@loyalty/kernel';
import { tierOf, type TierThreshold } from '@loyalty/rules/tiers';
import { readTierVersions } from '@loyalty/tables/tiers';
import { createTier, deleteTier, listTiers, updateTier } from '@loyalty/tables/tiers/management';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import {
  Crash,
  earn,
  enrol,
  giveBack,
  openTierFixture,
  type PublishedTierFact,
  type Shopper,
  type TierFixture,
} from './testing/tier-fixture.ts';

jest.setTimeout(historiesTimeoutMs);

let fixture: TierFixture;
beforeAll(async () => {
  fixture = await openTierFixture();
});
afterAll(() => fixture.drop());

const mug = { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' } } as const;
const shoppersMax = 3;
const who = fc.nat(shoppersMax - 1);
const threshold = fc.nat(300);

type Deed = (shoppers: readonly Shopper[], environmentId: EnvironmentId) => Promise<unknown>;

const shopperAt = (shoppers: readonly Shopper[], n: number): Shopper => {
  const shopper = shoppers[n];
  if (shopper === undefined) throw new Error('there are as many shoppers as are drawn');
  return shopper;
};

const tierAt = async (environmentId: EnvironmentId, n: number): Promise<string> =>
  (await listTiers(fixture.db, environmentId))[n]?.id ?? '';

const earning = fc.tuple(who, fc.integer({ min: 1, max: 120 })).map(
  ([n, points]): Deed =>
    (shoppers) =>
      earn(fixture.db, shopperAt(shoppers, n), points),
);

/** Returns as much as the member has left of it. */
const returning = fc
  .tuple(who, fc.integer({ min: 1, max: 200 }))
  .map(([n, points]): Deed => async (shoppers) => {
    const shopper = shopperAt(shoppers, n);
    const left = Math.min(points, shopper.account.lifetimePoints);
    if (left > 0) await giveBack(fixture.db, shopper, left);
  });

const creating = fc.tuple(threshold, fc.boolean()).map(
  ([minLifetimePoints, grantFreeRewards]): Deed =>
    (_, environmentId) =>
      createTier(fixture.db, environmentId, {
        name: 'Tier',
        minLifetimePoints,
        benefits: [mug],
        grantFreeRewards,
      }),
);

const moving = fc.tuple(fc.nat(3), threshold, fc.boolean()).map(
  ([n, minLifetimePoints, grantFreeRewards]): Deed =>
    async (_, environmentId) =>
      updateTier(fixture.db, environmentId, {
        tierId: await tierAt(environmentId, n),
        patch: { minLifetimePoints, grantFreeRewards },
      }),
);

const deleting = fc.nat(3).map(
  (n): Deed =>
    async (_, environmentId) =>
      deleteTier(fixture.db, environmentId, {
        tierId: await tierAt(environmentId, n),
        isForced: true,
        countMembers: () => Promise.resolve({ memberCount: 0, isWhole: true }),
      }),
);

const looking = fc
  .tuple(fc.array(who, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([whom, crashes]): Deed => (shoppers) => {
    const looked = whom.map((n) => shopperAt(shoppers, n));
    return fixture.recheck(looked, crashes ? crash : undefined).catch(unlessCrashed);
  });

const paging = fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean()).map(
  ([size, crashes]): Deed =>
    (_, environmentId) =>
      fixture.runChunk(environmentId, size, crashes ? crash : undefined).catch(unlessCrashed),
);

const histories = fc.array(fc.oneof(earning, returning, creating, moving, deleting, looking, paging), {
  minLength: 5,
  maxLength: 25,
});

const crash = (): Promise<void> => Promise.reject(new Crash());
const unlessCrashed = (failure: unknown): void => {
  if (!(failure instanceof Crash)) throw failure;
};

/** Returns the published changes of a member, by number. */
const publishedOf = (memberId: string): PublishedTierFact[] =>
  fixture.published
    .filter(({ type, data }) => type === 'member.tier_changed' && data['memberId'] === memberId)
    .toSorted((a, b) => Number(a.data['tierSeq']) - Number(b.data['tierSeq']));

/** Checks that members entered tiers that existed then, and that each move follows the one before. */
const expectTimely = async (environmentId: EnvironmentId, memberId: string): Promise<void> => {
  const versions = (await readTierVersions(fixture.db, [environmentId])).get(environmentId) ?? [];
  let beforeMs = 0;
  for (const { atMs, data } of publishedOf(memberId)) {
    const inForce = versions.findLast(({ sinceMs }) => sinceMs <= atMs)?.tiers ?? [];
    expect([null, ...inForce.map(({ id }) => id)]).toContain(data['newTierId']);
    expect(atMs).toBeGreaterThanOrEqual(beforeMs);
    beforeMs = atMs;
  }
};

const expectChain = async (
  { account: { memberId, lifetimePoints } }: Shopper,
  tiers: readonly TierThreshold[],
) => {
  const derived = tierOf(tiers, lifetimePoints);
  const chain = publishedOf(memberId).map(({ data }) => data);
  const row = await fixture.db.query('SELECT tier_id AS tier, tier_seq AS seq FROM members WHERE id = $1', [
    memberId,
  ]);
  expect(row).toEqual([{ tier: derived, seq: chain.length }]);
  expect(chain.map(({ tierSeq }) => tierSeq)).toEqual(chain.map((_, n) => n + 1));
  const ends = [null, ...chain.map(({ newTierId }) => newTierId)];
  expect(chain.map(({ previousTierId }) => previousTierId)).toEqual(ends.slice(0, -1));
  expect(ends.at(-1)).toBe(derived);
};

interface StoredReward {
  readonly memberId: string;
  readonly tierId: string;
  readonly isTaken: boolean;
}

/** Checks that of each member and tier one reward at most was not taken back, with a row and a fact for each. */
const expectRewardsOnce = async (environmentId: EnvironmentId): Promise<StoredReward[]> => {
  const factsOf = (...types: readonly string[]) =>
    fixture.published.filter(({ type }) => types.includes(type));
  const rows = await fixture.db.query<StoredReward>(
    `SELECT member_id AS "memberId", tier_id AS "tierId", taken_tier_seq IS NOT NULL AS "isTaken"
       FROM rewards WHERE environment_id = $1`,
    [environmentId],
  );
  expect(rows).toHaveLength(factsOf('reward.requested').length);
  const taken = rows.filter(({ isTaken }) => isTaken);
  expect(taken).toHaveLength(factsOf('reward.expired', 'reward.failed').length);
  const held = rows.filter(({ isTaken }) => !isTaken);
  const owners = held.map(({ memberId, tierId }) => `${memberId} ${tierId}`);
  expect(new Set(owners).size).toBe(owners.length);
  return rows;
};

test('I11 after any crossings, crashes and changes, the published changes of each member form a chain that ends at their tier', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const environmentId = await fixture.open();
      fixture.published.length = 0;
      const shoppers: Shopper[] = [];
      for (let n = 0; n < shoppersMax; n += 1) shoppers.push(await enrol(fixture.db, environmentId));
      for (const deed of history) await deed(shoppers, environmentId);
      while (await fixture.runChunk(environmentId, 2));
      await fixture.recheck(shoppers);
      const tiers = await listTiers(fixture.db, environmentId);
      for (const shopper of shoppers) {
        await expectChain(shopper, tiers);
        await expectTimely(environmentId, shopper.account.memberId);
      }
      await expectRewardsOnce(environmentId);
      expect(new Set(fixture.published.map(({ id }) => id)).size).toBe(fixture.published.length);
    }),
    { numRuns: historyRuns },
  );
});

test('after any receipts, returns and crashes, what a tier gave is there while its member’s points reach it (D304)', async () => {
  const deeds = fc.array(fc.oneof(earning, earning, returning, looking), { minLength: 5, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(deeds, async (history) => {
      const environmentId = await fixture.open();
      fixture.published.length = 0;
      const shoppers: Shopper[] = [];
      for (let n = 0; n < shoppersMax; n += 1) shoppers.push(await enrol(fixture.db, environmentId));
      for (const minLifetimePoints of [50, 120, 200])
        await createTier(fixture.db, environmentId, { name: 'Tier', minLifetimePoints, benefits: [mug] });
      while (await fixture.runChunk(environmentId, 2));
      for (const deed of history) await deed(shoppers, environmentId);
      await fixture.recheck(shoppers);
      const tiers = await listTiers(fixture.db, environmentId);
      const rewards = await expectRewardsOnce(environmentId);
      for (const shopper of shoppers) {
        await expectChain(shopper, tiers);
        const own = rewards.filter(({ memberId }) => memberId === shopper.account.memberId);
        for (const { id, minLifetimePoints } of tiers) {
          const ofTier = own.filter(({ tierId }) => tierId === id);
          const isHeld = ofTier.some(({ isTaken }) => !isTaken);
          expect(isHeld).toBe(ofTier.length > 0 && shopper.account.lifetimePoints >= minLifetimePoints);
        }
      }
    }),
    { numRuns: historyRuns },
  );
});
