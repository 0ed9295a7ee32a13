import { type EnvironmentId, type MemberId, randomId, uuidMax } from '@loyalty/kernel';
import type { SegmentComparison, SegmentRule } from '@loyalty/rules/segments';
import type { Database } from '@loyalty/storage';
import { createScratchDatabase } from '@loyalty/testkit/database';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { segmentChecks } from '../checks/subject-checks.ts';
import { accountsMigrations } from '../migrations.ts';
import { storeMember } from '../testing/judged-members.ts';
import {
  compareSegmentPage,
  findChunkEnd,
  type RuledSegment,
  type SegmentChunk,
  writeSegmentChunk,
} from './evaluate-rules.ts';
import { readSegmentStates } from '../memberships.ts';
import {
  beginRefreshes,
  countChanges,
  finishRefreshes,
  readPendingRefreshes,
  readRefreshState,
  requestRefresh,
} from './segment-refreshes.ts';

const today = 20_000;

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase(accountsMigrations);
  db = scratch.db;
});
afterAll(() => scratch.drop());

let environmentId = 0 as EnvironmentId;
let segmentId: string;
beforeEach(() => {
  environmentId = (environmentId + 1) as EnvironmentId;
  segmentId = randomId();
});

/** The nth id. */
const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString().padStart(12, '0')}` as MemberId;

const enrol = (n: number, pointsBalance: number, state: 'active' | 'anonymized' | 'suspended' = 'active') =>
  storeMember(db, environmentId, { memberId: idOf(n), pointsBalance, state });

const ruleOf = (...conditions: readonly SegmentComparison[]): SegmentRule => ({
  operator: 'AND',
  conditions,
});
const rich = ruleOf({ field: 'points_balance', op: 'gte', value: 100 });
const poor = ruleOf({ field: 'points_balance', op: 'lt', value: 100 });

const pageOf = (given: Partial<SegmentChunk> = {}): SegmentChunk => ({
  environmentId,
  afterId: null,
  endId: uuidMax,
  segments: [{ segmentId, rule: rich }],
  tiers: [],
  today,
  ...given,
});

const write = (given: Partial<SegmentChunk> = {}) =>
  db.transaction((tx) => writeSegmentChunk(tx, pageOf(given)));

const membersOf = async (id = segmentId): Promise<number[]> => {
  const rows = await db.query<{ memberId: string }>(
    'SELECT member_id AS "memberId" FROM segment_members WHERE environment_id = $1 AND segment_id = $2 ORDER BY 1',
    [environmentId, id],
  );
  return rows.map(({ memberId }) => Number(memberId.slice(-12)));
};

const countOf = async (id = segmentId) =>
  (await readSegmentStates(db, environmentId, [id])).get(id)?.memberCount;

const setPoints = (n: number, pointsBalance: number) =>
  db.query(setPointsSql, [environmentId, idOf(n), pointsBalance]);
const setPointsSql = 'UPDATE members SET points_balance = $3 WHERE environment_id = $1 AND id = $2';

test('a chunk makes memberships match the rules, counts them, and changes nothing the second time', async () => {
  await enrol(1, 100);
  await enrol(2, 99);
  await enrol(3, 500, 'suspended');
  await enrol(4, 500, 'anonymized');
  expect(await write()).toEqual([{ segmentId, added: 2, removed: 0 }]);
  expect([await membersOf(), await countOf()]).toEqual([[1, 3], 2]);
  await setPoints(1, 0);
  await setPoints(2, 100);
  expect(await write()).toEqual([{ segmentId, added: 1, removed: 1 }]);
  expect([await membersOf(), await countOf()]).toEqual([[2, 3], 2]);
  expect(await write()).toEqual([]);
});

test('several segments are evaluated at once, and other segments stay unchanged', async () => {
  await enrol(1, 100);
  await enrol(2, 0);
  const [other, kept] = [randomId(), randomId()];
  await write({
    segments: [{ segmentId: kept, rule: ruleOf({ field: 'state', op: 'eq', value: 'active' }) }],
  });
  const segments: RuledSegment[] = [
    { segmentId, rule: rich },
    { segmentId: other, rule: poor },
  ];
  expect(await write({ segments })).toHaveLength(2);
  expect([await membersOf(), await membersOf(other), await membersOf(kept)]).toEqual([[1], [2], [1, 2]]);
  expect(await write({ segments: [] })).toEqual([]);
});

test('chunks follow each other up to the last member, and each changes only its own members', async () => {
  for (const n of [1, 2, 3, 4, 5]) await enrol(n, 100);
  const ends: string[] = [];
  let afterId: string | null = null;
  let isLast = false;
  while (!isLast) {
    const end = await findChunkEnd(db, environmentId, { afterId, size: 2 });
    await write({ afterId, endId: end.endId });
    ends.push(end.endId);
    expect(await membersOf()).toHaveLength(Math.min(5, 2 * ends.length));
    ({ endId: afterId, isLast } = end);
  }
  expect(ends).toEqual([idOf(2), idOf(4), uuidMax]);
});

test('▲ a member who is enrolled while a chunk runs does not remove others from it', async () => {
  for (const n of [2, 4, 6, 8]) await enrol(n, 100);
  await write();
  const { endId } = await findChunkEnd(db, environmentId, { afterId: null, size: 2 });
  for (const n of [1, 3]) await enrol(n, 100);
  expect(await write({ endId })).toEqual([{ segmentId, added: 2, removed: 0 }]);
  expect(await membersOf()).toEqual([1, 2, 3, 4, 6, 8]);
});

test('▲ a member without a value for a field matches no comparison but neq', async () => {
  await enrol(1, 0);
  const since = (op: 'neq' | 'gte' | 'lt') => ruleOf({ field: 'days_since_last_txn', op, value: 0 });
  await write({ segments: [{ segmentId, rule: since('neq') }] });
  expect(await membersOf()).toEqual([1]);
  expect(await write({ segments: [{ segmentId, rule: since('lt') }] })).toEqual([
    { segmentId, added: 0, removed: 1 },
  ]);
  expect(await write({ segments: [{ segmentId, rule: since('gte') }] })).toEqual([]);
});

test('a comparison returns wrong and missing members of a segment, and writes nothing', async () => {
  await enrol(1, 100);
  await enrol(2, 100);
  await write();
  await setPoints(2, 0);
  await enrol(3, 100);
  expect(await compareSegmentPage(db, pageOf())).toEqual([
    { segmentId, memberId: idOf(2), isMember: true },
    { segmentId, memberId: idOf(3), isMember: false },
  ]);
  expect(await membersOf()).toEqual([1, 2]);
});

test('the time of a refresh is stored for a segment without members too, and a request made meanwhile stays pending', async () => {
  const startedAtMs = today * 86_400_000;
  await requestRefresh(db, environmentId, [segmentId]);
  await db.transaction(async (tx) => {
    const served = await beginRefreshes(tx, environmentId);
    expect(served).toEqual([{ segmentId, serves: 1, added: 0, removed: 0 }]);
    await requestRefresh(tx, environmentId, [segmentId]);
    const first = countChanges(served, [{ segmentId, added: 1, removed: 1 }]);
    const both = countChanges(first, [{ segmentId, added: 2, removed: 0 }]);
    await finishRefreshes(tx, environmentId, { served: both, startedAtMs });
  });
  const state = await readRefreshState(db, { environmentId, segmentId });
  expect(state).toMatchObject({ wanted: 2, done: 1, added: 3, removed: 1 });
  expect(await readPendingRefreshes(db)).toEqual([environmentId]);
  const at = new Date(startedAtMs);
  const states = await readSegmentStates(db, environmentId, [segmentId]);
  expect(states.get(segmentId)).toEqual({ segmentId, memberCount: 0, refreshedAt: at });
});

test('I17 a count that differs from the number of members is found', async () => {
  await enrol(1, 100);
  await write();
  const violations = async () => {
    const found = [];
    for (const check of segmentChecks) found.push(await runInvariantCheck(db, check));
    return found.map(({ violations: count }) => count);
  };
  expect(await violations()).toEqual([0, 0]);
  await db.query('UPDATE segment_states SET member_count = 5 WHERE environment_id = $1', [environmentId]);
  expect(await violations()).toEqual([0, 1]);
  await db.query('DELETE FROM segment_states WHERE environment_id = $1', [environmentId]);
  expect(await violations()).toEqual([0, 1]);
  await write({ segments: [{ segmentId, rule: poor }] });
  await db.query('DELETE FROM segment_states WHERE environment_id = $1', [environmentId]);
});

test('▲ no chunk leaves a prepared statement behind: each set of rules has its own text', async () => {
  const prepared = await db.transaction(async (tx) => {
    const count = 'SELECT name FROM pg_prepared_statements';
    const before = await tx.query(count);
    for (const rule of [rich, poor]) await writeSegmentChunk(tx, pageOf({ segments: [{ segmentId, rule }] }));
    return [before, await tx.query(count)];
  });
  expect(prepared[1]).toEqual(prepared[0]);
});

test('a chunk of a hundred segments with a thousand comparisons is one statement', async () => {
  for (let n = 1; n <= 20; n += 1) await enrol(n, n);
  const segments = Array.from({ length: 100 }, (_, at): RuledSegment => ({
    segmentId: randomId(),
    rule: ruleOf(
      ...Array.from(
        { length: 10 },
        (__, part) =>
          ({ field: 'points_balance', op: part === 0 ? 'gte' : 'neq', value: at + part * 1_000 }) as const,
      ),
    ),
  }));
  const changes = await write({ segments });
  expect(changes.reduce((sum, { added }) => sum + added, 0)).toBe(20 + (20 * 21) / 2);
});
