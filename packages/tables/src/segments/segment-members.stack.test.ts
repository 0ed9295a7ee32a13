import { type EnvironmentId, type MemberId, randomId, utcDayOf } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, forgetMembers, keyOfMember } from '../testing/enrol-member.ts';
import { createSegment } from './change-segment.ts';
import { listMemberSegments, listSegmentMembers, type SegmentMemberRecord } from './list-segments.ts';
import {
  addSegmentMembers,
  clearDeletedSegment,
  readMembershipsByKey,
  readSegmentStates,
  removeSegmentMember,
  type SegmentKey,
} from '../memberships.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

const today = utcDayOf(Date.now());

let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
let members: MemberId[];
let segment: SegmentKey;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  [environmentId, elsewhere] = [environmentIds.live, environmentIds.test];
  members = [];
  for (let n = 0; n < 5; n += 1) {
    members.push(await enrolMember(db, environmentId, { pointsBalance: n, lifetimePoints: 10 + n }));
  }
});
beforeEach(() => {
  segment = { environmentId, segmentId: randomId() };
});
afterAll(async () => {
  await forgetMembers(db, environmentId);
  await db.close();
});

const add = (ids: readonly MemberId[], to = segment) =>
  db.transaction((tx) => addSegmentMembers(tx, to, ids));

const countOf = async ({ environmentId: of, segmentId }: SegmentKey) =>
  (await readSegmentStates(db, of, [segmentId])).get(segmentId)?.memberCount;

test('only members who were not in the segment before count as added', async () => {
  expect(await add(members.slice(0, 3))).toBe(3);
  expect(await add(members.slice(1, 5))).toBe(2);
  expect(await add(members)).toBe(0);
  expect(await countOf(segment)).toBe(5);
});

test('a removed member is no longer in the segment', async () => {
  const [first] = members as [MemberId];
  await add(members);
  const remove = () => db.transaction((tx) => removeSegmentMember(tx, segment, first));
  await remove();
  await remove();
  expect(await countOf(segment)).toBe(4);
});

test('the list starts with the last added, page after page, each member once (D59)', async () => {
  await add(members.slice(0, 4));
  // Times have milliseconds, so the members need different ones.
  await db.query('SELECT pg_sleep(0.005)');
  await add(members.slice(4));
  const all = await listSegmentMembers(db, segment, { limit: 10, today });
  const [newest] = members.slice(4);
  expect(all[0]).toMatchObject({
    memberId: newest,
    externalRef: newest,
    stats: { spendCents30d: 0, txnCount30d: 0, pointsBalance: 4, lifetimePoints: 14 },
  });
  const paged: SegmentMemberRecord[] = [];
  for (let page = await listSegmentMembers(db, segment, { limit: 2, today }); page.length > 0;) {
    paged.push(...page);
    const before = page.at(-1);
    page = before === undefined ? [] : await listSegmentMembers(db, segment, { limit: 2, today, before });
  }
  expect(paged).toEqual(all);
  expect(all).toHaveLength(5);
});

test("the list shows each member's purchases of 30 days (D59)", async () => {
  const [first, second] = members as [MemberId, MemberId];
  await add([first, second]);
  await db.query(
    'UPDATE members SET spend_cents = 900, txn_count = 5 WHERE environment_id = $1 AND id = $2',
    [environmentId, first],
  );
  await db.query(
    `INSERT INTO member_days
     SELECT $1, $2, DATE '1970-01-01' + ($3::int - ago), spent, bought
       FROM (VALUES (30, 100, 1), (29, 300, 2), (1, 600, 4)) AS d (ago, spent, bought)`,
    [environmentId, first, today],
  );
  const shown = await listSegmentMembers(db, segment, { limit: 10, today });
  const statsOf = (id: MemberId) => shown.find(({ memberId }) => memberId === id)?.stats;
  expect(statsOf(first)).toMatchObject({ spendCents30d: 600, txnCount30d: 3 });
  expect(statsOf(second)).toMatchObject({ spendCents30d: 0, txnCount30d: 0 });
});

