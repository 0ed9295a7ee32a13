import { type EnvironmentId, randomId, type SegmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { abandonRefresh, readRefreshState, type SegmentInput } from '@loyalty/tables/segments';
import { createSegment } from '@loyalty/tables/segments/management';
import { createTenant } from '@loyalty/tables/tenants';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { askAllRefreshes, askSegmentRefresh } from './refresh-segment.ts';

// A database of its own: the stack's segment-service asks for refreshes too, when a day begins.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
});
afterAll(() => scratch.drop());

const byHand: SegmentInput = { name: 'By hand', type: 'STATIC' };
const byRule: SegmentInput = {
  name: 'By rule',
  type: 'DYNAMIC',
  rules: { operator: 'AND', conditions: [{ field: 'points_balance', op: 'gt', value: 0 }] },
};

const segmentMade = async (input: SegmentInput): Promise<string> => {
  const made = await createSegment(db, environmentId, input);
  return made.outcome === 'created' ? made.record.id : '';
};

const wantedOf = async (segmentId: string): Promise<number | undefined> =>
  (await readRefreshState(db, { environmentId, segmentId }))?.wanted;

test('each asking has its own number, behind that of the creation', async () => {
  const segmentId = await segmentMade(byRule);
  const ask = (id: string) => askSegmentRefresh(db, { environmentId, segmentId: id });
  const asked = await Promise.all([ask(segmentId), ask(segmentId), ask(segmentId.toUpperCase())]);
  expect(asked.map((each) => 'asking' in each && each.asking).toSorted()).toEqual([2, 3, 4]);
  expect(await wantedOf(segmentId)).toBe(4);
});

test('▲ a call takes up the refresh that the one before it did not wait for, so that a long one is heard of; a new asking ends that', async () => {
  const segmentId = await segmentMade(byRule);
  const name = { environmentId, segmentId: segmentId as SegmentId };
  const ask = () => askSegmentRefresh(db, name);
  expect(await ask()).toEqual({ outcome: 'asked', asking: 2 });
  await abandonRefresh(db, name, 2);
  expect(await ask()).toEqual({ outcome: 'asked', asking: 2 });
  expect(await ask()).toEqual({ outcome: 'asked', asking: 3 });
  await abandonRefresh(db, name, 3);
  await askAllRefreshes(db, environmentId);
  expect(await ask()).toEqual({ outcome: 'asked', asking: 5 });
  await abandonRefresh(db, name, 5);
  await db.query(`UPDATE segment_states SET late_at = now() - interval '6 minutes' WHERE segment_id = $1`, [
    segmentId,
  ]);
  expect(await ask()).toEqual({ outcome: 'asked', asking: 6 });
});

test('nothing is asked of a STATIC segment, of one that is not there, or of one of another environment', async () => {
  const [fixed, ruled] = [await segmentMade(byHand), await segmentMade(byRule)];
  const ask = (segmentId: string, where = environmentId) =>
    askSegmentRefresh(db, { environmentId: where, segmentId });
  expect(await ask(fixed)).toEqual({ outcome: 'not-dynamic' });
  const elsewhere = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  for (const asked of [await ask(randomId()), await ask('no-uuid'), await ask(ruled, elsewhere)])
    expect(asked).toEqual({ outcome: 'not-found' });
  expect([await wantedOf(fixed), await wantedOf(ruled)]).toEqual([undefined, 1]);
});

test('all DYNAMIC segments of an environment are asked for at once', async () => {
  expect(await askAllRefreshes(db, environmentId)).toBe(0);
  const ids = [await segmentMade(byRule), await segmentMade(byRule)];
  await segmentMade(byHand);
  expect(await askAllRefreshes(db, environmentId)).toBe(2);
  expect([await wantedOf(ids[0] ?? ''), await wantedOf(ids[1] ?? '')]).toEqual([2, 2]);
});
