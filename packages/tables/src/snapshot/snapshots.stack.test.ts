import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { zoneChangesOf } from '@loyalty/rules/time';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import type { CampaignRecord } from '../campaigns/campaigns.ts';
import { transitionCampaign, updateCampaign } from '../campaigns/change-campaign.ts';
import { readVersions } from '../configuration/config-version.ts';
import { deleteSegment } from '../segments/change-segment.ts';
import { setSettings } from '../tenants/settings.ts';
import { createLatch } from '../testing/latch.ts';
import { createTestCampaign, createTestSegment, loadSnapshot } from '../testing/test-configuration.ts';
import { createTier } from '../tiers/change-tier.ts';
import { createSnapshots } from './snapshots.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

const noEnvironment = 2_147_483_647 as EnvironmentId;
const namesOf = (snapshot: Snapshot | null) => snapshot?.campaigns.map(({ name }) => name);
const idleNamesOf = (snapshot: Snapshot | null) => snapshot?.idleCampaigns.map(({ name }) => name);
const activate = ({ id }: CampaignRecord) =>
  transitionCampaign(db, environmentId, { campaignId: id, action: 'activate' });

/** The database with a counter of its consistent reads, each of which returns only once `gate` is open. */
const watched = (gate: Promise<void> = Promise.resolve()) => {
  const count = { readings: 0 };
  const hasRead = createLatch();
  const readConsistently: Database['readConsistently'] = async (work) => {
    count.readings += 1;
    const answer = await db.readConsistently(work);
    hasRead.open();
    await gate;
    return answer;
  };
  return { count, hasRead: hasRead.opened, db: { ...db, readConsistently } };
};

describe('a snapshot', () => {
  it('has the environment, its version, and campaigns as the rules use them', async () => {
    const campaign = await createTestCampaign(db, environmentId, {
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      minSpend: 100,
      currency: 'ZAR',
    });
    await activate(campaign);
    const snapshot = await loadSnapshot(db, environmentId);
    expect(snapshot).toMatchObject({
      environmentId,
      tenantId: campaign.tenantId,
      mode: 'live',
      version: 3,
      segmentIds: new Set(),
      campaigns: [
        {
          id: campaign.id,
          state: 'ACTIVE',
          startAtMs: Date.parse('2026-03-01T00:00:00.000Z'),
          endAtMs: Date.parse('2026-03-31T23:59:59.999Z'),
          minSpendCents: 100,
          maxBudgetCents: null,
          currency: 'ZAR',
        },
      ],
    });
    expect(snapshot?.secret).toHaveLength(32);
  });

  it('has the targeted segments that exist, and the lifetime points that open exclusive campaigns (D27, D29)', async () => {
    const kept = await createTestSegment(db, environmentId);
    const gone = await createTestSegment(db, environmentId);
    await createTestSegment(db, environmentId);
    const targetSegmentIds = [kept.id, gone.id];
    const campaign = await createTestCampaign(db, environmentId, { targetSegmentIds });
    await activate(campaign);
    const campaignId = campaign.id;
    await deleteSegment(db, environmentId, gone.id);
    for (const minLifetimePoints of [200, 100]) {
      const benefits = [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId }] as const;
      await createTier(db, environmentId, { name: 'Tier', minLifetimePoints, benefits });
    }
    const snapshot = await loadSnapshot(db, environmentId);
    expect(snapshot?.segmentIds).toEqual(new Set([kept.id]));
    expect(snapshot?.exclusiveFrom).toEqual(new Map([[campaignId, 100]]));
  });

  it('▲ has the segments that conditions name and that exist (D231)', async () => {
    const kept = await createTestSegment(db, environmentId);
    const gone = await createTestSegment(db, environmentId);
    const conditions = { field: 'segment_id', op: 'not_in', value: [kept.id.toUpperCase(), gone.id] };
    await activate(await createTestCampaign(db, environmentId, { conditions }));
    await deleteSegment(db, environmentId, gone.id);
    expect((await loadSnapshot(db, environmentId))?.segmentIds).toEqual(new Set([kept.id]));
  });

  it('has the value of a point, and the default expiry of points (D49)', async () => {
    expect(await loadSnapshot(db, environmentId)).toMatchObject({ pointsExpiry: { type: 'NONE' } });
    const pointsExpiry = { type: 'CALENDAR', unit: 'YEAR' } as const;
    await setSettings(db, environmentId, { pointValueCents: 2, pointsExpiry });
    expect(await loadSnapshot(db, environmentId)).toMatchObject({ pointValueCents: 2, pointsExpiry });
  });

  it('▲ has the table of the time zone, as it was stored with it (D225)', async () => {
    expect(Object.keys((await loadSnapshot(db, environmentId)) ?? {})).not.toContain('zone');
    await setSettings(db, environmentId, { timeZone: 'Europe/Berlin' });
    expect((await loadSnapshot(db, environmentId))?.zone).toEqual(zoneChangesOf('Europe/Berlin'));
    // As zone data of another build have it: this process does not judge it.
    const store = (changes: string) =>
      db.query(
        `UPDATE environments SET settings = settings || jsonb_build_object('timeZoneChanges', $2::jsonb) WHERE id = $1`,
        [environmentId, changes],
      );
    await store('[[0, 61], [7, -30]]');
    await setSettings(db, environmentId, { pointValueCents: 2 });
    expect((await loadSnapshot(db, environmentId))?.zone).toEqual([
      [0, 61],
      [7, -30],
    ]);
    await store('[[0, 0.5]]');
    await expect(loadSnapshot(db, environmentId)).rejects.toThrow('timeZone');
    await setSettings(db, environmentId, { timeZone: null });
    expect(Object.keys((await loadSnapshot(db, environmentId)) ?? {})).not.toContain('zone');
  });

  it('lists ACTIVE campaigns by activation, names the others by age, and no archived one (D26)', async () => {
    const made: CampaignRecord[] = [];
    for (const name of ['draft', 'second', 'paused', 'first', 'archived', 'young']) {
      made.push(await createTestCampaign(db, environmentId, { name }));
    }
    const move = async (name: string, action: 'activate' | 'pause' | 'archive') => {
      const campaignId = made.find((campaign) => campaign.name === name)?.id ?? '';
      await transitionCampaign(db, environmentId, { campaignId, action });
    };
    for (const name of ['paused', 'first', 'second', 'archived']) await move(name, 'activate');
    await move('paused', 'pause');
    await move('archived', 'archive');
    const snapshot = await loadSnapshot(db, environmentId);
    expect(namesOf(snapshot)).toEqual(['first', 'second']);
    expect(snapshot?.idleCampaigns.map(({ name }) => name)).toEqual(['draft', 'paused', 'young']);
  });

  it('of an environment that does not exist is null, not an error', async () => {
    const versions = await readVersions(db, [noEnvironment, environmentId], 'engines');
    expect([...versions]).toEqual([[environmentId, 1]]);
    expect(await createSnapshots({ db }).get(noEnvironment, 1)).toBeNull();
  });
});

