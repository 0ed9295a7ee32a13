import { awaitAll, type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { windowOf } from '@loyalty/rules/statistics';
import type { Database } from '@loyalty/storage';
import { createScratchDatabase } from '@loyalty/testkit/database';
import { eraseMember } from '../erasure/erase-member.ts';
import { accountsMigrations } from '../migrations.ts';
import { keyOfMember } from '../testing/enrol-member.ts';
import { storeMember } from '../testing/judged-members.ts';
import { readSegmentInputs } from './member-inputs.ts';
import {
  changeMemberships,
  type Membership,
  readMembershipsByKey,
  readSegmentStates,
} from '../memberships.ts';

const today = 20_000;

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase(accountsMigrations);
  db = scratch.db;
});
afterAll(() => scratch.drop());

let environmentId = 0 as EnvironmentId;
let segmentIds: string[];
let members: MemberId[];
beforeEach(async () => {
  environmentId = (environmentId + 2) as EnvironmentId;
  segmentIds = [randomId(), randomId()].toSorted();
  members = [];
  for (let n = 0; n < 4; n += 1) members.push(await storeMember(db, environmentId, {}));
});

const membershipsOf = (segmentId: string | undefined, ids: readonly MemberId[]): Membership[] =>
  ids.map((memberId) => ({ environmentId, memberId, segmentId: segmentId ?? '' }));

const change = (added: readonly Membership[], removed: readonly Membership[] = []) =>
  db.transaction((tx) => changeMemberships(tx, { added, removed }));

const countsOf = async (of = environmentId): Promise<(number | undefined)[]> => {
  const states = await readSegmentStates(db, of, segmentIds);
  return segmentIds.map((id) => states.get(id)?.memberCount);
};

test('only real changes are counted', async () => {
  const [first, second] = segmentIds;
  await change(membershipsOf(first, members.slice(0, 2)));
  const added = [...membershipsOf(first, members.slice(1, 4)), ...membershipsOf(second, members)];
  const removed = membershipsOf(first, members.slice(0, 1));
  expect(await change(added, removed)).toEqual([
    { environmentId, segmentId: first, added: 2, removed: 1 },
    { environmentId, segmentId: second, added: 4, removed: 0 },
  ]);
  expect(await change([], removed)).toEqual([]);
  expect(await change([])).toEqual([]);
  expect(await countsOf()).toEqual([3, 4]);
});

test('a change that is rolled back leaves count and members as they were', async () => {
  const [first] = segmentIds;
  const failing = db.transaction(async (tx) => {
    await changeMemberships(tx, { added: membershipsOf(first, members), removed: [] });
    throw new Error('after it');
  });
  await expect(failing).rejects.toThrow('after it');
  expect(await countsOf()).toEqual([undefined, undefined]);
});

test('▲ concurrent changes of the same memberships, in any order, wait for each other and do not deadlock', async () => {
  const all = segmentIds.flatMap((segmentId) => membershipsOf(segmentId, members));
  const rounds = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? all : all.toReversed()));
  await awaitAll(
    rounds.map((memberships, at) => (at % 4 < 2 ? change(memberships) : change([], memberships))),
  );
  const rows = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM segment_members WHERE environment_id = $1 GROUP BY segment_id ORDER BY segment_id',
    [environmentId],
  );
  expect((await countsOf()).filter((count) => count !== 0)).toEqual(rows.map(({ count }) => count));
});

test('memberships are read among the requested segments, in their own environment (I9)', async () => {
  const [first, second] = segmentIds as [string, string];
  const elsewhere = (environmentId + 1) as EnvironmentId;
  await change([...membershipsOf(first, members), ...membershipsOf(second, members.slice(0, 1))]);
  await change(membershipsOf(first, members).map((one) => ({ ...one, environmentId: elsewhere })));
  expect(await countsOf(elsewhere)).toEqual([4, undefined]);
  const asked = members.slice(0, 2).map((memberId) => ({ environmentId, memberKey: keyOfMember(memberId) }));
  const found = await readMembershipsByKey(db, asked, [{ environmentId, id: second }]);
  expect(found).toEqual([{ environmentId, memberId: members[0], segmentIds: [second] }]);
});

test('memberships that an erasure deletes are counted (D104)', async () => {
  const [first, second] = segmentIds;
  await change([...membershipsOf(first, members), ...membershipsOf(second, members.slice(0, 1))]);
  const scope = { environmentId, tenantId: randomId() } as Parameters<typeof eraseMember>[1];
  const erased = await db.transaction((tx) => eraseMember(tx, scope, members[0] ?? ''));
  expect(erased.outcome).toBe('erased');
  expect(await countsOf()).toEqual([3, 0]);
});

test('▲ totals and openings are of one moment, however often receipts of earlier days come between', async () => {
  const [memberId] = [
    await storeMember(db, environmentId, {
      purchases: [
        { day: today - 50, cents: 1, txns: 1 },
        { day: today, cents: 700, txns: 1 },
      ],
    }),
  ];
  let isWriting = true;
  const writes = async () => {
    for (let n = 0; n < 300; n += 1) {
      await db.transaction(async (tx) => {
        await tx.query('UPDATE members SET spend_cents = spend_cents + 100 WHERE id = $1', [memberId]);
        await tx.query(
          'UPDATE member_days SET spend_before = spend_before + 100 WHERE member_id = $1 AND spend_before > 0',
          [memberId],
        );
      });
    }
    isWriting = false;
  };
  const windows = new Set<number>();
  const reads = async () => {
    while (isWriting) {
      const asked = [{ environmentId, memberKey: keyOfMember(memberId) }];
      for (const { inputs } of await readSegmentInputs(db, asked, today)) {
        windows.add(windowOf(inputs.figures, inputs.openings[7]).spendCents);
      }
    }
  };
  await awaitAll([writes(), reads()]);
  expect([...windows]).toEqual([700]);
});

test('a member who does not exist has no inputs', async () => {
  const asked = [...members, randomId() as MemberId].map((memberId) => ({
    environmentId,
    memberKey: keyOfMember(memberId),
  }));
  const read = await readSegmentInputs(db, asked, today);
  expect(read.map(({ memberId }) => memberId).toSorted()).toEqual(members.toSorted());
});
