import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { transitionCampaign } from '../campaigns/change-campaign.ts';
import { heldBack } from '../testing/held-back.ts';
import { createTestCampaign, createTestSegment } from '../testing/test-configuration.ts';
import { createSegment, deleteSegment, updateSegment } from './change-segment.ts';
import { listSegments } from './list-segments.ts';
import {
  findSegment,
  lockSegments,
  type SegmentPatch,
  type SegmentRecord,
  type SegmentRules,
} from './segments.ts';

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

const rules: SegmentRules = {
  operator: 'OR',
  conditions: [
    { field: 'tier_id', op: 'eq', value: null },
    { operator: 'AND', conditions: [{ field: 'txn_count_7d', op: 'gt', value: 2 }] },
  ],
};

const patchOf = ({ id }: SegmentRecord, patch: SegmentPatch) =>
  updateSegment(db, environmentId, { segmentId: id, patch });

describe('a new segment', () => {
  it('has the given fields, is not refreshed yet, and raises the configuration version', async () => {
    const given = { name: 'Dynamic', description: 'Who came', type: 'DYNAMIC', rules } as const;
    const segment = await createTestSegment(db, environmentId, given);
    expect(segment).toMatchObject({ ...given, tenantId });
    expect(await findSegment(db, environmentId, segment.id.toUpperCase())).toEqual(segment);
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('with rules that do not fit its type is not created (D56)', async () => {
    const results = [
      await createSegment(db, environmentId, { name: 'x', type: 'DYNAMIC' }),
      await createSegment(db, environmentId, { name: 'x', type: 'STATIC', rules }),
    ];
    for (const result of results) {
      expect(result).toMatchObject({ outcome: 'invalid', faults: [{ pointer: '/rules' }] });
    }
    expect(await listSegments(db, environmentId)).toEqual([]);
  });
});

describe('the list of segments', () => {
  it('comes newest first, whole or page after page (D11)', async () => {
    for (let n = 0; n < 5; n += 1) await createTestSegment(db, environmentId);
    // Some in the same millisecond, so that the id decides the order.
    await db.query(
      `UPDATE segments SET created_at = '2026-01-01T00:00:00.123Z'
        WHERE environment_id = $1 AND id IN (SELECT id FROM segments WHERE environment_id = $1 LIMIT 3)`,
      [environmentId],
    );
    const all = await listSegments(db, environmentId);
    const order = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
    for (const [place, before] of all.entries()) {
      expect(await listSegments(db, environmentId, { before, limit: 2 })).toEqual(
        all.slice(place + 1, place + 3),
      );
    }
  });
});

describe('a change of a segment', () => {
  it('changes the fields that it names, and raises the configuration version', async () => {
    const segment = await createTestSegment(db, environmentId, { type: 'DYNAMIC', rules });
    const fewer: SegmentRules = {
      operator: 'AND',
      conditions: [{ field: 'state', op: 'neq', value: 'active' }],
    };
    const result = await patchOf(segment, { name: 'Renamed', rules: fewer });
    expect(result).toMatchObject({
      outcome: 'changed',
      before: segment,
      record: { name: 'Renamed', rules: fewer },
    });
    expect(await findSegment(db, environmentId, segment.id)).toEqual('record' in result && result.record);
    expect(await readConfigVersion(db, environmentId)).toBe(3);
  });

  it('without a difference writes nothing', async () => {
    const segment = await createTestSegment(db, environmentId, { type: 'DYNAMIC', rules });
    const same = JSON.parse(JSON.stringify(rules)) as SegmentRules;
    expect(await patchOf(segment, { rules: same })).toEqual({ outcome: 'unchanged', record: segment });
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('cannot give rules to a STATIC segment, nor take them from a DYNAMIC one', async () => {
    const fixed = await createTestSegment(db, environmentId);
    const dynamic = await createTestSegment(db, environmentId, { type: 'DYNAMIC', rules });
    for (const result of [await patchOf(fixed, { rules }), await patchOf(dynamic, { rules: null })]) {
      expect(result).toMatchObject({ outcome: 'invalid', faults: [{ pointer: '/rules' }] });
    }
    expect(await patchOf(fixed, { rules: null })).toMatchObject({ outcome: 'unchanged' });
  });

  it.each(['0198c0de-0000-7000-8000-00000000dead', 'no-uuid', ''])('of %j finds none', async (segmentId) => {
    const nothing = { outcome: 'not-found' };
    expect(await updateSegment(db, environmentId, { segmentId, patch: { name: 'x' } })).toEqual(nothing);
    expect(await deleteSegment(db, environmentId, segmentId)).toEqual(nothing);
    expect(await findSegment(db, environmentId, segmentId)).toBeNull();
  });
});

describe('the deletion of a segment', () => {
  it('returns the campaigns that target it or name it in conditions, without archived ones, and leaves them unchanged (D29)', async () => {
    const [one, other] = [
      await createTestSegment(db, environmentId),
      await createTestSegment(db, environmentId),
    ];
    const both = await createTestCampaign(db, environmentId, { targetSegmentIds: [one.id, other.id] });
    await createTestCampaign(db, environmentId, { targetSegmentIds: [other.id] });
    await createTestCampaign(db, environmentId);
    const conditions = { field: 'segment_id', op: 'in', value: [other.id, one.id.toUpperCase()] };
    const asking = await createTestCampaign(db, environmentId, { conditions });
    const archived = await createTestCampaign(db, environmentId, { targetSegmentIds: [one.id] });
    await transitionCampaign(db, environmentId, { campaignId: archived.id, action: 'archive' });
    const before = await readConfigVersion(db, environmentId);
    expect(await deleteSegment(db, environmentId, one.id)).toEqual({
      outcome: 'deleted',
      before: one,
      campaignIds: [both.id, asking.id].toSorted(),
    });
    expect(await listSegments(db, environmentId)).toEqual([other]);
    expect(await readConfigVersion(db, environmentId)).toBe(before + 1);
  });

  it('waits for transactions that have locked the segment, and later ones do not find it', async () => {
    const { id } = await createTestSegment(db, environmentId);
    const values = [environmentId, id];
    const lockText = 'SELECT id FROM segments WHERE environment_id = $1 AND id = $2 FOR KEY SHARE';
    const [deleted] = await heldBack(db, { lockText, values }, [() => deleteSegment(db, environmentId, id)]);
    expect(deleted).toMatchObject({ outcome: 'deleted', campaignIds: [] });
    const held = await db.transaction((tx) => lockSegments(tx, environmentId, [id, randomId(), 'no-uuid']));
    expect(held.size).toBe(0);
  });
});