test('a cleared segment has no members, and others keep theirs', async () => {
  const other = { environmentId, segmentId: randomId() };
  await add(members);
  await add(members, other);
  while (await db.transaction((tx) => clearDeletedSegment(tx, segment)));
  expect([await countOf(segment), await countOf(other)]).toEqual([undefined, 5]);
});

test('memberships in the wanted segments are read at once, of many members of several environments (I9)', async () => {
  const [one, two, three] = members as [MemberId, MemberId, MemberId];
  const second = { environmentId, segmentId: randomId() };
  await add([one, two]);
  await add([one], second);
  const keys = [one, two, three].map(keyOfMember);
  const asked = [environmentId, elsewhere].flatMap((of) =>
    keys.map((memberKey) => ({ environmentId: of, memberKey })),
  );
  await add([one, two, three], { environmentId, segmentId: randomId() });
  const own = new Set<string>([segment.segmentId, second.segmentId]);
  const wanted = [...own].flatMap((id) => [
    { environmentId, id },
    { environmentId: elsewhere, id },
  ]);
  const found = await readMembershipsByKey(db, asked, wanted);
  const named = found.map(({ environmentId: of, memberId, segmentIds }) => ({
    of,
    memberId,
    segmentIds: segmentIds.toSorted(),
  }));
  expect(named.toSorted((a, b) => b.segmentIds.length - a.segmentIds.length)).toEqual([
    { of: environmentId, memberId: one, segmentIds: [...own].toSorted() },
    { of: environmentId, memberId: two, segmentIds: [segment.segmentId] },
  ]);
  expect(await readMembershipsByKey(db, asked, [])).toEqual([]);
});

test('I9 a segment of the same id in another environment is another one', async () => {
  await add(members);
  const other = { ...segment, environmentId: elsewhere };
  while (await db.transaction((tx) => clearDeletedSegment(tx, other)));
  expect([await countOf(segment), await countOf(other)]).toEqual([5, undefined]);
  expect(await listSegmentMembers(db, other, { limit: 10, today })).toEqual([]);
});

describe('the segments of a member (D201)', () => {
  const segmentsOf = async (
    memberId: MemberId | undefined,
    before: { addedAt: string; segmentId: string } | null = null,
    limit = 10,
  ) => listMemberSegments(db, { environmentId, memberId: memberId ?? '' }, { before, limit });

  const make = async (name: string): Promise<SegmentKey> => {
    const made = await createSegment(db, environmentId, { name, type: 'STATIC' });
    if (made.outcome !== 'created') throw new Error(made.outcome);
    return { environmentId, segmentId: made.record.id };
  };

  it('come last entered first, page by page, and without those that were deleted', async () => {
    const [first, second] = [await make(`First ${randomId()}`), await make(`Second ${randomId()}`)];
    const [, , , , last] = members;
    const only = [last ?? ('' as MemberId)];
    for (const to of [first, second, segment]) await add(only, to);
    await db.query(`UPDATE segment_members SET added_at = now() - interval '1 day' WHERE segment_id = $1`, [
      first.segmentId,
    ]);
    const found = await segmentsOf(last);
    expect(found.map(({ segmentId }) => segmentId)).toEqual([second.segmentId, first.segmentId]);
    expect(found[0]).toMatchObject({ name: expect.stringContaining('Second') as string, type: 'STATIC' });
    const [newest] = await segmentsOf(last, null, 1);
    expect(await segmentsOf(last, newest ?? null)).toEqual(found.slice(1));
    expect(await segmentsOf(members[0])).toEqual([]);
  });

  it('▲ are those of the environment alone (I9)', async () => {
    const [one] = members as [MemberId];
    await add([one], await make(`Own ${randomId()}`));
    expect(await segmentsOf(one)).toHaveLength(1);
    expect(
      await listMemberSegments(db, { environmentId: elsewhere, memberId: one }, { before: null, limit: 10 }),
    ).toEqual([]);
  });
});