describe('the cache of snapshots', () => {
  it('reads once for any number of callers while the version stays', async () => {
    const { count, db: counted } = watched();
    const snapshots = createSnapshots({ db: counted });
    expect(snapshots.peek(environmentId)).toBeNull();
    const [first] = await Promise.all(Array.from({ length: 20 }, () => snapshots.get(environmentId, 1)));
    expect(await snapshots.get(environmentId, 1)).toBe(first);
    expect(snapshots.peek(environmentId)).toBe(first);
    expect(count.readings).toBe(1);
  });

  it('shows a change as soon as its version is asked for, and counts the reload (D33)', async () => {
    const reloads: string[] = [];
    const snapshots = createSnapshots({ db, metrics: { count: (name) => void reloads.push(name) } });
    const campaign = await createTestCampaign(db, environmentId, { name: 'old' });
    await activate(campaign);
    await snapshots.get(environmentId, await readConfigVersion(db, environmentId));
    expect(reloads).toEqual([]);
    await updateCampaign(db, environmentId, { campaignId: campaign.id, patch: { name: 'new' } });
    const after = await snapshots.get(environmentId, await readConfigVersion(db, environmentId));
    expect(namesOf(after)).toEqual(['new']);
    expect(reloads).toEqual(['loyalty_snapshot_reloads_total']);
  });

  it('never returns the result of a read that began before the requested version (D33)', async () => {
    const gate = createLatch();
    const { count, hasRead, db: gated } = watched(gate.opened);
    const snapshots = createSnapshots({ db: gated });
    const early = snapshots.get(environmentId, 1);
    await hasRead;
    await createTestCampaign(db, environmentId, { name: 'new' });
    const late = Promise.all([snapshots.get(environmentId, 2), snapshots.get(environmentId, 2)]);
    gate.open();
    expect((await early)?.version).toBe(1);
    expect((await late).map(idleNamesOf)).toEqual([['new'], ['new']]);
    expect(count.readings).toBe(2);
  });

  it('reads again after the database was down, without the old failure', async () => {
    let isAway = true;
    const readConsistently: Database['readConsistently'] = (work) =>
      isAway ? Promise.reject(new Error('away')) : db.readConsistently(work);
    const snapshots = createSnapshots({ db: { ...db, readConsistently } });
    await expect(snapshots.get(environmentId, 1)).rejects.toThrow('away');
    isAway = false;
    expect((await snapshots.get(environmentId, 1))?.version).toBe(1);
  });
});
