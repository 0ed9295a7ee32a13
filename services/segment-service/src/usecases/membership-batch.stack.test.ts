import { memberChanges } from '@loyalty/rules/segments';
import { lockEnvironmentsShared } from '@loyalty/storage';
import type { SegmentRules } from '@loyalty/tables/segments';
import { createSegment, deleteSegment, updateSegment } from '@loyalty/tables/segments/management';
import { retryLockTimeouts, untilLockWaits } from '@loyalty/testkit/database';
import { createClearSegmentsJob } from '../jobs/clear-segments.ts';
import { createQueueRefreshesJob } from '../jobs/refresh-segments.ts';
import { openSegmentFixture, type SegmentFixture } from '../testing/segment-fixture.ts';

let fixture: SegmentFixture;
beforeAll(async () => {
  fixture = await openSegmentFixture();
});
afterAll(() => fixture.drop());

const atLeast = (value: number): SegmentRules => ({
  operator: 'AND',
  conditions: [{ field: 'points_balance', op: 'gte', value }],
});

const openStory = async (rules: SegmentRules) => {
  const environmentId = await fixture.open();
  const shopper = await fixture.enrol(environmentId);
  const made = await createSegment(fixture.db, environmentId, { name: 'One', type: 'DYNAMIC', rules });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  while (await fixture.runChunk(environmentId, 10));
  return { environmentId, shopper, segmentId: made.record.id };
};

const membersOf = async (segmentId: string): Promise<number> =>
  (await fixture.db.query('SELECT 1 FROM segment_members WHERE segment_id = $1', [segmentId])).length;

const purchase = memberChanges.purchase | memberChanges.points | memberChanges.lifetime;

test('▲ a chunk waits for a recheck by older rules, so the result is right', async () => {
  const { environmentId, shopper, segmentId } = await openStory(atLeast(100));
  await fixture.buy(shopper, { day: fixture.today, cents: 150 });
  let page: Promise<boolean> | undefined;
  await fixture.recheck([{ shopper, change: purchase }], async () => {
    // The member is found to belong, but not stored yet: the rules change, and their refresh begins.
    await updateSegment(fixture.db, environmentId, { segmentId, patch: { rules: atLeast(1_000) } });
    page = retryLockTimeouts(() => fixture.runChunk(environmentId, 10));
    await untilLockWaits(fixture.db, 'SELECT pg_advisory_xact_lock(');
  });
  await page;
  while (await fixture.runChunk(environmentId, 10));
  expect(await membersOf(segmentId)).toBe(0);
});

test('▲ a recheck that waits for a chunk uses the rules of that chunk', async () => {
  const { environmentId, shopper, segmentId } = await openStory(atLeast(100));
  await fixture.buy(shopper, { day: fixture.today, cents: 150 });
  await updateSegment(fixture.db, environmentId, { segmentId, patch: { rules: atLeast(1_000) } });
  let look: Promise<void> | undefined;
  await fixture.runChunk(environmentId, 10, async () => {
    look = fixture.recheck([{ shopper, change: purchase }]);
    await untilLockWaits(fixture.db, 'SELECT pg_advisory_xact_lock_shared(');
  });
  await look;
  expect(await membersOf(segmentId)).toBe(0);
});

test('a fact that can concern no rule reads no member', async () => {
  const { environmentId, shopper } = await openStory({
    operator: 'AND',
    conditions: [{ field: 'state', op: 'eq', value: 'active' }],
  });
  await fixture.change(shopper, { state: 'suspended' });
  await fixture.recheck([{ shopper, change: memberChanges.points }]);
  expect(await fixture.wrong(environmentId)).toHaveLength(1);
  await fixture.recheck([{ shopper, change: memberChanges.state }]);
  expect(await fixture.wrong(environmentId)).toEqual([]);
});

test('a window that ends with its day is right after the night, without any fact', async () => {
  const { environmentId, shopper, segmentId } = await openStory({
    operator: 'AND',
    conditions: [{ field: 'spend_cents_7d', op: 'gt', value: 0 }],
  });
  await fixture.buy(shopper, { day: fixture.today - 6, cents: 100 });
  await fixture.recheck([{ shopper, change: purchase }]);
  expect(await membersOf(segmentId)).toBe(1);
  fixture.today += 1;
  const job = createQueueRefreshesJob(fixture.db);
  expect(await job.environments()).toContain(environmentId);
  await fixture.db.transaction((tx) => job.chunk(tx, { environmentId, atMs: 0, cursor: null, size: 1 }));
  while (await fixture.runChunk(environmentId, 10));
  expect(await membersOf(segmentId)).toBe(0);
});

test('memberships of a deleted segment are deleted, and nothing of it is left', async () => {
  const { environmentId, shopper, segmentId } = await openStory(atLeast(0));
  expect(await membersOf(segmentId)).toBe(1);
  await deleteSegment(fixture.db, environmentId, segmentId);
  const job = createClearSegmentsJob(fixture.db);
  expect(await job.environments()).toEqual([environmentId]);
  const chunk = (cursor: Parameters<typeof job.chunk>[1]['cursor']) =>
    fixture.db.transaction((tx) => job.chunk(tx, { environmentId, atMs: 0, cursor, size: 1 }));
  let { cursor } = await chunk(null);
  // A slow recheck does not prevent the clearing of segments that were found.
  await fixture.db.transaction(async (tx) => {
    await lockEnvironmentsShared(tx, 'segments', [environmentId]);
    while (cursor !== null) ({ cursor } = await chunk(cursor));
  });
  expect([await membersOf(segmentId), await job.environments()]).toEqual([0, []]);
  expect(await fixture.db.query('SELECT 1 FROM segment_states WHERE segment_id = $1', [segmentId])).toEqual(
    [],
  );
  await fixture.recheck([{ shopper, change: purchase }]);
});

test('▲ facts behind the first rules have their effect, whatever batches without one came before', async () => {
  const environmentId = await fixture.open();
  const shopper = await fixture.enrol(environmentId);
  await fixture.recheck([{ shopper, change: purchase }]);
  expect(fixture.hadEffect).toBe(false);
  const rules = atLeast(100);
  const made = await createSegment(fixture.db, environmentId, { name: 'One', type: 'DYNAMIC', rules });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  while (await fixture.runChunk(environmentId, 10));
  await fixture.buy(shopper, { day: fixture.today, cents: 150 });
  await fixture.recheck([
    { shopper, change: memberChanges.state },
    { shopper, change: purchase },
  ]);
  expect(fixture.hadEffect).toBe(true);
  expect(await membersOf(made.record.id)).toBe(1);
});
