import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { clearDeletedSegment, readClearings, readSegmentStates } from '@loyalty/tables/memberships';
import { createSegment } from '@loyalty/tables/segments/management';
import { createTenant } from '@loyalty/tables/tenants';
import { newMember } from '@loyalty/tables/testing';
import { enrolMembers } from '@loyalty/tables/transactions';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase, untilLockWaits } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { callerOf } from '../../testing/test-caller.ts';
import { addToSegment, createDeleteSegment } from './change-segments.ts';

// A database of its own: the stack's segment-service clears deleted segments too.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let members: MemberId[];
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  members = await enrolled(20);
});
afterAll(() => scratch.drop());

const enrolled = async (count: number): Promise<MemberId[]> => {
  const enrolling = Array.from({ length: count }, () => newMember(environmentId));
  await db.transaction((tx) => enrolMembers(tx, enrolling));
  return enrolling.map(({ account }) => account.memberId);
};

const targetOf = (segmentId: string) => ({ caller: callerOf('addSegmentMembers', environmentId), segmentId });

const segmentMade = async (): Promise<string> => {
  const made = await createSegment(db, environmentId, { name: 'Some', type: 'STATIC' });
  return made.outcome === 'created' ? made.record.id : '';
};

/** Takes the memberships of deleted segments away, as the segment service does. */
const clearAll = async (): Promise<void> => {
  for (const segmentId of await readClearings(db, environmentId))
    while (await db.transaction((tx) => clearDeletedSegment(tx, { environmentId, segmentId })));
};

const countOf = async (segmentId: string): Promise<number> =>
  (await readSegmentStates(db, environmentId, [segmentId])).get(segmentId)?.memberCount ?? 0;

test('the same members added in any order at once are added once, and nobody waits for ever', async () => {
  const segmentId = await segmentMade();
  const orders = [members, members.toReversed(), members, members.toReversed()];
  const added = await Promise.all(orders.map((ids) => addToSegment(db, targetOf(segmentId), ids)));
  const counts = added.map((result) => (result.outcome === 'added' ? result.added : result.outcome));
  expect(counts.toSorted()).toEqual([0, 0, 0, members.length]);
  expect(await countOf(segmentId)).toBe(members.length);
});

test('members who are added while their segment is deleted leave nothing behind', async () => {
  const segmentId = await segmentMade();
  const remove = createDeleteSegment({ managed: () => db, logger: silentLogger });
  const additions = members.map((id) => addToSegment(db, targetOf(segmentId), [id]));
  const [deletion, ...results] = await Promise.all([
    remove(callerOf('deleteSegment', environmentId), segmentId, {}),
    ...additions,
  ]);
  expect(deletion.outcome).toBe('deleted');
  expect(['added', 'segment-not-found']).toEqual(
    expect.arrayContaining(results.map(({ outcome }) => outcome)),
  );
  await clearAll();
  expect(await countOf(segmentId)).toBe(0);
});

test('▲ a long list locks a hundred members at most: tills of the others do not wait for it', async () => {
  const segmentId = await segmentMade();
  const list = (await enrolled(350)).toSorted();
  const last = list.at(-1) ?? '';
  await db.transaction(async (tx) => {
    // The list waits for this one; whom it has added before is free.
    await tx.query('SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', [last]);
    const adding = addToSegment(db, targetOf(segmentId), list);
    await untilLockWaits(db, 'SELECT id AS "memberId"');
    const free = await db.query(
      'SELECT FROM members WHERE id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED',
      [list],
    );
    expect(free.length).toBeGreaterThanOrEqual(250);
    void adding.catch(() => undefined);
  });
  await eventually('all are in it', async () => (await countOf(segmentId)) === list.length);
});

test('a long list with one unknown member adds nobody', async () => {
  const segmentId = await segmentMade();
  const list = [...(await enrolled(150)), randomId()];
  const segment = { environmentId, segmentId };
  expect(await addToSegment(db, targetOf(segment.segmentId), list)).toEqual({ outcome: 'member-not-found' });
  expect(await countOf(segmentId)).toBe(0);
  expect(await addToSegment(db, targetOf(segment.segmentId), list.slice(0, -1))).toEqual({
    outcome: 'added',
    added: 150,
  });
});
