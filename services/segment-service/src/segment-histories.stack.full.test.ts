import fc from 'fast-check';
import type { EnvironmentId } from '@loyalty/kernel';
import { allMemberChanges, memberChanges } from '@loyalty/rules/segments';
import { readSegmentStates } from '@loyalty/tables/memberships';
import { readDynamicSegmentIds, requestRefresh, type SegmentRules } from '@loyalty/tables/segments';
import {
  createSegment,
  deleteSegment,
  listSegments,
  updateSegment,
} from '@loyalty/tables/segments/management';
import { createTier, deleteTier, listTiers } from '@loyalty/tables/tiers/management';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import {
  Crash,
  type MemberChangeOfTest,
  openSegmentFixture,
  type SegmentFixture,
  type Shopper,
} from './testing/segment-fixture.ts';

jest.setTimeout(historiesTimeoutMs);

let fixture: SegmentFixture;
beforeAll(async () => {
  fixture = await openSegmentFixture();
});
afterAll(() => fixture.drop());

const { purchase, points, lifetime, state } = memberChanges;
const shoppersMax = 4;

/** A history in progress. `unpublished` are the changes that no recheck has seen. */
interface Story {
  readonly environmentId: EnvironmentId;
  readonly shoppers: readonly Shopper[];
  unpublished: MemberChangeOfTest[];
}
type Deed = (story: Story) => Promise<unknown>;

const numberFields = [
  'spend_cents_7d',
  'spend_cents_30d',
  'txn_count_30d',
  'spend_cents_lifetime',
  'points_balance',
] as const;
const comparisons = fc.oneof(
  fc.record({
    field: fc.constantFrom(...numberFields, 'lifetime_points', 'days_since_last_txn', 'avg_basket_cents_30d'),
    op: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
    value: fc.constantFrom(0, 1, 2, 6, 7, 50, 100, 150, 200),
  }),
  fc.record({
    field: fc.constant('state'),
    op: fc.constantFrom('eq', 'neq'),
    value: fc.constantFrom('active', 'suspended'),
  }),
  fc.record({ field: fc.constant('tier_id'), op: fc.constantFrom('eq', 'neq'), value: fc.constant(null) }),
);
const rules = fc
  .record({
    operator: fc.constantFrom('AND', 'OR'),
    conditions: fc.array(comparisons, { minLength: 1, maxLength: 3 }),
  })
  .map((tree) => tree as SegmentRules);

const shopperAt = ({ shoppers }: Story, n: number): Shopper => {
  const shopper = shoppers[n];
  if (shopper === undefined) throw new Error('there are as many shoppers as are drawn');
  return shopper;
};

const segmentAt = async ({ environmentId }: Story, n: number): Promise<string> =>
  (await listSegments(fixture.db, environmentId))[n]?.id ?? '';

const who = fc.nat(shoppersMax - 1);

const buying = fc
  .tuple(who, fc.constantFrom(0, 0, 0, 1, 6, 7, 29, 30), fc.constantFrom(1, 50, 100, 150))
  .map(([n, daysAgo, cents]): Deed => async (story) => {
    const shopper = shopperAt(story, n);
    await fixture.buy(shopper, { day: fixture.today - daysAgo, cents });
    story.unpublished.push({ shopper, change: purchase | points | lifetime });
  });

const burning = who.map((n): Deed => async (story) => {
  const shopper = shopperAt(story, n);
  await fixture.change(shopper, { pointsBalance: Math.floor(shopper.account.pointsBalance / 2) });
  story.unpublished.push({ shopper, change: points });
});

const suspending = who.map((n): Deed => async (story) => {
  const shopper = shopperAt(story, n);
  await fixture.change(shopper, { state: shopper.account.state === 'active' ? 'suspended' : 'active' });
  story.unpublished.push({ shopper, change: state });
});

const making = rules.map(
  (tree): Deed =>
    ({ environmentId }) =>
      createSegment(fixture.db, environmentId, { name: 'Made', type: 'DYNAMIC', rules: tree }),
);

const ruling = fc.tuple(fc.nat(3), rules).map(
  ([n, tree]): Deed =>
    async (story) =>
      updateSegment(fixture.db, story.environmentId, {
        segmentId: await segmentAt(story, n),
        patch: { rules: tree },
      }),
);

