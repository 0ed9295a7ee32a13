import { createSegment, deleteSegment, updateSegment, type SegmentRules } from '@loyalty/programme';
import { memberChanges } from '@loyalty/rules';
import { enterGates } from '@loyalty/storage';
import { retryLockTimeouts, untilLockWaits } from '@loyalty/testkit';
import { openSegmentHouse, type SegmentHouse } from '../testing/segment-house.ts';
import { createClearSegmentsJob } from './clear-segments.ts';
import { createQueueRefreshesJob } from './queue-refreshes.ts';

let house: SegmentHouse;
beforeAll(async () => {
  house = await openSegmentHouse();
});
afterAll(() => house.drop());

const atLeast = (value: number): SegmentRules => ({
  operator: 'AND',
  conditions: [{ field: 'points_balance', op: 'gte', value }],
});

const openStory = async (rules: SegmentRules) => {
  const environmentId = await house.open();
  const shopper = await house.enrol(environmentId);
  const made = await createSegment(house.db, environmentId, { name: 'One', type: 'DYNAMIC', rules });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  while (await house.page(environmentId, 10));
  return { environmentId, shopper, segmentId: made.record.id };
};

const membersOf = async (segmentId: string): Promise<number> =>
  (await house.db.query('SELECT 1 FROM segment_members WHERE segment_id = $1', [segmentId])).length;

const purchase = memberChanges.purchase | memberChanges.points | memberChanges.lifetime;

test('▲ a page waits for a look that judged by older rules, and so ends right', async () => {
  const { environmentId, shopper, segmentId } = await openStory(atLeast(100));
  await house.buy(shopper, { day: house.today, cents: 150 });
  let page: Promise<boolean> | undefined;
  await house.look([{ shopper, change: purchase }], async () => {
    // Judged to be in, not stored yet: the rules change, and the pass for them begins.
    await updateSegment(house.db, environmentId, { segmentId, patch: { rules: atLeast(1_000) } });
    page = retryLockTimeouts(() => house.page(environmentId, 10));
    await untilLockWaits(house.db, 'SELECT pg_advisory_xact_lock(');
  });
  await page;
  while (await house.page(environmentId, 10));
  expect(await membersOf(segmentId)).toBe(0);
});

test('▲ a look that waits for a page judges by the rules of that page', async () => {
  const { environmentId, shopper, segmentId } = await openStory(atLeast(100));
  await house.buy(shopper, { day: house.today, cents: 150 });
  await updateSegment(house.db, environmentId, { segmentId, patch: { rules: atLeast(1_000) } });
  let look: Promise<void> | undefined;
  await house.page(environmentId, 10, async () => {
    look = house.look([{ shopper, change: purchase }]);
    await untilLockWaits(house.db, 'SELECT pg_advisory_xact_lock_shared(');
  });
  await look;
  expect(await membersOf(segmentId)).toBe(0);
});

test('news that can matter to no rule reads no member', async () => {
  const { environmentId, shopper } = await openStory({
    operator: 'AND',
    conditions: [{ field: 'state', op: 'eq', value: 'active' }],
  });
  await house.change(shopper, { state: 'suspended' });
  await house.look([{ shopper, change: memberChanges.points }]);
  expect(await house.wrong(environmentId)).toHaveLength(1);
  await house.look([{ shopper, change: memberChanges.state }]);
  expect(await house.wrong(environmentId)).toEqual([]);
});

test('a window that ends with its day is right after the night, without any news', async () => {
  const { environmentId, shopper, segmentId } = await openStory({
    operator: 'AND',
    conditions: [{ field: 'spend_cents_7d', op: 'gt', value: 0 }],
  });
  await house.buy(shopper, { day: house.today - 6, cents: 100 });
  await house.look([{ shopper, change: purchase }]);
  expect(await membersOf(segmentId)).toBe(1);
  house.today += 1;
  const job = createQueueRefreshesJob(house.db);
  expect(await job.environments()).toContain(environmentId);
  await house.db.transaction((tx) => job.chunk(tx, { environmentId, atMs: 0, cursor: null, size: 1 }));
  while (await house.page(environmentId, 10));
  expect(await membersOf(segmentId)).toBe(0);
});

test('memberships of a deleted segment go, and nothing of it is left', async () => {
  const { environmentId, shopper, segmentId } = await openStory(atLeast(0));
  expect(await membersOf(segmentId)).toBe(1);
  await deleteSegment(house.db, environmentId, segmentId);
  const job = createClearSegmentsJob(house.db);
  expect(await job.environments()).toEqual([environmentId]);
  const chunk = (cursor: Parameters<typeof job.chunk>[1]['cursor']) =>
    house.db.transaction((tx) => job.chunk(tx, { environmentId, atMs: 0, cursor, size: 1 }));
  let { cursor } = await chunk(null);
  // A look that takes its time keeps nobody from clearing what was found.
  await house.db.transaction(async (tx) => {
    await enterGates(tx, 'segments', [environmentId]);
    while (cursor !== null) ({ cursor } = await chunk(cursor));
  });
  expect([await membersOf(segmentId), await job.environments()]).toEqual([0, []]);
  expect(await house.db.query('SELECT 1 FROM segment_states WHERE segment_id = $1', [segmentId])).toEqual([]);
  await house.look([{ shopper, change: purchase }]);
});
