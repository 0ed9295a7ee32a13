import type { EnvironmentId } from '@loyalty/kernel';
import { indexCampaigns } from '@loyalty/rules/campaign-index';
import type { Database, Queryable } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import type { CampaignRecord } from '../campaigns/campaigns.ts';
import { transitionCampaign, updateCampaign } from '../campaigns/change-campaign.ts';
import { setSettings } from '../tenants/settings.ts';
import { createTestCampaign, createTestSegment } from '../testing/test-configuration.ts';
import { createTier } from '../tiers/change-tier.ts';
import type { LoadedSnapshot } from './loaded-snapshot.ts';
import { loadSnapshots } from './snapshots.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

/**
 * The same database; `read` has the number of rows that each named statement of a consistent read returned.
 */
const counted = () => {
  const read: Record<string, number> = {};
  const readConsistently: Database['readConsistently'] = (work) =>
    db.readConsistently((tx) => {
      const query: Queryable['query'] = async <Row>(...given: Parameters<Queryable['query']>) => {
        const rows = await tx.query<Row>(...given);
        const [statement] = given;
        if (typeof statement !== 'string') read[statement.name] = (read[statement.name] ?? 0) + rows.length;
        return rows;
      };
      return work(Object.assign(Object.create(tx) as typeof tx, { query }));
    });
  return { db: { ...db, readConsistently }, read };
};

const load = async (held: LoadedSnapshot | null) => {
  const { db: watched, read } = counted();
  const snapshot = (await loadSnapshots(watched, new Map([[environmentId, held]]))).get(environmentId);
  if (snapshot === undefined) throw new Error('there is no such environment');
  return { snapshot, read };
};

const activeCampaign = async (
  given: Parameters<typeof createTestCampaign>[2] = {},
): Promise<CampaignRecord> => {
  const campaign = await createTestCampaign(db, environmentId, given);
  await transitionCampaign(db, environmentId, { campaignId: campaign.id, action: 'activate' });
  return campaign;
};

/** Returns the index of a snapshot's campaigns; builds it when it is not kept. */
const indexOf = (snapshot: LoadedSnapshot) => {
  const steps = indexCampaigns(snapshot);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

const namesOf = ({ campaigns }: LoadedSnapshot) => campaigns.map(({ name }) => name);

it('▲ of ten campaigns only the changed one is read again, and all keep their order', async () => {
  const made: CampaignRecord[] = [];
  for (let n = 0; n < 10; n += 1) made.push(await activeCampaign({ name: `No ${n.toString()}` }));
  const { snapshot: before, read: first } = await load(null);
  expect(first['snapshot-campaign-contents']).toBe(10);
  const campaignId = made[4]?.id ?? '';
  await updateCampaign(db, environmentId, { campaignId, patch: { name: 'changed' } });
  const { snapshot: after, read } = await load(before);
  expect(read).toEqual({
    'snapshot-environments-of-engines': 1,
    'snapshot-campaign-heads': 10,
    'snapshot-campaign-contents': 1,
  });
  const expected = namesOf(before).map((name) => (name === 'No 4' ? 'changed' : name));
  expect(namesOf(after)).toEqual(expected);
  expect(after).toEqual((await load(null)).snapshot);
});

it.each<[string, () => Promise<unknown>, string[]]>([
  ['a setting', () => setSettings(db, environmentId, { pointValueCents: 7 }), []],
  ['a tier', () => createTier(db, environmentId, { name: 'T', minLifetimePoints: 5 }), ['snapshot-tiers']],
  ['a segment', () => createTestSegment(db, environmentId), ['snapshot-segments']],
  ['a draft', () => createTestCampaign(db, environmentId), ['snapshot-campaign-heads', 'snapshot-segments']],
])('▲ after a change of %s the campaigns and their index are kept', async (_what, change, statements) => {
  const { id } = await createTestSegment(db, environmentId);
  await activeCampaign({ targetSegmentIds: [id] });
  const { snapshot: before } = await load(null);
  const index = indexOf(before);
  await change();
  const { snapshot: after, read } = await load(before);
  expect(
    Object.keys(read)
      .filter((name) => name !== 'snapshot-environments-of-engines')
      .sort(),
  ).toEqual(statements);
  expect(indexOf(after)).toBe(index);
  expect(after.version).toBe(before.version + 1);
  expect(after).toEqual((await load(null)).snapshot);
});

it('▲ a campaign that an earlier build has changed is read again', async () => {
  const { id } = await activeCampaign({ name: 'old' });
  const { snapshot: before } = await load(null);
  await db.query(`UPDATE campaigns SET name = 'new' WHERE environment_id = $1 AND id = $2`, [
    environmentId,
    id,
  ]);
  await db.query('UPDATE environments SET config_version = config_version + 1 WHERE id = $1', [
    environmentId,
  ]);
  expect(namesOf((await load(before)).snapshot)).toEqual(['new']);
});

it('a paused campaign leaves the snapshot, and comes back in its place', async () => {
  const first = await activeCampaign({ name: 'first' });
  await activeCampaign({ name: 'second' });
  const step = (action: 'pause' | 'resume') =>
    transitionCampaign(db, environmentId, { campaignId: first.id, action });
  const { snapshot } = await load(null);
  await step('pause');
  const { snapshot: paused } = await load(snapshot);
  expect([namesOf(paused), paused.idleCampaigns.map(({ name }) => name)]).toEqual([['second'], ['first']]);
  await step('resume');
  expect(namesOf((await load(paused)).snapshot)).toEqual(['first', 'second']);
});

it('▲ the configurations of 30 environments take as many statements as that of one', async () => {
  const environments: EnvironmentId[] = [];
  for (let n = 0; n < 15; n += 1) {
    const { environmentIds } = await createOwnTenant(db);
    environments.push(environmentIds.live, environmentIds.test);
  }
  const named = environments[11] ?? environmentId;
  await createTestCampaign(db, named, { name: 'of 11' });
  const { db: watched, read } = counted();
  const snapshots = await loadSnapshots(watched, new Map(environments.map((id) => [id, null])));
  expect(snapshots.size).toBe(30);
  expect(snapshots.get(named)?.idleCampaigns).toMatchObject([{ name: 'of 11' }]);
  expect(snapshots.get(environments[12] ?? named)?.idleCampaigns).toEqual([]);
  expect(new Set(Object.keys(read))).toEqual(
    new Set([
      'snapshot-campaign-heads',
      'snapshot-environments-of-engines',
      'snapshot-tiers',
      'event-definitions-active',
    ]),
  );
});

it('the tier service reads tiers, and neither campaigns nor definitions', async () => {
  await activeCampaign();
  await createTier(db, environmentId, { name: 'T', minLifetimePoints: 5 });
  const { db: watched, read } = counted();
  const snapshots = await loadSnapshots(watched, new Map([[environmentId, null]]), 'tiers');
  expect(snapshots.get(environmentId)).toMatchObject({ campaigns: [], tiers: [{ minLifetimePoints: 5 }] });
  expect(Object.keys(read).sort()).toEqual(['snapshot-environments-of-tiers', 'snapshot-tiers']);
});