const deleting = fc.nat(3).map(
  (n): Deed =>
    async (story) =>
      deleteSegment(fixture.db, story.environmentId, await segmentAt(story, n)),
);

/** A change of tiers publishes each member whom it moves: here all. */
const tiering = fc.constantFrom(0, 100, 200).map((minLifetimePoints): Deed => async (story) => {
  const { environmentId, shoppers } = story;
  const [old] = await listTiers(fixture.db, environmentId);
  if (old === undefined) await createTier(fixture.db, environmentId, { name: 'Tier', minLifetimePoints });
  else {
    const countMembers = () => Promise.resolve({ memberCount: 0, isWhole: true });
    await deleteTier(fixture.db, environmentId, { tierId: old.id, isForced: true, countMembers });
  }
  story.unpublished.push(...shoppers.map((shopper) => ({ shopper, change: lifetime })));
});

/** A day passes, and its beginning requests all refreshes. */
const sleeping = fc.constant<Deed>(async ({ environmentId }) => {
  fixture.today += 1;
  await requestRefresh(fixture.db, environmentId, await readDynamicSegmentIds(fixture.db, environmentId));
});

const crash = (): Promise<void> => Promise.reject(new Crash());
/** Returns false after a crash: then nothing was stored. */
const survived = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (failure) {
    if (!(failure instanceof Crash)) throw failure;
    return false;
  }
};

/** Publishes some changes, in any order; some come twice. */
const looking = fc
  .tuple(fc.nat(5), fc.boolean(), fc.boolean())
  .map(([count, crashes, repeats]): Deed => async (story) => {
    const published = story.unpublished.slice(0, count + 1).toReversed();
    if (published.length === 0) return;
    if ((await survived(fixture.recheck(published, crashes ? crash : undefined))) && !repeats)
      story.unpublished = story.unpublished.slice(count + 1);
  });

const paging = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()).map(
  ([size, crashes]): Deed =>
    (story) =>
      survived(fixture.runChunk(story.environmentId, size, crashes ? crash : undefined)),
);

const histories = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: buying },
    { weight: 4, arbitrary: looking },
    { weight: 4, arbitrary: paging },
    ...[burning, suspending, making, ruling, deleting, tiering, sleeping].map((arbitrary) => ({
      weight: 1,
      arbitrary,
    })),
  ),
  { minLength: 8, maxLength: 30 },
);

const expectCounts = async (environmentId: EnvironmentId): Promise<void> => {
  const segmentIds = await readDynamicSegmentIds(fixture.db, environmentId);
  const states = await readSegmentStates(fixture.db, environmentId, segmentIds);
  const counts = await fixture.db.query<{ id: string; count: number }>(
    'SELECT segment_id AS id, count(*) AS count FROM segment_members WHERE environment_id = $1 GROUP BY 1',
    [environmentId],
  );
  for (const id of segmentIds) {
    expect(states.get(id)?.memberCount ?? 0).toBe(counts.find((one) => one.id === id)?.count ?? 0);
  }
};

test('I16 I17 after any history of members, rules and crashes, all memberships are as the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const environmentId = await fixture.open();
      const story: Story = { environmentId, shoppers: [], unpublished: [] };
      const shoppers: Shopper[] = [];
      for (let n = 0; n < shoppersMax; n += 1) shoppers.push(await fixture.enrol(environmentId));
      Object.assign(story, { shoppers });
      story.unpublished.push(...shoppers.map((shopper) => ({ shopper, change: allMemberChanges })));
      await createSegment(fixture.db, environmentId, {
        name: 'First',
        type: 'DYNAMIC',
        rules: { operator: 'AND', conditions: [{ field: 'spend_cents_30d', op: 'gte', value: 100 }] },
      });
      for (const deed of history) await deed(story);
      if (story.unpublished.length > 0) await fixture.recheck(story.unpublished);
      while (await fixture.runChunk(environmentId, 2));
      expect(await fixture.wrong(environmentId)).toEqual([]);
      await expectCounts(environmentId);
    }),
    { numRuns: historyRuns },
  );
});
